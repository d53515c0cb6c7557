/** The games of this browser, newest first. */

import { byId, el, fill } from '../shared/dom.js';
import { summary } from '../shared/progress.js';
import * as storage from '../shared/storage.js';
import { agoText, fillIn, poolText, words } from '../shared/words.js';

const FEW = 3;

/** @import { Recent } from '../shared/storage.js' */

/** Those that can be gone on with lead. @param {Recent} a @param {Recent} b */
const openFirst = (a, b) => Number(a.over ?? true) - Number(b.over ?? true);

/** @param {Recent} game */
function row(game) {
  return el(
    'li',
    {},
    el(
      'a',
      { class: 'panel', href: `/game/${encodeURIComponent(game.id)}` },
      el(
        'span',
        {},
        el('strong', {}, `${game.title} ${poolText(game.numbers)}`),
        el('span', { class: game.over === false ? 'small is-open' : 'small' }, game.status),
      ),
      el(
        'span',
        { class: 'small muted' },
        el('span', {}, fillIn(words.start.recentAgainst, { name: game.against })),
        el('span', {}, agoText(game.at)),
      ),
    ),
  );
}

export function showRecent(most = FEW) {
  const all = storage.recent().sort(openFirst);
  const games = all.slice(0, most);
  document.documentElement.dataset.recent = String(Math.min(FEW, all.length));
  byId('all-recent').hidden = games.length === all.length;
  fill(byId('recent'), ...games.map(row));
  let [played, won] = [0, 0];
  for (const kind of summary().games) {
    played += kind.won + kind.lost;
    won += kind.won;
  }
  byId('won').textContent = played ? fillIn(words.start.won, { won, played }) : '';
}
