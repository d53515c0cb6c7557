/**
 * What this browser remembers of a player: games, puzzles, the daily streak. No account, nothing
 * leaves the browser. What was stored may be garbage, from another version or from a curious
 * hand: `progress-data.js` reads only what makes sense.
 *
 *   recordGame({ id, game, title, against: 'level:3', won: true });   // won null: same screen
 *   attemptAt(dailyKey('2026-11-16'));          // what became of a puzzle; null: nothing yet
 *   recordAttempt(key, attempt);
 *   summary('2026-11-16');                      // the day, as the server counts them
 *
 * @typedef {Object} Summary
 * @property {GameRow[]} games
 * @property {PuzzleRow[]} puzzles
 * @property {number} solved  puzzles
 * @property {{streak: number, best: number, today: boolean}} daily
 */

import {
  VERSION, counts, dailyKey, daysSolved, done, empty, merged, readProgress, sumOf,
} from './progress-data.js';
import { get, put } from './storage.js';

/** @import { Attempt, GameRow, Progress, PuzzleRow } from './progress-data.js' */

const KEY = 'progress';
const LARGEST = 1_000_000; // letters; a browser keeps five million for a site
const DAY = 86_400_000;

/** @returns {Progress} */
export const load = () => readProgress(get(KEY)) ?? empty();

/** @param {Progress} all */
const save = (all) => put(KEY, { version: VERSION, ...all });

/**
 * Count a finished game; the same game counts once.
 *
 * @param {{id: string, game: string, title: string, against: string, won: boolean|null}} finished
 */
export function recordGame({ id, game, title, against, won }) {
  const all = load();
  if (all.seen.includes(id)) return;
  all.seen.push(id);
  const { games } = all.counts[all.device];
  let row = games.find((r) => r.game === game && r.against === against);
  if (!row) {
    row = { game, title, against, played: 0, won: 0, lost: 0 };
    games.push(row);
  }
  row.played += 1;
  if (won === true) row.won += 1;
  if (won === false) row.lost += 1;
  save(all);
}

/** What became of a puzzle. @param {string} key @returns {Attempt|null} */
export const attemptAt = (key) => load().attempts[key] ?? null;

/**
 * Something happened to a puzzle; one that is done stays as it is.
 *
 * @param {string} key  the puzzle's id, or `dailyKey`
 * @param {Attempt} after
 */
export function recordAttempt(key, after) {
  const all = load();
  const before = all.attempts[key];
  if (before && done(before)) return;
  const row = all.counts[all.device].puzzles.find(({ level }) => level === after.level);
  if (row && counts(after) && !(before && counts(before))) row.tried += 1;
  if (row && after.end === 'solved') {
    row.solved += 1;
    if (after.tries.length === 1 && after.hints === 0) row.first += 1;
  }
  delete all.attempts[key]; // so that it is the latest
  all.attempts[key] = after;
  save(all);
}

/** Forget everything. */
export const clear = () => save(empty());

/**
 * Add what another browser remembers; false if the seats of games would have to make room for it.
 *
 * @param {Progress} theirs
 */
export function add(theirs) {
  const both = merged(load(), theirs);
  const fits = JSON.stringify(both).length <= LARGEST;
  if (fits) save(both);
  return fits;
}

/** @param {string} [today]  @returns {Summary} */
export function summary(today = dayOf(Date.now())) {
  const all = load();
  const { games, puzzles } = sumOf(all.counts);
  const days = daysSolved(all.attempts);
  return {
    games,
    puzzles,
    solved: puzzles.reduce((sum, row) => sum + row.solved, 0),
    daily: {
      ...inARow(days, today),
      today: all.attempts[dailyKey(today)]?.end === 'solved',
    },
  };
}

/**
 * How many days in a row up to today, and at best. One that ended yesterday still goes on: today's
 * puzzle is yet to be solved.
 *
 * @param {Set<string>} days
 * @param {string} today
 */
function inARow(days, today) {
  /** @param {string} last */
  const upTo = (last) => {
    let length = 0;
    while (days.has(dayOf(Date.parse(last) - length * DAY))) length += 1;
    return length;
  };
  const yesterday = dayOf(Date.parse(today) - DAY);
  const ends = [...days].filter((day) => !days.has(dayOf(Date.parse(day) + DAY)));
  return {
    streak: upTo(today) || upTo(yesterday),
    best: Math.max(0, ...ends.map(upTo)),
  };
}

/** @param {number} time */
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
