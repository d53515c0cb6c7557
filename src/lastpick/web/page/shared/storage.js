/**
 * What this browser remembers: seat tokens, recent games, a name. Where storage is switched off,
 * the tab itself remembers until it is closed; `lasting` tells which of the two it is. In a frame
 * only the entry of its history does, which outlives a reload.
 */

/** @import { Tokens } from './types.js' */

const PREFIX = 'lastpick:';

function reachable() {
  try {
    localStorage.setItem(`${PREFIX}probe`, '1');
    localStorage.removeItem(`${PREFIX}probe`);
    return true;
  } catch {
    return false;
  }
}

export const lasting = reachable();

// A tab's name outlives its pages, and browsers clear it when the tab goes to another site. That of a
// frame, or of a tab that a page has opened, stays: the site around it, or that page, could read it.
const named = window === window.top && !window.opener;

/** @type {Map<string, string>} */
const memory = new Map(lasting ? [] : held());

function held() {
  try {
    return JSON.parse(named ? window.name.slice(PREFIX.length) : history.state.held);
  } catch {
    return [];
  }
}

function hold() {
  const text = JSON.stringify([...memory]);
  if (named) window.name = PREFIX + text;
  else history.replaceState({ ...history.state, held: text }, '');
}

/** Go to a game, with what is remembered. @param {string} id */
export function goToGame(id) {
  const address = `/game/${encodeURIComponent(id)}`;
  if (lasting || named) {
    location.assign(address);
  } else {
    history.replaceState(history.state, '', address);
    location.reload();
  }
}

/**
 * @param {string} key
 * @param {any} fallback
 * @returns {any} what was put under this key, or the fallback
 */
export function get(key, fallback = null) {
  try {
    const text = lasting ? localStorage.getItem(PREFIX + key) : memory.get(key);
    return text === null || text === undefined ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function put(key, value) {
  const text = JSON.stringify(value);
  if (!lasting) {
    memory.set(key, text);
    hold();
    return;
  }
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full: the oldest games make room, and a second failure is no reason to stop a game.
    forgetOldest();
    try {
      localStorage.setItem(PREFIX + key, text);
    } catch {
      return;
    }
  }
}

/** @param {string} key */
function drop(key) {
  if (lasting) localStorage.removeItem(PREFIX + key);
  else if (memory.delete(key)) hold();
}

/**
 * The seats this browser holds in a game.
 *
 * @typedef {{tokens: Tokens, invite?: string|null, qr?: string|null,
 *   key?: string}} Seat
 * @param {string} id
 * @returns {Seat}
 */
export function seat(id) {
  return get(`seat:${id}`, { tokens: {} });
}

/**
 * Add to what is known of the seats in a game.
 *
 * @param {string} id
 * @param {Partial<Seat>} news
 */
export function keepSeat(id, news) {
  const before = seat(id);
  put(`seat:${id}`, { ...before, ...news, tokens: { ...before.tokens, ...news.tokens } });
}

/**
 * Be told which key another tab has changed.
 *
 * @param {(key: string) => void} callback
 */
export function onOtherTab(callback) {
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX)) callback(key.slice(PREFIX.length));
  });
}

const MOST_GAMES = 40;

/**
 * Recent games, newest first.
 *
 * @typedef {{id: string, title: string, numbers: string, against: string, status: string,
 *   at: number, over?: boolean}} Recent
 * @returns {Recent[]}
 */
export function recent() {
  return get('games', []);
}

/** @param {Recent} game */
export function remember(game) {
  const games = [game, ...recent().filter((other) => other.id !== game.id)];
  for (const old of games.splice(MOST_GAMES)) drop(`seat:${old.id}`);
  put('games', games);
}

/** @param {string} id */
export function forget(id) {
  drop(`seat:${id}`);
  put('games', recent().filter((game) => game.id !== id));
}

function forgetOldest() {
  const games = recent();
  for (const old of games.splice(MOST_GAMES / 2)) drop(`seat:${old.id}`);
  try {
    localStorage.setItem(`${PREFIX}games`, JSON.stringify(games));
  } catch {
    return;
  }
}
