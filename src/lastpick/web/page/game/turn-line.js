/** The line above the board: whose turn it is, and what is looked at, refused, or how things stand. */

import { byId, el, fill, say } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { seatOf } from '../shared/tiles.js';
import { resultText } from './result.js';
import { startText, turnText } from './view.js';

/** @import { View } from '../shared/types.js' */

const HOLD = 5000; // ms for which something told stays readable, whatever the pointer hovers

/** What was picked and how many picks there are, in a line. @param {View} view */
function standing(view) {
  const { state } = view;
  if (view.over) return resultText(view).why;
  const last = state.picks.at(-1);
  const legal = `${state.legal.length} legal`;
  if (last === undefined) return `${startText(state)}${legal}`;
  const picked = `${view.call(seatOf(state.picks.length - 1))} picked ${last}`;
  return [picked, legal].filter(Boolean).join(' · ');
}

export function createTurnLine() {
  const box = byId('turn');
  const turn = byId('turn-text');
  const line = byId('look');
  /** @type {View|null} */
  let view = null;
  let heldUntil = 0;

  function look(text = '') {
    if (!view || performance.now() < heldUntil) return;
    line.dataset.kind = '';
    say(line, text || standing(view));
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
     * @param {View} next
     * @param {boolean} moved  the picks are others now, so what was told is of the past
     */
    show(next, moved) {
      view = next;
      const seat = next.state.outcome?.winner ?? next.state.turn;
      if (moved) heldUntil = 0;
      box.dataset.seat = String(seat);
      box.classList.toggle('is-mine', next.acting !== null);
      let text = next.shared ? `${next.names[seat - 1]}, your turn` : turnText(next);
      if (next.over) text = resultText(next).title;
      const mark = el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' });
      fill(turn, mark, el('span', {}, text));
      look();
    },
  };
}
