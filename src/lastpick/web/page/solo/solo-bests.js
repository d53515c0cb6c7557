/**
 * What this browser remembers of somebody who picks alone: the most picks with which a game came
 * to its end, and the picks of one that goes on. What was stored may be garbage.
 */

import { get, put } from '../shared/storage.js';

const BESTS = 'solo-bests';
const GOING = 'solo-going';
const MOST = 200; // games on their pools

/**
 * @param {string} game
 * @param {string} numbers
 */
const keyOf = (game, numbers) => `${game} ${numbers}`;

/**
 * @param {string} store
 * @param {(value: unknown) => boolean} makesSense
 * @returns {Record<string, any>}
 */
const load = (store, makesSense) => read(get(store, {}), makesSense);

/**
 * @param {any} raw
 * @param {(value: unknown) => boolean} makesSense
 * @returns {Record<string, any>}
 */
function read(raw, makesSense) {
  if (raw === null || typeof raw !== 'object') return {};
  const kept = Object.entries(raw).filter(([key, value]) => key.length <= 100 && makesSense(value));
  return Object.fromEntries(kept.slice(-MOST));
}

/** @param {unknown} value */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) > 0;
/** @param {unknown} value */
const arePicks = (value) =>
  Array.isArray(value) && value.length <= 1000 && value.every((n) => Number.isSafeInteger(n) && n >= 0);

/**
 * The personal best; 0: none yet.
 *
 * @param {string} game
 * @param {string} numbers
 * @returns {number}
 */
export const bestOf = (game, numbers) => load(BESTS, isCount)[keyOf(game, numbers)] ?? 0;

/**
 * Keep how many picks a game came to, if that is more than before.
 *
 * @param {string} game
 * @param {string} numbers
 * @param {number} count
 */
export function keepBest(game, numbers, count) {
  if (count <= bestOf(game, numbers)) return;
  put(BESTS, { ...load(BESTS, isCount), [keyOf(game, numbers)]: count });
}

/** All bests, to be taken to another browser. @returns {Record<string, number>} */
export const allBests = () => load(BESTS, isCount);

/** Add those of another browser. @param {unknown} raw */
export function addBests(raw) {
  const all = allBests();
  for (const [key, count] of Object.entries(read(raw, isCount))) {
    all[key] = Math.max(count, all[key] ?? 0);
  }
  put(BESTS, all);
}

/**
 * The picks of a game that was left.
 *
 * @param {string} game
 * @param {string} numbers
 * @returns {number[]}
 */
export const goingOn = (game, numbers) => load(GOING, arePicks)[keyOf(game, numbers)] ?? [];

/**
 * @param {string} game
 * @param {string} numbers
 * @param {number[]} picks
 */
export function keepGoing(game, numbers, picks) {
  const { [keyOf(game, numbers)]: _, ...others } = load(GOING, arePicks);
  put(GOING, picks.length ? { ...others, [keyOf(game, numbers)]: picks } : others);
}

/**
 * Where a game is picked alone; `beat` challenges somebody to make more picks.
 *
 * @param {string} game
 * @param {string} numbers
 * @param {number} [beat]
 */
export function soloPath(game, numbers, beat) {
  const query = new URLSearchParams({ numbers });
  if (beat) query.set('beat', String(beat));
  return `/solo/${encodeURIComponent(game)}?${query}`;
}
