/**
 * Which steps of lessons this browser has done, and how. A step is known by what it says, so one
 * that its author changes is to be done again, and no other. What was stored may be garbage.
 */

import { get, put } from '../shared/storage.js';

/** @typedef {'solved'|'shown'|'read'} How */

const KEY = 'lessons';
const MOST = 2000;
const HOWS = ['solved', 'shown', 'read']; // the better the earlier

/** @returns {Record<string, How>} */
const load = () => read(get(KEY, {}));

/** @param {any} raw @returns {Record<string, How>} */
function read(raw) {
  if (raw === null || typeof raw !== 'object') return {};
  const kept = Object.entries(raw).filter(([id, how]) => id.length <= 64 && HOWS.includes(how));
  return Object.fromEntries(kept.slice(-MOST));
}

/** How a step was done; null if it was not yet. @param {string} id */
export const howDone = (id) => load()[id] ?? null;

/** How many of these steps are done. @param {string[]} ids */
export function doneOf(ids) {
  const all = load();
  return ids.filter((id) => id in all).length;
}

/**
 * Keep that a step is done; what was solved once stays solved.
 *
 * @param {string} id
 * @param {How} how
 */
export function keep(id, how) {
  const all = load();
  if (all[id] !== 'solved') put(KEY, { ...all, [id]: how });
}

/** All steps that are done, to be taken to another browser. */
export const allSteps = load;

/** Add those of another browser. @param {unknown} raw */
export function addSteps(raw) {
  const all = load();
  for (const [id, how] of Object.entries(read(raw))) {
    if (!(id in all) || HOWS.indexOf(how) < HOWS.indexOf(all[id])) all[id] = how;
  }
  put(KEY, all);
}

/** Where a lesson is. @param {string} name */
export const lessonPath = (name) => `/learn/${encodeURIComponent(name)}`;
