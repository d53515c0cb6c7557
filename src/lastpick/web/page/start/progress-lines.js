/** Today's puzzle and what was done so far, in a line each. */

import { byId } from '../shared/dom.js';
import { summary } from '../shared/progress.js';
import { fillIn, words } from '../shared/words.js';

export function showProgress() {
  const today = new Date().toISOString().slice(0, 10);
  const { daily, puzzles } = summary(today);
  byId('daily', HTMLAnchorElement).href = `/daily/${today}`;
  byId('daily-day').textContent = String(Number(today.slice(-2)));
  const said = daily.today ? words.start.dailySolved : words.start.dailyStreak;
  if (daily.streak) byId('daily-status').textContent = fillIn(said, { n: daily.streak });
  const n = puzzles.reduce((sum, { solved }) => sum + solved, 0);
  if (n) byId('puzzles-status').textContent = fillIn(words.start.puzzlesSolved, { n });
}
