/** The page of one puzzle: which one its address names, and the next. */

import * as api from '../shared/api.js';
import { button, byId, el, fill } from '../shared/dom.js';
import { createKeys } from '../shared/keys.js';
import { guard } from '../shared/page.js';
import { onSettings } from '../shared/settings.js';
import * as storage from '../shared/storage.js';
import { words } from '../shared/words.js';
import { showPuzzle } from './puzzle.js';

/** @import { Puzzle } from '../shared/types.js' */

guard();

/** @type {ReturnType<typeof showPuzzle>|null} */
let shown = null;
let asked = 0;

/**
 * What to ask the server for, after an address.
 *
 * @param {Location|URL} address
 */
function pathOf({ pathname, search }) {
  const [kind, name = ''] = pathname.split('/').filter(Boolean);
  if (kind === 'daily') return name ? `/daily?date=${name}` : '/daily';
  return name === 'new' ? freshPath(new URLSearchParams(search)) : `/${name}`;
}

/** A puzzle of the chosen kind. @param {URLSearchParams} chosen */
function freshPath(chosen) {
  const query = new URLSearchParams({ seed: String(Math.floor(Math.random() * 2 ** 31)) });
  for (const key of ['game', 'level']) {
    const value = chosen.get(key);
    if (value) query.set(key, value);
  }
  return `?${query}`;
}

/** The kind of puzzle that was chosen last. */
function chosenLast() {
  const kept = storage.get('puzzles', {}) ?? {};
  const known = Object.entries(kept).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(/** @type {[string, string][]} */ (known));
}

/** @param {Puzzle} puzzle */
const addressOf = ({ id, date }) => (date ? `/daily/${date}` : `/puzzle/${id}`);

/**
 * @param {string} path
 * @param {(address: string) => void} arrive  what to do with the puzzle's own address
 */
async function fetchPuzzle(path, arrive) {
  const mine = (asked += 1);
  byId('table').setAttribute('aria-busy', 'true');
  try {
    const found = await api.puzzle(path);
    if (mine !== asked) return;
    shown?.destroy();
    byId('trouble').hidden = true;
    byId('table').hidden = false;
    arrive(addressOf(found));
    shown = showPuzzle(found, next);
    scrollTo({ top: 0 });
  } catch (error) {
    if (mine === asked) complain(api.apiError(error).message);
  } finally {
    if (mine === asked) byId('table').removeAttribute('aria-busy');
  }
}

/** @param {string} address */
const replace = (address) => history.replaceState(history.state, '', address);

function next() {
  return fetchPuzzle(freshPath(chosenLast()), (address) => history.pushState(history.state, '', address));
}

/** One kind line, and ways on. @param {string} text */
function complain(text) {
  shown?.destroy();
  shown = null;
  byId('table').hidden = true;
  byId('trouble').hidden = false;
  fill(
    byId('trouble'),
    el('h1', { class: 'side-title' }, words.puzzles.noPuzzle),
    el('p', {}, `${text.charAt(0).toUpperCase()}${text.slice(1)}`),
    el(
      'p',
      { class: 'row' },
      el('a', { class: 'button is-primary', href: '/puzzles' }, words.puzzles.allPuzzles),
      button(words.shared.tryAgain, () => location.reload()),
    ),
  );
}

const keys = createKeys({
  pick: (n) => shown?.pick(n),
  preview: (n) => shown?.preview(n),
  letters: {
    h: () => shown?.hint(),
    s: () => shown?.toGiveUp(),
    n: next,
    c: () => shown?.share(),
    b: () => shown?.focus(),
    l: () => shown?.nextLegal(),
  },
});
byId('do-keys').addEventListener('click', keys.open);
onSettings((name) => name === 'legal' && shown?.refresh());
addEventListener('popstate', () => fetchPuzzle(pathOf(location), replace));
fetchPuzzle(pathOf(location), replace);
