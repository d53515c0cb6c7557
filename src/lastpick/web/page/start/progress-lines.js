/** Today's puzzle and what was done so far, in a line each. */

import { byId } from '../shared/dom.js';
import { doneOf } from '../learn/lesson-progress.js';
import { summary } from '../shared/progress.js';
import { fillIn, words } from '../shared/words.js';

/** @param {string[][]} lessons  each as the ids of its steps */
export function showProgress(lessons) {
  const today = new Date().toISOString().slice(0, 10);
  const { daily, solved: n } = summary(today);
  byId('daily', HTMLAnchorElement).href = `/daily/${today}`;
  byId('daily-day').textContent = String(Number(today.slice(-2)));
  const said = daily.today ? words.start.dailySolved : words.start.dailyStreak;
  if (daily.streak) byId('daily-status').textContent = fillIn(said, { n: daily.streak });
  const done = lessons.filter((steps) => doneOf(steps) === steps.length).length;
  if (done) {
    byId('learn-status').textContent =
      fillIn(words.start.learnDone, { n: done, all: lessons.length });
  }
  if (n) byId('puzzles-status').textContent = fillIn(words.start.puzzlesSolved, { n });
}
