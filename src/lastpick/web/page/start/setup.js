/** The set-up panel: from a form to the call that makes a game. */

import { messageOf } from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import * as storage from '../shared/storage.js';
import { botName, poolText } from '../shared/words.js';

/** @import { CatalogPlayer, NewGame } from '../shared/types.js' */

/**
 * @typedef {Object} Chosen  a game from the catalog, or the text of a game file
 * @property {string} [name]
 * @property {string} [toml]
 * @property {string} title
 * @property {string} summary
 * @property {string} [numbers]
 * @property {string[]} [pools]  to suggest
 *
 * @param {(body: NewGame) => Promise<void>} start  makes the game; throws what people should read
 */
export function createSetup(start) {
  const dialog = byId('setup', HTMLDialogElement);
  const form = byId('setup-form', HTMLFormElement);
  const go = byId('setup-go', HTMLButtonElement);
  const ownName = byId('setup-name', HTMLInputElement);
  const error = byId('setup-error');
  /** @type {Chosen} */
  let chosen = { title: '', summary: '' };
  /** @type {Record<string, string>} */
  let summaries = {};

  /** @param {string} name */
  const value = (name) => String(new FormData(form).get(name) ?? '');

  function pools() {
    const { numbers, pools: suggested = [] } = chosen;
    if (!numbers) return [['', 'As in the file']];
    const all = suggested.includes(numbers) ? suggested : [numbers, ...suggested];
    return all.map((pool) => [pool, poolText(pool)]);
  }

  function fillPools() {
    const usual = chosen.numbers ?? '';
    /** @param {string[]} pair */
    const choice = ([pool, label]) => {
      const looks = { type: 'radio', name: 'pool', value: pool, checked: pool === usual };
      return el('label', { class: 'choice' }, el('input', looks), el('span', {}, label));
    };
    fill(byId('setup-pools'), ...[...pools(), ['other', 'Other…']].map(choice));
  }

  /** Show only what the choices so far leave open. */
  function adapt() {
    const opponent = value('opponent');
    byId('setup-levels').hidden = opponent !== 'bot';
    byId('setup-starts').hidden = opponent === 'same';
    byId('setup-other').hidden = opponent !== 'same';
    byId('setup-free').hidden = value('pool') !== 'other';
    const label = opponent === 'same' ? 'Player 1’s name (optional)' : 'Your name (optional)';
    byId('setup-name-label').textContent = label;
    const level = value('level');
    byId('setup-level-text').textContent = [botName(level), summaries[level]]
      .filter(Boolean)
      .join(': ');
    go.textContent = opponent === 'friend' ? 'Create the invite link' : 'Start';
  }

  /** The body of the call. */
  function newGame() {
    const against = value('opponent');
    const opponent = against === 'bot' ? value('level') : against === 'same' ? 'me' : 'friend';
    const mine = value('name').trim() || null;
    const theirs = opponent === 'me' ? value('name2').trim() || null : null;
    const swapped = opponent !== 'me' && value('starts') === 'them';
    /** @type {<T>(pair: T[]) => T[]} */
    const order = (pair) => (swapped ? pair.reverse() : pair);
    /** @type {NewGame} */
    const body = { seats: order(['me', opponent]) };
    if (chosen.toml) body.toml = chosen.toml;
    else body.game = chosen.name;
    const pool = value('pool') === 'other' ? value('numbers').trim() : value('pool');
    if (pool && pool !== chosen.numbers) body.numbers = pool.replace(/\s*[–—-]\s*/, '-');
    if (mine || theirs) body.names = order([mine, theirs]);
    if (opponent !== 'me' && value('starts') === 'toss') body.toss = true;
    if (value('best') !== '1') body.best_of = Number(value('best'));
    if (value('clock')) {
      const [seconds, increment] = value('clock').split('+').map(Number);
      body.clock = { seconds, increment };
    }
    return body;
  }

  form.addEventListener('change', adapt);
  // Not on change: that comes with the press of the button, which would move away below the pointer.
  form.addEventListener('input', () => {
    error.hidden = true;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (value('opponent') !== 'same') storage.put('name', value('name').trim());
    storage.put('opponent', value('opponent'));
    storage.put('level', value('level'));
    go.disabled = true;
    try {
      await start(newGame());
    } catch (problem) {
      error.textContent = messageOf(problem);
      error.hidden = false;
      go.disabled = false;
    }
  });
  byId('setup-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });

  return {
    /** @param {Chosen} game */
    open(game) {
      chosen = game;
      byId('setup-title').textContent = game.title;
      byId('setup-rule').textContent = game.summary;
      fillPools();
      check('opponent', storage.get('opponent', 'friend'));
      check('level', storage.get('level', 'level:3'));
      ownName.value = storage.get('name', '');
      go.disabled = false;
      error.hidden = true;
      adapt();
      dialog.showModal();
      radios('opponent').find((radio) => radio.checked)?.focus();
    },

    /** @param {CatalogPlayer[]} players */
    know(players) {
      summaries = Object.fromEntries(players.map((player) => [player.name, player.summary]));
    },
  };

  /** @param {string} name */
  function radios(name) {
    const inputs = [...form.querySelectorAll('input')];
    return inputs.filter((input) => input.name === name);
  }

  /**
   * @param {string} name
   * @param {string} wanted
   */
  function check(name, wanted) {
    const all = radios(name);
    (all.find((input) => input.value === wanted) ?? all[0]).checked = true;
  }
}
