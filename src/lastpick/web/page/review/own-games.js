/** The games that this browser remembers, those that are over first: each is its own review. */

import { el, fill } from '../shared/dom.js';
import * as storage from '../shared/storage.js';
import { agoText, fillIn, poolText, words } from '../shared/words.js';

const said = words.review;

/** @param {HTMLElement} element */
export function showOwnGames(element) {
  const games = storage.recent();
  if (games.length === 0) {
    fill(element, el('p', { class: 'muted' }, said.noGamesYet));
    return;
  }
  const sorted = [...games.filter((game) => game.over), ...games.filter((game) => !game.over)];
  fill(element, el('ul', { class: 'own-games' }, ...sorted.map(link)));
}

/** @param {storage.Recent} game */
function link({ id, title, numbers, against, status, at, over }) {
  const name = fillIn(said.gameAgainst, { title, numbers: poolText(numbers), name: against });
  return el(
    'li',
    {},
    el(
      'a',
      { class: 'panel', href: `/game/${encodeURIComponent(id)}` },
      el('strong', {}, name),
      el('span', { class: 'small muted' }, `${over ? status : said.stillPlayed} · ${agoText(at)}`),
    ),
  );
}
