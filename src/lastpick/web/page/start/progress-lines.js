/** Today's puzzle and what was done so far, in a line each. */

import { byId } from '../shared/dom.js';
import { summary } from '../shared/progress.js';
import { fillIn, words } from '../shared/words.js';
import { doneOf } from '../learn/lesson-progress.js';
import { bestOf } from '../solo/solo-bests.js';

/** @import { OfferedGame } from '../shared/types.js' */

/**
 * @param {OfferedGame[]} games
 * @param {string[][]} lessons  each as the ids of its steps
 */
export function showProgress(games, lessons) {
  const today = new Date().toISOString().slice(0, 10);
  const { daily, solved } = summary(today);
  byId('daily-day').textContent = String(Number(today.slice(-2)));
  const { dailySolved, dailyStreak, learnDone, soloBest, puzzlesSolved } = words.start;
  show('daily', daily.streak, daily.today ? dailySolved : dailyStreak);
  const done = lessons.filter((steps) => doneOf(steps) === steps.length);
  show('learn', done.length, learnDone, { all: lessons.length });
  const bests = games.flatMap(({ name, pools }) => pools.map((pool) => bestOf(name, pool)));
  show('solo', Math.max(0, ...bests), soloBest);
  show('puzzles', solved, puzzlesSolved);
}

/**
 * As long as there is nothing to count, the page says what it is about.
 *
 * @param {string} about
 * @param {number} n
 * @param {string|{one: string, other: string}} text
 * @param {Record<string, number>} [more]
 */
function show(about, n, text, more = {}) {
  if (n) byId(`${about}-status`).textContent = fillIn(text, { n, ...more });
}
