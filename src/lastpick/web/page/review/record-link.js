/**
 * A record in the fragment of an address, which browsers send to no server: packed, so that the link
 * of a usual game has a few hundred characters.
 */

import { words } from '../shared/words.js';

const KEY = '#record=';
export const MOST_BYTES = 64_000; // of a record
const MOST_PACKED = 90_000; // characters: a record that does not pack at all, as base64

/** The fragment for a record. @param {string} record */
export async function fragmentOf(record) {
  const packed = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return KEY + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The record in a fragment; null where there is none. What is wrong with it is thrown, in a line.
 *
 * @param {string} fragment
 */
export async function recordIn(fragment) {
  if (!fragment.startsWith(KEY)) return null;
  const packed = fragment.slice(KEY.length);
  if (packed.length > MOST_PACKED) throw new Error(words.review.linkTooLong);
  let text;
  try {
    text = await unpacked(packed);
  } catch {
    throw new Error(words.review.linkDamaged);
  }
  if (text === null) throw new Error(words.review.linkTooLong);
  return text;
}

/** The text, or null if it is too long: a short link may unpack to gigabytes. @param {string} packed */
async function unpacked(packed) {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
