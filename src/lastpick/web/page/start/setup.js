/** The set-up: from a form to the call that makes a game. What was chosen last is chosen again. */

import { messageOf } from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { closable } from '../shared/page.js';
import { settings } from '../shared/settings.js';
import * as storage from '../shared/storage.js';
import { botName, fillIn, poolText, words } from '../shared/words.js';

/** @import { NewGame } from '../shared/types.js' */

/**
 * @typedef {Object} Chosen  a game from the catalog, or the text of a game file
 * @property {string} [name]
 * @property {string} [toml]
 * @property {string} title
 * @property {string} summary
 * @property {string} [numbers]
 * @property {string[]} [pools]  to suggest
 */

const USUAL = { opponent: 'bot', level: 'level:2', starts: 'me', best: '1', clock: '' };

/** @returns {Record<string, string>} what was chosen last, or the usual */
const kept = () => ({ ...USUAL, ...storage.get('setup', {}) });

/** The bot that a tap on "Play a bot" gets. */
export const usualLevel = () => kept().level;

/**
 * @param {(body: NewGame) => Promise<void>} start  makes the game; throws what people should read
 * @param {Record<string, string>} levels  what each bot does
 */
export function createSetup(start, levels) {
  const dialog = byId('setup', HTMLDialogElement);
  const form = byId('setup-form', HTMLFormElement);
  const go = byId('setup-go', HTMLButtonElement);
  const ownName = byId('setup-name', HTMLInputElement);
  const other = byId('setup-other', HTMLInputElement);
  const numbers = byId('setup-numbers', HTMLInputElement);
  const error = byId('setup-error');
  /** @type {Chosen} */
  let chosen = { title: '', summary: '' };

  /** @param {string} name */
  const value = (name) => String(new FormData(form).get(name) ?? '');

  function fillPools() {
    const { numbers: usual = '', pools = [] } = chosen;
    const all = pools.includes(usual) ? pools : [usual, ...pools];
    /** @param {string} pool */
    const choice = (pool) => {
      const looks = { type: 'radio', name: 'pool', value: pool, checked: pool === usual };
      const label = pool ? poolText(pool) : words.start.asInFile;
      return el('label', { class: 'choice' }, el('input', looks), el('span', {}, label));
    };
    fill(byId('setup-pools'), ...all.map(choice));
    numbers.value = '';
  }

  /** What the choices so far leave open can be seen; the rest leaves its room, so nothing moves. */
  function adapt() {
    const opponent = value('opponent');
    for (const part of form.querySelectorAll('[data-for]')) {
      part.classList.toggle('is-away', part.getAttribute('data-for') !== opponent);
    }
    byId('setup-starts').classList.toggle('is-away', opponent === 'same');
    byId('setup-name-label').textContent =
      opponent === 'same' ? words.start.name1 : words.start.nameLabel;
    const level = value('level');
    byId('setup-level-text').textContent =
      fillIn(words.start.levelText, { name: botName(level), does: levels[level] ?? '' });
    go.textContent = opponent === 'friend' ? words.start.makeLink : words.start.go;
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
    const pool = other.checked ? numbers.value.trim() : value('pool');
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

  /** @param {string} text  nothing: all is well */
  function complain(text) {
    error.textContent = text;
    error.hidden = !text;
  }

  async function submit() {
    if (other.checked && !numbers.value.trim()) {
      complain(words.start.askNumbers);
      numbers.focus();
      return;
    }
    if (value('opponent') !== 'same') settings.put('name', value('name'));
    const names = Object.keys(USUAL);
    storage.put('setup', Object.fromEntries(names.map((name) => [name, value(name)])));
    go.disabled = true;
    try {
      await start(newGame());
    } catch (problem) {
      complain(messageOf(problem));
    }
    go.disabled = false;
  }

  form.addEventListener('change', adapt);
  // Not on change: that comes with the press of the button, which would move away below the pointer.
  form.addEventListener('input', ({ target }) => {
    complain('');
    if (target === numbers) other.checked = true;
  });
  other.addEventListener('click', ({ detail }) => {
    if (detail) numbers.focus(); // by a pointer; arrow keys go on among the choices
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  closable(dialog);
  byId('setup-close').addEventListener('click', () => dialog.close());

  return {
    /** @param {Chosen} game */
    open(game) {
      chosen = game;
      byId('setup-title').textContent = game.title;
      byId('setup-rule').textContent = game.summary;
      fillPools();
      for (const [name, wanted] of Object.entries(kept())) choose(name, wanted);
      ownName.value = settings.get('name');
      go.disabled = false;
      complain('');
      adapt();
      dialog.showModal();
      checked('opponent')?.focus();
    },
  };

  /** @param {string} name */
  function checked(name) {
    const inputs = [...form.querySelectorAll('input')];
    return inputs.find((input) => input.name === name && input.checked);
  }

  /**
   * @param {string} name
   * @param {string} wanted  what no longer can be chosen is passed over
   */
  function choose(name, wanted) {
    const all = form.elements.namedItem(name);
    if (all instanceof HTMLSelectElement) {
      if ([...all.options].some((option) => option.value === wanted)) all.value = wanted;
    } else if (all instanceof RadioNodeList) {
      const values = [...all].map((radio) => /** @type {HTMLInputElement} */ (radio).value);
      all.value = values.includes(wanted) ? wanted : values[0];
    }
  }
}
