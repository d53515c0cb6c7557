/** What this browser remembers of a player, to look at, to save and to clear. */

import { button, count, el, fill } from '../shared/dom.js';
import { announce, saveText } from '../shared/page.js';
import { clear, load, summary } from '../shared/progress.js';
import { lasting } from '../shared/storage.js';
import { botName } from '../shared/words.js';

/** @import { GameRow, PuzzleRow } from '../shared/progress.js' */

/** Show the record. @param {HTMLElement} element */
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
        button('Export', save, 'is-small'),
        clearButton(() => {
          clear();
          render();
          announce('Progress cleared.');
        }),
      ),
    );
  };
  render();
  return { render };
}

function save() {
  saveText('lastpick-progress.json', JSON.stringify(load(), null, 2));
}

function nothingYet() {
  return lasting
    ? 'Nothing here yet. Games and puzzles that you finish are counted in this browser.'
    : 'Storage is switched off in this browser, so progress lasts until this tab is closed.';
}

/**
 * @param {string} label
 * @param {number} value
 * @param {string} beside
 */
function figure(label, value, beside) {
  return el(
    'div',
    {},
    el('dt', {}, label),
    el('dd', {}, el('b', {}, value), ' ', el('span', { class: 'small muted' }, beside)),
  );
}

/** @param {GameRow[]} games */
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

/** @type {Record<string, string>} */
const OPPONENTS = { friend: 'A friend', screen: 'Same screen' };

/** @param {PuzzleRow[]} puzzles */
function puzzlesTable(puzzles) {
  const tried = puzzles.filter((row) => row.tried > 0);
  const rows = tried.map((row) => [`Level ${row.level}`, row.tried, row.solved]);
  return table('Puzzles, first answers', ['Level', 'Tried', 'Right'], rows, 1);
}

/**
 * A table whose first columns are words, and the others numbers.
 *
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string|number)[][]} rows
 * @param {number} words
 */
function table(caption, heads, rows, words) {
  /** @param {number} i */
  const looks = (i) => (i < words ? null : 'number');
  const head = heads.map((text, i) => el('th', { scope: 'col', class: looks(i) }, text));
  const body = rows.map((row) =>
    el('tr', {}, ...row.map((text, i) => el('td', { class: looks(i) }, text))),
  );
  return el(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': caption },
    el(
      'table',
      { class: 'table' },
      el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...head)),
      el('tbody', {}, ...body),
    ),
  );
}

/** Clearing cannot be undone, so it is asked for twice. @param {() => void} onSure */
function clearButton(onSure) {
  let sure = false;
  const node = button('Clear', () => {
    if (sure) {
      onSure();
      return;
    }
    sure = true;
    node.textContent = 'Really clear?';
    node.classList.add('is-danger');
  }, 'is-small');
  node.addEventListener('blur', () => {
    sure = false;
    node.textContent = 'Clear';
    node.classList.remove('is-danger');
  });
  return node;
}

/**
 * @template {string} Key
 * @param {Record<Key, number>[]} rows
 * @param {Key} key
 */
const sumOf = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0);

/** "3 days in a row", for a page that has little room. */
export function streakText({ streak } = summary().daily) {
  return streak > 1 ? `${count(streak, 'day')} in a row` : '';
}
