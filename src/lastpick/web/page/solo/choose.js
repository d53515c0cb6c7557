/** Which game to pick alone, and on which numbers. */

import * as api from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { guard } from '../shared/page.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { bestOf, soloPath } from './solo-bests.js';

/** @import { SoloGame } from '../shared/types.js' */

guard();

/** @param {SoloGame} game */
function card({ name, title, also, rule, pools }) {
  const id = `solo-${name}`;
  return el(
    'article',
    { class: 'card solo-game', 'aria-labelledby': id },
    el('h2', { id }, title),
    also.length > 0 && el('p', { class: 'small muted' }, fillIn(words.solo.also, { games: also.join(', ') })),
    el('p', { class: 'small' }, rule),
    el('ul', { class: 'solo-pools' }, ...pools.map((pool) => el('li', {}, way(name, pool)))),
    other(name),
  );
}

/**
 * @param {string} game
 * @param {SoloGame['pools'][number]} pool
 */
function way(game, { numbers, length, proved }) {
  const mine = bestOf(game, numbers);
  const looks = `solo-pool${proved && mine === length ? ' is-best' : ''}`;
  return el(
    'a',
    { class: looks, href: soloPath(game, numbers) },
    el('b', {}, poolText(numbers)),
    el('span', {}, fillIn(proved ? words.solo.possible : words.solo.known, { n: length })),
    mine > 0 && el('span', {}, fillIn(words.solo.yours, { n: mine })),
  );
}

/** Any other numbers. @param {string} game */
function other(game) {
  const id = `numbers-${game}`;
  const input = el('input', {
    id, class: 'input', name: 'numbers', required: true, autocomplete: 'off',
    placeholder: words.solo.example, maxlength: 40,
  });
  return el(
    'form',
    {
      class: 'solo-other',
      onsubmit(/** @type {SubmitEvent} */ event) {
        event.preventDefault();
        location.assign(soloPath(game, input.value.replace('–', '-').trim()));
      },
    },
    el('div', { class: 'field' }, el('label', { for: id }, words.solo.otherNumbers), input),
    el('button', { class: 'button', type: 'submit' }, words.solo.go),
  );
}

async function begin() {
  try {
    const { games } = await api.soloGames();
    const show = () => fill(byId('games'), ...games.map(card));
    show();
    addEventListener('pageshow', (event) => event.persisted && show());
  } catch (error) {
    byId('trouble').hidden = false;
    fill(byId('trouble'), api.messageOf(error));
  }
}

begin();
