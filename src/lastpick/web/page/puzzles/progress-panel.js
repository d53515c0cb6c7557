/** What this browser remembers of a player: to look at, to take elsewhere and to clear. */

import { button, el, fill } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { announce, saveText } from '../shared/page.js';
import { clear, summary } from '../shared/progress.js';
import { lasting } from '../shared/storage.js';
import { botName, fillIn, words } from '../shared/words.js';
import { LARGEST, NAME, addFile, hasMore, written } from './progress-file.js';
import { sureButton } from './sure-button.js';

/** @import { GameRow, PuzzleRow } from '../shared/progress-data.js' */
/** @import { Child } from '../shared/types.js' */

const said = words.puzzles;

/**
 * Show the record.
 *
 * @param {HTMLElement} element
 * @param {() => void} onChange  it was cleared, or something was added
 */
export function mountProgress(element, onChange) {
  element.classList.add('progress');
  const note = el('p', { class: 'small', role: 'status' });
  const chosen = el('input', {
    type: 'file', class: 'visually-hidden', id: 'import', accept: '.json,.jsonl', onchange: bring,
  });

  async function bring() {
    const file = chosen.files?.[0];
    if (!file) return;
    note.textContent = await taken(file);
    note.classList.toggle('by-bad', note.textContent.includes(file.name));
    chosen.value = '';
    onChange();
  }

  /** @param {string} today */
  const render = (today) => {
    const { games, puzzles, solved, daily } = summary(today);
    const tried = puzzles.reduce((sum, row) => sum + row.tried, 0);
    const something = games.length + tried + daily.best > 0;
    fill(
      element,
      ...(something ? shown() : [el('p', { class: 'muted' }, lasting ? said.nothingYet : said.notLasting)]),
      el('p', { class: 'small muted' }, said.keptHere),
      el(
        'p',
        { class: 'row' },
        (something || hasMore()) && button(said.export, () => saveText(NAME, written()), 'is-small'),
        chosen,
        el('label', { class: 'button is-small', for: 'import' }, said.import),
        something && sureButton({ text: said.clear, sure: said.clearSure }, forget, 'is-small'),
      ),
      note,
    );

    /** @returns {Child[]} */
    function shown() {
      return [
        el(
          'dl',
          { class: 'figures' },
          games.length > 0 && figure(said.gamesWon, sumOf(games, 'won'), { of: sumOf(games, 'played') }),
          tried > 0 && figure(said.puzzlesSolved, solved, { of: tried }),
          daily.best > 0 && figure(said.dailyStreak, daily.streak, { best: daily.best }),
        ),
        games.length > 0 && gamesTable(games),
        tried > 0 && puzzlesTable(puzzles),
      ];
    }
  };

  function forget() {
    clear();
    note.textContent = '';
    onChange();
    announce(said.cleared);
  }

  return { render };
}

/** Add what a file holds; what to say of it. @param {File} file */
async function taken(file) {
  const { name } = file;
  if (file.size > LARGEST) return fillIn(said.tooLarge, { name });
  const came = addFile(await file.text());
  switch (came) {
    case 'added':
      return said.imported;
    case 'nothing new':
      return said.importedNothing;
    case 'oversized':
      return fillIn(said.tooLarge, { name });
    case 'something else':
      return fillIn(said.notProgress, { name });
    default:
      return unknownKind(came);
  }
}

/**
 * @param {string} label
 * @param {number} value
 * @param {{of?: number, best?: number}} beside
 */
function figure(label, value, { of, best }) {
  const text = best === undefined ? fillIn(said.of, { n: of ?? 0 }) : fillIn(said.best, { n: best });
  return el(
    'div',
    {},
    el('dt', {}, label),
    el('dd', {}, el('b', {}, value), ' ', el('span', { class: 'small muted' }, text)),
  );
}

/** @param {GameRow[]} games */
function gamesTable(games) {
  const rows = games.map((row) => [
    el('span', {}, row.title, el('span', { class: 'against muted' }, opponent(row.against))),
    row.played,
    row.won + row.lost ? row.won : '–',
    row.won + row.lost ? row.lost : '–',
  ]);
  return table(said.games, [said.game, said.played, said.won, said.lost], rows);
}

/** @param {string} against */
function opponent(against) {
  if (against === 'friend') return said.friend;
  return against === 'screen' ? words.shared.sameScreen : botName(against);
}

/** @param {PuzzleRow[]} puzzles */
function puzzlesTable(puzzles) {
  const tried = puzzles.filter((row) => row.tried > 0);
  const rows = tried.map((row) => [row.level, row.tried, row.solved, row.first]);
  return table(said.puzzleTable, [said.level, said.tried, said.solved, said.firstTry], rows);
}

/**
 * A table whose first column is named, and the others are numbers.
 *
 * @param {string} caption
 * @param {string[]} heads
 * @param {(HTMLElement|string|number)[][]} rows
 */
function table(caption, heads, rows) {
  /** @param {number} i */
  const looks = (i) => (i === 0 ? null : 'number');
  const head = heads.map((text, i) => el('th', { scope: 'col', class: looks(i) }, text));
  const body = rows.map((row) =>
    el('tr', {}, ...row.map((text, i) => el('td', { class: looks(i) }, text))),
  );
  return el(
    'table',
    { class: 'table' },
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...body),
  );
}

/**
 * @template {string} Key
 * @param {Record<Key, number>[]} rows
 * @param {Key} key
 */
const sumOf = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0);
