/**
 * What each tile of a position shows, worked out from plain data. No rule is known here: what is
 * legal, gone and removed comes from the server.
 */

import { fillIn, words } from './words.js';

/** @import { Position, Tile } from './types.js' */

/** The numbers of a pool. @param {string} text  such as "1-20" */
export function numbersOf(text) {
  const found = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
  if (!found) return [];
  const first = Number(found[1]);
  const size = Math.min(Number(found[2]) - first + 1, 10_000);
  return Array.from({ length: Math.max(size, 0) }, (_, i) => first + i);
}

/** The seat that made the pick at this place. @param {number} place  counted from 0 */
export const seatOf = (place) => (place % 2) + 1;

const MARKS = ['', '●', '■'];
const LEFT_WORDS = /** @type {const} */ ({
  free: 'tileFree',
  legal: 'tileLegal',
  open: 'tileOpen',
});

/**
 * A function from a number to its tile.
 *
 * @param {Position} position
 * @param {string[]} names  of Player 1 and 2
 * @param {boolean} [secret]  what is legal is not told: all that is left looks alike
 * @returns {(n: number) => Tile}
 */
export function tilesOf(position, names, secret = false) {
  const { picks = [], legal = [], gone = {}, makers } = position;
  /** @param {number} i */
  const maker = (i) => makers?.[i] ?? seatOf(i);
  const place = new Map(picks.map((n, i) => [n, i]));
  const allowed = new Set(legal);
  const latest = picks.at(-1);

  /**
   * @param {number} n
   * @param {number} i  its place among the picks
   * @returns {Tile}
   */
  function picked(n, i) {
    const by = maker(i);
    const last = n === latest;
    const told = fillIn(words.shared.tilePicked, { number: n, name: names[by - 1], place: i + 1 });
    const text = last ? fillIn(words.shared.tileLast, { picked: told }) : told;
    return { kind: 'picked', by, last, sub: `${MARKS[by]}${i + 1}`, text };
  }

  /**
   * @param {number} n
   * @param {number|null} cause  the pick that removed it; itself where the game starts
   * @returns {Tile}
   */
  function removed(n, cause) {
    if (cause === null) {
      const text = fillIn(words.shared.tileNever, { number: n });
      return { kind: 'removed', by: 0, last: false, sub: '', text };
    }
    if (cause === n) {
      const text = fillIn(words.shared.tileStart, { number: n });
      const sub = words.shared.printStart;
      return { kind: 'removed', by: 0, last: picks.length === 0, sub, text };
    }
    const at = place.get(cause);
    const by = at === undefined ? 0 : maker(at);
    const text = fillIn(words.shared.tileGone, { number: n, cause });
    const sub = fillIn(words.shared.printGone, { cause });
    return { kind: 'removed', by, last: false, sub, text };
  }

  /**
   * @param {number} n
   * @returns {Tile}
   */
  function left(n) {
    const kind = secret ? 'free' : allowed.has(n) ? 'legal' : 'open';
    const text = fillIn(words.shared[LEFT_WORDS[kind]], { number: n });
    return { kind, by: 0, last: false, sub: '', text };
  }

  return (n) => {
    const i = place.get(n);
    if (i !== undefined) return picked(n, i);
    const cause = gone[n];
    return cause === undefined ? left(n) : removed(n, cause);
  };
}
