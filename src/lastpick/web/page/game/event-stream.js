/**
 * News of a game: server-sent events, read from a fetch so that the seat token can go in a header.
 * A lost connection is taken up again where it ended.
 */

import { backoff, gamePath, messageOf } from '../shared/api.js';

/** @import { News } from '../shared/types.js' */

// Presence comes every 15 seconds: after this long without a word the connection is dead.
const SILENCE = 40_000;
const NO_GAME = [404, 422]; // unknown, or nothing that a game could be called
const DAMAGED = 410;

/**
 * @param {string} id  the game
 * @param {Object} listener
 * @param {() => string|null} listener.token
 * @param {(news: News) => void} listener.onNews
 * @param {(state: 'connecting'|'live'|'reconnecting'|'offline') => void} listener.onConnection
 * @param {(status: number, why?: string) => void} listener.onRefused  404: the server knows no such
 *   game, 410: it cannot read what it has of it, and the end of it; 401 or 403: it does not know the
 *   token
 * @returns {{stop: () => void, wake: () => void}}
 */
export function follow(id, { token, onNews, onConnection, onRefused }) {
  let lastId = '';
  let attempt = 0;
  let stopped = false;
  /** @type {AbortController|null} */
  let request = null;
  let timer = 0;
  let silence = 0;

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(() => request?.abort(), SILENCE);
  }

  async function connect() {
    timer = 0;
    request = new AbortController();
    /** @type {Record<string, string>} */
    const headers = { Accept: 'text/event-stream' };
    const mine = token();
    if (mine) headers.Authorization = `Bearer ${mine}`;
    if (lastId) headers['Last-Event-ID'] = lastId;
    try {
      listen();
      const response = await fetch(gamePath(id, 'events'), {
        headers,
        signal: request.signal,
        cache: 'no-store',
        credentials: 'omit',
      });
      if (NO_GAME.includes(response.status)) {
        stop();
        onRefused(404);
        return;
      }
      if (response.status === DAMAGED) {
        const { error } = await response.json();
        stop();
        onRefused(DAMAGED, error);
        return;
      }
      if (mine && (response.status === 401 || response.status === 403)) onRefused(response.status);
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      onConnection('live');
      await readEvents(response.body, (event) => {
        listen();
        attempt = 0;
        if (event.id) lastId = event.id;
        if (!event.data) return;
        onNews(/** @type {News} */ ({ name: event.name, data: JSON.parse(event.data) }));
      }, listen);
    } catch (error) {
      if (stopped) return;
      const lost = error instanceof DOMException || error instanceof TypeError;
      if (!lost) console.warn(messageOf(error));
    }
    clearTimeout(silence);
    if (stopped) return;
    onConnection(navigator.onLine === false ? 'offline' : 'reconnecting');
    timer = setTimeout(connect, backoff(attempt));
    attempt += 1;
  }

  function wake() {
    if (stopped || !timer) return;
    clearTimeout(timer);
    timer = 0;
    attempt = 0;
    connect();
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    request?.abort();
  }

  onConnection('connecting');
  connect();
  return { stop, wake };
}

/**
 * Read a body as server-sent events.
 *
 * @typedef {{name: string, id: string, data: string}} Sent
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {(event: Sent) => void} onEvent
 * @param {() => void} onBytes
 */
async function readEvents(body, onEvent, onBytes) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    // A lone CR may be the first half of CRLF: it waits for the next piece.
    const text = rest + value;
    const held = text.endsWith('\r') ? 1 : 0;
    const blocks = text
      .slice(0, text.length - held)
      .replace(/\r\n?/g, '\n')
      .split('\n\n');
    rest = blocks.pop() + '\r'.repeat(held);
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) onEvent(event);
    }
  }
}

/** One event, or null for a comment. @param {string} block */
function parseEvent(block) {
  const event = { name: 'message', id: '', data: '' };
  /** @type {string[]} */
  const data = [];
  let any = false;
  for (const line of block.split('\n')) {
    if (line === '' || line.startsWith(':')) continue;
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    any = true;
    if (field === 'event') event.name = value;
    else if (field === 'id') event.id = value;
    else if (field === 'data') data.push(value);
  }
  event.data = data.join('\n');
  return any ? event : null;
}
