/** The puzzles page: which puzzle, the puzzle, and the progress beside it. */

import * as api from '../shared/api.js';
import { button, byId, el, fill } from '../shared/dom.js';
import { guard } from '../shared/page.js';
import { recordPuzzle, solvedOn } from '../shared/progress.js';
import * as storage from '../shared/storage.js';
import { mountProgress, streakText } from './progress-panel.js';
import { mountPuzzle } from './puzzle.js';

/** @import { Puzzle } from '../shared/types.js' */

guard();

const game = byId('which', HTMLSelectElement);
const level = byId('level', HTMLSelectElement);
const place = byId('puzzle');
const progress = mountProgress(byId('progress'));
/** @type {{destroy: () => void}|null} */
let puzzle = null; // the one on the board
let asked = 0;

const wantsDaily = () =>
  new URLSearchParams(location.search).has('daily') || location.hash === '#daily';

/** @param {string} path  of the puzzle to fetch, below those of all */
async function fetchPuzzle(path) {
  const mine = (asked += 1);
  place.setAttribute('aria-busy', 'true');
  try {
    const found = await api.puzzle(path);
    if (mine === asked) show(found);
  } catch (error) {
    if (mine === asked) complain(api.messageOf(error), path);
  } finally {
    if (mine === asked) place.removeAttribute('aria-busy');
  }
}

/** @param {Puzzle} found */
function show(found) {
  puzzle?.destroy();
  const { id, level: hard, date = null } = found;
  puzzle = mountPuzzle(place, found, {
    solved: date !== null && solvedOn(date),
    onAnswer(first, right) {
      recordPuzzle({ id: date ? `daily ${date}` : id, level: hard, right: first });
      if (date && right) recordPuzzle({ id: `daily ${date}`, level: hard, right: true, date });
      progress.render();
      showStreak();
    },
    onNext: fresh,
  });
}

/**
 * @param {string} text
 * @param {string} path
 */
function complain(text, path) {
  puzzle?.destroy();
  puzzle = null;
  fill(
    place,
    el('p', { class: 'notice is-bad', role: 'alert' }, text),
    el(
      'p',
      { class: 'row' },
      button('Try again', () => fetchPuzzle(path)),
      button('Any puzzle', easier, 'is-quiet'),
    ),
  );
}

function easier() {
  game.value = '';
  level.value = '';
  fresh();
}

/** A puzzle of the chosen kind. */
function fresh() {
  storage.put('puzzles', { game: game.value, level: level.value });
  const query = new URLSearchParams({ seed: String(Math.floor(Math.random() * 2 ** 31)) });
  if (game.value) query.set('game', game.value);
  if (level.value) query.set('level', level.value);
  history.replaceState(null, '', '/puzzles');
  place.focus({ preventScroll: true });
  return fetchPuzzle(`?${query}`);
}

function daily() {
  history.replaceState(null, '', '/puzzles?daily');
  return fetchPuzzle('/daily');
}

function showStreak() {
  const told = streakText();
  byId('daily').textContent = told ? `Today’s puzzle · ${told}` : 'Today’s puzzle';
}

async function begin() {
  showStreak();
  const kept = storage.get('puzzles', {}) ?? {};
  level.value = ['1', '2', '3', '4', '5'].includes(kept.level) ? kept.level : '';
  const first = wantsDaily() ? daily() : null;
  try {
    const { games } = await api.catalog();
    game.append(...games.map(({ name, title }) => el('option', { value: name }, title)));
    if (games.some(({ name }) => name === kept.game)) game.value = kept.game;
  } catch {
    game.disabled = true; // any game can still be asked for
  }
  if (!first) fresh();
}

byId('choose').addEventListener('submit', (event) => {
  event.preventDefault();
  fresh();
});
byId('daily').addEventListener('click', daily);
addEventListener('hashchange', () => wantsDaily() && daily());
begin();
