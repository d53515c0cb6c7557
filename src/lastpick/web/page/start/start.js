/** The start page: choose a game and be playing. */

import { messageOf } from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { closable, guard } from '../shared/page.js';
import { settings } from '../shared/settings.js';
import { makeGame } from './making.js';
import { offerOwnGame } from './own-game.js';
import { showProgress } from './progress-lines.js';
import { showRecent } from './recent-games.js';
import { createSetup, usualLevel } from './setup.js';

/** @import { OfferedGame } from '../shared/types.js' */

guard();

/**
 * Written into the page by the server; a lesson is the ids of its steps.
 *
 * @type {{games: OfferedGame[], levels: Record<string, string>, lessons: string[][]}}
 */
const { games, levels, lessons } = JSON.parse(byId('catalog').textContent ?? '');

/** @param {string|undefined} name */
function gameOf(name) {
  const found = games.find((game) => game.name === name);
  if (!found) throw new Error(`no such game: ${name}`);
  return found;
}

const setup = createSetup(makeGame, levels);
const rules = byId('rules', HTMLDialogElement);
const problem = byId('problem');

/** @param {OfferedGame} game */
function showRules(game) {
  byId('rules-title').textContent = game.title;
  byId('rules-text').textContent = game.rules;
  fill(byId('rules-example'), ...game.example.map((line) => el('li', {}, line)));
  fill(byId('rules-tips'), ...game.tips.map((tip) => el('li', {}, tip)));
  rules.showModal();
}

/**
 * One tap: the game is made, and its page opens.
 *
 * @param {OfferedGame} game
 * @param {string} opponent  a bot, or "friend"
 * @param {HTMLButtonElement} button
 */
async function playAtOnce(game, opponent, button) {
  const name = settings.get('name');
  const body = { game: game.name, seats: ['me', opponent] };
  button.disabled = true;
  problem.hidden = true;
  try {
    await makeGame(name ? { ...body, names: [name, null] } : body);
  } catch (error) {
    problem.textContent = messageOf(error);
    problem.hidden = false;
  }
  button.disabled = false;
}

/** What a button of the page does, at the game that it stands for. @param {MouseEvent} event */
function pressed({ target }) {
  const button = target instanceof Element ? target.closest('button[data-do]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const box = /** @type {HTMLElement} */ (button.closest('[data-game]'));
  const game = gameOf(box.dataset.game);
  const wanted = /** @type {'bot'|'friend'|'options'|'rules'} */ (button.dataset.do);
  switch (wanted) {
    case 'bot':
      playAtOnce(game, button.dataset.bot ?? usualLevel(), button);
      break;
    case 'friend':
      playAtOnce(game, 'friend', button);
      break;
    case 'options':
      setup.open(game);
      break;
    case 'rules':
      showRules(game);
      break;
    default: {
      /** @type {never} */
      const unknown = wanted;
      throw new TypeError(`no such button: ${unknown}`);
    }
  }
}

/** Another book of a family: the card is its card now. @param {Event} event */
function chooseBook({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  const card = target.closest('article');
  if (!card) return;
  const game = gameOf(target.value);
  card.dataset.game = game.name;
  /** @type {HTMLElement} */ (card.querySelector('.family-rule')).textContent = game.summary;
  for (const button of card.querySelectorAll('button')) {
    button.setAttribute('aria-label', `${button.textContent}: ${game.title}`);
  }
}

document.addEventListener('click', pressed);
byId('families').addEventListener('change', chooseBook);
// A browser may come back to the page with other books chosen than the page was written with.
for (const input of document.querySelectorAll('#families input:checked')) {
  chooseBook(/** @type {any} */ ({ target: input }));
}
closable(rules);
byId('rules-close').addEventListener('click', () => rules.close());
offerOwnGame((game) => setup.open(game));
byId('all-recent').addEventListener('click', () => showRecent(Infinity));

function showYours() {
  showRecent();
  showProgress(games, lessons);
}

showYours();
addEventListener('pageshow', (event) => event.persisted && showYours());
