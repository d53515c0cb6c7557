/**
 * What this browser remembers of a player: games, puzzles, the daily streak. No account, nothing
 * leaves the browser. What was stored may be garbage, from another version or from a curious
 * hand: only what makes sense is read.
 *
 *   recordGame({ id, game, title, against: 'level:3', won: true });   // won null: same screen
 *   recordPuzzle({ id, level: 2, right: true, date: '2026-11-16' });  // date: the daily one
 *   summary();                                                        // see Summary
 *   mountProgress(element);                                           // the view
 *
 * @typedef {Object} Summary
 * @property {{game: string, title: string, against: string, played: number, won: number,
 *   lost: number}[]} games
 * @property {{level: number, tried: number, solved: number}[]} puzzles
 * @property {{streak: number, best: number, today: boolean}} daily
 */

import { count, el, fill } from './dom.js';
import { announce, saveText } from './page.js';
import { get, lasting, put } from './store.js';
import { botName } from './words.js';

const KEY = 'progress';
const MOST_SEEN = 300; // enough to know a game or a puzzle again when its page is reloaded
const MOST_DAYS = 1000;
const MOST_ROWS = 200;
const LEVELS = [1, 2, 3, 4, 5];
const DAY = 86_400_000;

/** Count a finished game; the same game counts once. */
export function recordGame({ id, game, title, against, won = null }) {
  const all = load();
  if (isSeen(all, `g:${id}`)) return;
  let row = all.games.find((r) => r.game === game && r.against === against);
  if (!row) {
    row = { game, title: title ?? game, against, played: 0, won: 0, lost: 0 };
    all.games.push(row);
  }
  row.played += 1;
  if (won === true) row.won += 1;
  if (won === false) row.lost += 1;
  put(KEY, all);
}

/** Count the first answer to a puzzle; a daily one counts for the streak once it is solved. */
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

/** Whether the daily puzzle of a day was solved here. */
export const solvedOn = (date) => load().days.includes(date);

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

/** Show the record in an element. */
export function mountProgress(element) {
  element.classList.add('progress');
  const render = () => {
    const { games, puzzles, daily } = summary();
    const tried = puzzles.reduce((sum, row) => sum + row.tried, 0);
    if (games.length + tried + daily.best === 0) {
      fill(element, el('p', { class: 'muted' }, nothingYet()));
      return;
    }
    fill(
      element,
      el(
        'dl',
        { class: 'figures' },
        games.length > 0 &&
          figure('Games won', sumOf(games, 'won'), `of ${sumOf(games, 'played')}`),
        tried > 0 && figure('Puzzles right', sumOf(puzzles, 'solved'), `of ${tried}`),
        daily.best > 0 && figure('Daily streak', daily.streak, `best ${daily.best}`),
      ),
      games.length > 0 && gamesTable(games),
      tried > 0 && puzzlesTable(puzzles),
      el('p', { class: 'small muted' }, 'Kept in this browser only.'),
      el(
        'p',
        { class: 'row' },
        button('Export', () => saveText('lastpick-progress.json', JSON.stringify(load(), null, 2))),
        clearButton(() => {
          put(KEY, empty());
          render();
          announce('Progress cleared.');
        }),
      ),
    );
  };
  render();
  return { render };
}

function nothingYet() {
  return lasting
    ? 'Nothing here yet. Games and puzzles that you finish are counted in this browser.'
    : 'Storage is switched off in this browser, so progress lasts until this tab is closed.';
}

function figure(label, value, beside) {
  return el(
    'div',
    {},
    el('dt', {}, label),
    el('dd', {}, el('b', {}, value), ' ', el('span', { class: 'small muted' }, beside)),
  );
}

function gamesTable(games) {
  const rows = games.map((row) => [
    row.title,
    OPPONENTS[row.against] ?? botName(row.against),
    row.played,
    row.won + row.lost ? row.won : '–',
    row.won + row.lost ? row.lost : '–',
  ]);
  return table('Games', ['Game', 'Opponent', 'Played', 'Won', 'Lost'], rows, 2);
}

const OPPONENTS = { friend: 'A friend', screen: 'Same screen' };

function puzzlesTable(puzzles) {
  const tried = puzzles.filter((row) => row.tried > 0);
  const rows = tried.map((row) => [`Level ${row.level}`, row.tried, row.solved]);
  return table('Puzzles, first answers', ['Level', 'Tried', 'Right'], rows, 1);
}

/** A table whose first columns are words, and the others numbers. */
function table(caption, heads, rows, words) {
  const cell = (tag, more) => (text, i) =>
    el(tag, { ...more, class: i < words ? null : 'number' }, text);
  return el(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': caption },
    el(
      'table',
      { class: 'table' },
      el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...heads.map(cell('th', { scope: 'col' })))),
      el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map(cell('td', {}))))),
    ),
  );
}

function button(text, onclick) {
  return el('button', { type: 'button', class: 'button is-small', onclick }, text);
}

/** Clearing cannot be undone, so it is asked for twice. */
function clearButton(clear) {
  let sure = false;
  const node = button('Clear', () => {
    if (sure) {
      clear();
      return;
    }
    sure = true;
    node.textContent = 'Really clear?';
    node.classList.add('is-danger');
  });
  node.addEventListener('blur', () => {
    sure = false;
    node.textContent = 'Clear';
    node.classList.remove('is-danger');
  });
  return node;
}

// --- what is stored ----------------------------------------------------------------------------

function empty() {
  const puzzles = LEVELS.map((level) => ({ level, tried: 0, solved: 0 }));
  return { version: 1, games: [], puzzles, days: [], seen: [] };
}

function load() {
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

function isSeen(all, key) {
  if (all.seen.includes(key)) return true;
  all.seen = [...all.seen, key].slice(-MOST_SEEN);
  return false;
}

const list = (value) => (Array.isArray(value) ? value : []);
const isText = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200;
const whole = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const isDay = (text) => {
  const time = Date.parse(text);
  return Number.isFinite(time) && dayOf(time) === text;
};
const sumOf = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0);

/** "3 days in a row", for a page that has little room. */
export function streakText({ streak } = summary().daily) {
  return streak > 1 ? `${count(streak, 'day')} in a row` : '';
}
