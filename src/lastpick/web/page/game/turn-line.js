/** The line above the board: whose turn, and what is looked at, refused, or how things stand. */

import { byId, el, fill, say } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { seatOf } from '../shared/tiles.js';
import { fillIn, words } from '../shared/words.js';
import { resultText } from './result.js';
import { startText, turnText } from './view.js';

/** @import { View } from '../shared/types.js' */

const HOLD = 5000; // ms for which something told stays readable, whatever the pointer hovers

/**
 * What was picked and how many picks there are, in a line.
 *
 * @param {View} view
 * @param {boolean} open  whether it may be told what is legal
 */
function standing(view, open) {
  const { state } = view;
  if (view.over) {
    const lost = view.me !== null && state.outcome?.winner !== view.me;
    return [resultText(view).why, lost && words.game.kindWord].filter(Boolean).join(' ');
  }
  const last = state.picks.at(-1);
  const legal = open ? fillIn(words.game.legal, { n: state.legal.length }) : '';
  if (last === undefined) return `${startText(state)}${legal}`;
  const name = view.call(seatOf(state.picks.length - 1));
  return [fillIn(words.game.picked, { name, number: last }), legal].filter(Boolean).join(' · ');
}

/** @param {View} view */
function headline(view) {
  if (view.over) return resultText(view).title;
  if (!view.shared) return turnText(view);
  return fillIn(words.game.turnAtScreen, { name: view.names[view.state.turn - 1] });
}

export function createTurnLine() {
  const box = byId('turn');
  const turn = byId('turn-text');
  const line = byId('look');
  let stands = '';
  let heldUntil = 0;

  function look(text = '') {
    if (performance.now() < heldUntil) return;
    line.dataset.kind = '';
    say(line, text || stands);
  }

  return {
    look,

    /**
     * Say something here, and to screen readers.
     *
     * @param {string} text
     * @param {string} [kind]  "bad": a refusal
     */
    tell(text, kind = '') {
      line.textContent = text;
      line.dataset.kind = kind;
      heldUntil = performance.now() + HOLD;
      announce(text);
    },

    /**
     * @param {View} view
     * @param {{moved: boolean, open: boolean}} how  whether the picks are others now, so that what
     *   was told is of the past; whether it may be told what is legal
     */
    show(view, { moved, open }) {
      const { outcome } = view.state;
      const seat = outcome?.winner ?? view.state.turn;
      if (moved) heldUntil = 0;
      stands = standing(view, open);
      box.dataset.seat = String(seat);
      box.classList.toggle('is-mine', view.acting !== null || outcome?.winner === view.me);
      const mark = el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' });
      fill(turn, mark, el('span', {}, headline(view)));
      look();
    },

    /**
     * What the line showed a moment ago, as a picture.
     *
     * @param {string} text
     * @param {number} seat
     */
    picture(text, seat) {
      const mark = el('span', { class: `mark-${seat}` });
      const told = el('p', { class: 'turn-text' }, mark, el('span', {}, text));
      return el('div', { class: 'turn', 'data-seat': seat, 'aria-hidden': 'true' }, told);
    },
  };
}
