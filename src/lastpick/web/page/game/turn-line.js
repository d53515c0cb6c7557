/** Whose turn it is, and the line below: what is looked at, refused, or how things stand. */

import { byId, count, el, fill, say } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { seatOf } from '../shared/tiles.js';
import { startText, turnText } from './view.js';

/** @import { View } from '../shared/types.js' */

const HOLD = 5000; // ms for which something told stays readable, whatever the pointer hovers

/** How things stand, in a line. @param {View} view */
function standing({ over, state, me, names }) {
  if (over) return '';
  const last = state.picks.at(-1);
  const legal = `${count(state.legal.length, 'pick')} legal`;
  if (last === undefined) return `${startText(state)}First pick. ${legal}.`;
  const seat = seatOf(state.picks.length - 1);
  return `Last pick: ${last}, by ${seat === me ? 'you' : names[seat - 1]}. ${legal}.`;
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
      const seat = next.state.turn;
      if (moved) heldUntil = 0;
      box.hidden = next.over;
      box.dataset.seat = String(seat);
      box.classList.toggle('is-mine', next.acting !== null);
      const text = next.shared ? `${next.names[seat - 1]}, your turn` : turnText(next);
      const mark = el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' });
      fill(turn, mark, el('span', {}, text));
      look();
    },
  };
}
