/**
 * What this browser remembers of a player: games, puzzles, the daily streak. No account, nothing
 * leaves the browser. What was stored may be garbage, from another version or from a curious
 * hand: only what makes sense is read.
 *
 *   recordGame({ id, game, title, against: 'level:3', won: true });   // won null: same screen
 *   recordPuzzle({ id, level: 2, right: true, date: '2026-11-16' });  // date: the daily one
 *   summary();                                                        // see Summary
 *
 * @typedef {{game: string, title: string, against: string, played: number, won: number,
 *   lost: number}} GameRow
 * @typedef {{level: number, tried: number, solved: number}} PuzzleRow
 *
 * @typedef {Object} Summary
 * @property {GameRow[]} games
 * @property {PuzzleRow[]} puzzles
 * @property {{streak: number, best: number, today: boolean}} daily
 *
 * @typedef {Object} Progress  as it is stored
 * @property {number} version
 * @property {GameRow[]} games
 * @property {PuzzleRow[]} puzzles
 * @property {string[]} days
 * @property {string[]} seen
 */

import { get, put } from './storage.js';

const KEY = 'progress';
const MOST_SEEN = 300; // enough to know a game or a puzzle again when its page is reloaded
const MOST_DAYS = 1000;
const MOST_ROWS = 200;
const LEVELS = [1, 2, 3, 4, 5];
const DAY = 86_400_000;

/**
 * Count a finished game; the same game counts once.
 *
 * @param {{id: string, game: string, title: string, against: string, won: boolean|null}} finished
 */
export function recordGame({ id, game, title, against, won }) {
  const all = load();
  if (isSeen(all, `g:${id}`)) return;
  let row = all.games.find((r) => r.game === game && r.against === against);
  if (!row) {
    row = { game, title, against, played: 0, won: 0, lost: 0 };
    all.games.push(row);
  }
  row.played += 1;
  if (won === true) row.won += 1;
  if (won === false) row.lost += 1;
  put(KEY, all);
}

/**
 * Count the first answer to a puzzle; a daily one counts for the streak once it is solved.
 *
 * @param {{id: string, level: number, right: boolean, date?: string|null}} answered
 */
export function recordPuzzle({ id, level, right, date = null }) {
  const all = load();
  const row = all.puzzles.find((r) => r.level === level);
  if (row && !isSeen(all, `p:${id}`)) {
    row.tried += 1;
    if (right) row.solved += 1;
  }
  if (date && right && !all.days.includes(date)) {
    all.days = [...all.days, date].sort().slice(-MOST_DAYS);
  }
  put(KEY, all);
}

/** Whether the daily puzzle of a day was solved here. @param {string} date */
export const solvedOn = (date) => load().days.includes(date);

/** Forget everything. */
export const clear = () => put(KEY, empty());

/** @returns {Summary} */
export function summary(today = dayOf(Date.now())) {
  const { games, puzzles, days } = load();
  const solved = new Set(days);
  let streak = 0;
  // A streak that ended yesterday still lives: today's puzzle is yet to be solved.
  const start = Date.parse(today) - (solved.has(today) ? 0 : DAY);
  while (solved.has(dayOf(start - streak * DAY))) streak += 1;
  let best = 0;
  for (const day of days) {
    if (solved.has(dayOf(Date.parse(day) - DAY))) continue;
    let length = 1;
    while (solved.has(dayOf(Date.parse(day) + length * DAY))) length += 1;
    best = Math.max(best, length);
  }
  return { games, puzzles, daily: { streak, best, today: solved.has(today) } };
}

// --- what is stored ----------------------------------------------------------------------------

/** @returns {Progress} */
function empty() {
  const puzzles = LEVELS.map((level) => ({ level, tried: 0, solved: 0 }));
  return { version: 1, games: [], puzzles, days: [], seen: [] };
}

/** @returns {Progress} */
export function load() {
  const raw = get(KEY);
  const all = empty();
  if (raw === null || typeof raw !== 'object') return all;
  all.games = list(raw.games)
    .filter((row) => isText(row?.game) && isText(row.against))
    .slice(0, MOST_ROWS)
    .map((row) => ({
      game: row.game,
      title: isText(row.title) ? row.title : row.game,
      against: row.against,
      played: whole(row.played),
      won: whole(row.won),
      lost: whole(row.lost),
    }));
  for (const row of all.puzzles) {
    const kept = list(raw.puzzles).find((other) => other?.level === row.level);
    row.tried = whole(kept?.tried);
    row.solved = Math.min(row.tried, whole(kept?.solved));
  }
  const days = list(raw.days).filter((day) => isText(day) && isDay(day));
  all.days = [...new Set(days)].sort().slice(-MOST_DAYS);
  all.seen = list(raw.seen).filter(isText).slice(-MOST_SEEN);
  return all;
}

/**
 * @param {Progress} all
 * @param {string} key
 */
function isSeen(all, key) {
  if (all.seen.includes(key)) return true;
  all.seen = [...all.seen, key].slice(-MOST_SEEN);
  return false;
}

/** @param {unknown} value */
const list = (value) => (Array.isArray(value) ? value : []);
/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200;
/** @param {any} value */
const whole = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
/** @param {number} time */
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
/** @param {string} text */
const isDay = (text) => {
  const time = Date.parse(text);
  return Number.isFinite(time) && dayOf(time) === text;
};
