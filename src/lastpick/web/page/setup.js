/** The set-up panel: from a form to the call that makes a game. */

import { byId, el, fill } from './dom.js';
import { botName } from './words.js';
import * as store from './store.js';

const POOLS = {
  'prime-rumble': ['2-30', '2-50', '2-100'],
  'non-consecutive': ['1-12', '1-20', '1-50', '1-100'],
  'juniper-green': ['1-40', '1-100', '1-200'],
};
const CHAIN_POOLS = ['1-20', '1-50', '1-100'];

/**
 * @typedef {Object} Chosen  a game from the catalog, or the text of a game file
 * @property {string} [name]
 * @property {string} [toml]
 * @property {string} title
 * @property {string} summary
 * @property {string} [numbers]
 *
 * @param {(body: Object) => Promise<void>} start  makes the game; throws what people should read
 */
export function createSetup(start) {
  const dialog = byId('setup');
  const form = byId('setup-form');
  const error = byId('setup-error');
  /** @type {Chosen} */
  let chosen = null;
  let summaries = {};

  const value = (name) => new FormData(form).get(name) ?? '';

  function pools() {
    if (!chosen.name) return [['', 'As in the file']];
    const usual = POOLS[chosen.name] ?? CHAIN_POOLS;
    const all = usual.includes(chosen.numbers) ? usual : [chosen.numbers, ...usual];
    return all.map((pool) => [pool, pool.replace('-', '–')]);
  }

  function fillPools() {
    const usual = chosen.numbers ?? '';
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
    byId('setup-go').textContent = opponent === 'friend' ? 'Create the invite link' : 'Start';
  }

  /** The body of the call. */
  function body() {
    const opponent = { friend: 'friend', bot: value('level'), same: 'me' }[value('opponent')];
    const mine = value('name').trim() || null;
    const theirs = opponent === 'me' ? value('name2').trim() || null : null;
    const swapped = opponent !== 'me' && value('starts') === 'them';
    const order = (pair) => (swapped ? pair.reverse() : pair);
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
    const go = byId('setup-go');
    if (value('opponent') !== 'same') store.put('name', value('name').trim());
    store.put('opponent', value('opponent'));
    store.put('level', value('level'));
    go.disabled = true;
    try {
      await start(body());
    } catch (problem) {
      error.textContent = problem.message;
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
      check('opponent', store.get('opponent', 'friend'));
      check('level', store.get('level', 'level:3'));
      byId('setup-name').value = store.get('name', '');
      byId('setup-go').disabled = false;
      error.hidden = true;
      adapt();
      dialog.showModal();
      form.querySelector('input[name="opponent"]:checked')?.focus();
    },

    /** @param {{name: string, summary: string}[]} players */
    know(players) {
      summaries = Object.fromEntries(players.map((player) => [player.name, player.summary]));
    },
  };

  function check(name, wanted) {
    const radio = [...form.elements[name]].find((input) => input.value === wanted);
    (radio ?? form.elements[name][0]).checked = true;
  }
}
