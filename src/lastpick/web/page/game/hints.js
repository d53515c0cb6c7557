/** Hints in three steps: is it won, where to look, and the pick with its reason. */

import { hint, messageOf } from '../shared/api.js';
import { button, el, fill } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Board, Hint, State } from '../shared/types.js' */

const STEPS = 3;

/**
 * @param {HTMLElement} element
 * @param {Object} table
 * @param {string} table.id
 * @param {() => {token: string, version: number, marked: number[]}|null} table.asking  with the
 *   tiles that may stand out
 * @param {() => Board|null} table.board  the board as it is now
 */
export function createHints(element, { id, asking, board }) {
  let step = 0;
  let version = -1;
  /** @type {string[]} */
  let texts = [];
  let busy = false;

  function clear() {
    step = 0;
    texts = [];
    element.hidden = true;
    board()?.highlight({});
  }

  /** @param {Hint} answer */
  function show(answer) {
    const more = button(words.game.tellMore, ask, 'is-small');
    const close = button(words.shared.close, clear, 'is-small is-quiet');
    fill(
      element,
      el('p', { class: 'eyebrow' }, fillIn(words.game.hintStep, { step, steps: STEPS })),
      ...texts.map((text) => el('p', {}, text)),
      el('div', { class: 'row' }, step < STEPS && more, close),
    );
    element.hidden = false;
    const { marked } = asking() ?? { marked: [] };
    const [low, high] = answer.area ?? [1, 0];
    const mark = answer.kind === 'wins' ? 'good' : 'hint';
    if (answer.pick !== null) board()?.highlight({ [mark]: [answer.pick] });
    else if (answer.area) board()?.highlight({ hint: marked.filter((n) => n >= low && n <= high) });
  }

  async function ask() {
    const from = asking();
    if (!from || busy) return;
    if (from.version !== version) clear();
    version = from.version;
    if (step >= STEPS) return;
    busy = true;
    element.hidden = false;
    element.setAttribute('aria-busy', 'true');
    if (step === 0) fill(element, el('p', {}, words.game.hintThinking));
    try {
      const answer = await hint(id, step + 1, from.token);
      if (asking()?.version !== version) return;
      step += 1;
      texts.push(answer.text);
      show(answer);
      announce(fillIn(words.game.hintSaid, { text: answer.text }));
    } catch (error) {
      const text = messageOf(error);
      fill(element, el('p', {}, text));
      announce(text);
    } finally {
      busy = false;
      element.setAttribute('aria-busy', 'false');
    }
  }

  return {
    ask,
    /** Drop hints of a position that is gone. @param {State} state */
    update(state) {
      if (version !== -1 && state.version !== version) {
        version = -1;
        clear();
      }
    },
  };
}
