/** A game of one's own: a few lines, pasted or from a file. */

import { byId } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Chosen } from './setup.js' */

const MOST_BYTES = 60_000;
const EXAMPLE = [
  `title = "${words.start.ownExample}"`,
  'numbers = "1-30"',
  'follows = "abs(n - last) <= 3 or n % last == 0"',
].join('\n');

/**
 * A game's title from the text of its file, for the heading of the set-up alone.
 *
 * @param {string} text
 */
const titleIn = (text) =>
  /^\s*title\s*=\s*"([^"\n]{1,60})"/m.exec(text)?.[1] ?? words.start.ownTitle;

/** @param {(game: Chosen) => void} setUp */
export function offerOwnGame(setUp) {
  const text = byId('own-text', HTMLTextAreaElement);
  const file = byId('own-file', HTMLInputElement);
  const form = byId('own', HTMLFormElement);
  const error = byId('own-error');

  /** Whether so much may be sent; says so, if not. @param {number} size */
  function fits(size) {
    const most = MOST_BYTES.toLocaleString(document.documentElement.lang);
    error.textContent = fillIn(words.start.ownTooLarge, { most });
    error.hidden = size <= MOST_BYTES;
    return size <= MOST_BYTES;
  }

  text.placeholder = EXAMPLE;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const toml = text.value.trim() || EXAMPLE;
    if (!fits(toml.length)) return;
    text.value = toml;
    setUp({ toml, title: titleIn(toml), summary: words.start.ownSummary });
  });
  file.addEventListener('change', async () => {
    const given = file.files?.[0];
    if (!given || !fits(given.size)) return;
    text.value = await given.text();
    form.requestSubmit();
    file.value = '';
  });
}
