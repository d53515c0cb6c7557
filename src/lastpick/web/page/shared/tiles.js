/**
 * What each tile of a position shows, worked out from plain data. No rule is known here: what is
 * legal, gone and removed comes from the server.
 */

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

/**
 * A function from a number to its tile.
 *
 * @param {Position} position
 * @param {string[]} names  of Player 1 and 2
 * @returns {(n: number) => Tile}
 */
export function tilesOf(position, names) {
  const { picks = [], legal = [], gone = {}, makers } = position;
  /** @param {number} i */
  const maker = (i) => makers?.[i] ?? seatOf(i);
  const place = new Map(picks.map((n, i) => [n, i]));
  const allowed = new Set(legal);
  const latest = picks.at(-1);
  return (n) => {
    const i = place.get(n);
    if (i !== undefined) {
      const by = maker(i);
      const last = n === latest;
      const words = `${n}, picked by ${names[by - 1]}, pick ${i + 1}`;
      const sub = `${MARKS[by]}${i + 1}`;
      return { kind: 'picked', by, last, sub, text: last ? `${words}, the last pick` : words };
    }
    const cause = gone[n];
    if (cause === null) {
      return { kind: 'removed', by: 0, last: false, sub: '', text: `${n}, gone` };
    }
    if (cause === n) {
      const last = picks.length === 0;
      return { kind: 'removed', by: 0, last, sub: 'start', text: `${n}, where the game starts` };
    }
    if (cause !== undefined) {
      const at = place.get(cause);
      const by = at === undefined ? 0 : maker(at);
      const text = `${n}, gone with ${cause}`;
      return { kind: 'removed', by, last: false, sub: `by ${cause}`, text };
    }
    if (allowed.has(n)) return { kind: 'legal', by: 0, last: false, sub: '', text: `${n}, legal` };
    return { kind: 'open', by: 0, last: false, sub: '', text: `${n}, not legal now` };
  };
}
