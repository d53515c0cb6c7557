/** The end of a game: the result in plain words, the next game, the record. */

import { messageOf, recordOf } from '../shared/api.js';
import { button, byId, el, fill } from '../shared/dom.js';
import { announce, saveText } from '../shared/page.js';
import { STUCK, reasonText, stuckText } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */

/** @param {View} view  of a game that is over */
export function resultText(view) {
  const { winner, reason } = view.state.outcome ?? { winner: 0, reason: '' };
  const loser = 3 - winner;
  const title = winner === view.me ? 'You won!' : `${view.names[winner - 1]} won`;
  /** @param {number} seat */
  const who = (seat) => (seat === view.me ? 'you' : view.names[seat - 1]);
  const misere = reason === STUCK && view.state.last_pick === 'loses';
  const why = misere ? stuckText(who(winner)) : reasonText(reason, who(loser));
  return { title: loser === view.me ? 'You lost' : title, why };
}

/** The score of a match in a line, or an empty text. @param {View} view */
export function matchText(view) {
  const { best_of: bestOf, score } = view.state.match;
  if (bestOf === 1) return '';
  const tally = `Best of ${bestOf}: ${view.names[0]} ${score[0]}, ${view.names[1]} ${score[1]}.`;
  if (!view.decided) return tally;
  const leader = score[0] > score[1] ? 1 : 2;
  return `${tally} ${view.call(leader)} ${leader === view.me ? 'win' : 'wins'} the match.`;
}

/** On a phone it is several screens below. */
function toReview() {
  const review = byId('review');
  review.tabIndex = -1;
  review.focus({ preventScroll: true });
  review.scrollIntoView();
}

/**
 * @param {HTMLElement} element
 * @param {() => void} rematch
 */
export function createResult(element, rematch) {
  let shown = '';

  /** @param {View} view */
  function again(view) {
    const { state } = view;
    const fresh = view.decided ? 'Rematch' : 'Next game';
    if (view.watching) {
      if (!state.next) return null;
      const href = `/game/${encodeURIComponent(state.next)}`;
      return el('a', { class: 'button is-primary', href }, 'Watch the next game');
    }
    const wanted = button(fresh, rematch, 'is-primary');
    if (state.rematch.some((seat) => seat === view.me) && !state.next) {
      wanted.disabled = true;
      wanted.textContent = `Waiting for ${view.names[2 - Number(view.me)]}…`;
    }
    return wanted;
  }

  /** @param {View} view */
  function wish(view) {
    const other = view.state.rematch.find((seat) => !view.mine.includes(seat));
    if (view.watching || view.state.next || !other || view.bot(other)) return null;
    return el('p', { class: 'over-wish' }, `${view.names[other - 1]} would like another game.`);
  }

  /** @param {View} view */
  async function save(view) {
    try {
      const { game, id } = view.state;
      saveText(`${game}-${id}.txt`, await recordOf(view.state.id));
    } catch (error) {
      const text = messageOf(error);
      announce(text);
      element.append(el('p', { class: 'by-bad', role: 'alert' }, text));
    }
  }

  return {
    /** @param {View} view */
    show(view) {
      element.hidden = !view.over;
      const { state } = view;
      const { outcome, next, match } = state;
      const key = JSON.stringify([outcome, state.rematch, next, match, view.names]);
      if (!outcome || key === shown) return;
      shown = key;
      const { title, why } = resultText(view);
      element.dataset.winner = String(outcome.winner);
      const mark = `over-mark mark-${outcome.winner}`;
      const held = element.contains(document.activeElement);
      const home = { class: 'button is-quiet', href: '/' };
      const swapped = el('p', { class: 'small' }, 'The other player starts next time.');
      fill(
        element,
        el(
          'div',
          { class: 'stack is-tight' },
          el('h2', { id: 'over-title' }, el('span', { class: mark, 'aria-hidden': 'true' }), title),
          el('p', {}, [why, matchText(view)].filter(Boolean).join(' ')),
          wish(view),
          el(
            'div',
            { class: 'row' },
            again(view),
            button('See the review', toReview),
            button('Save the record', () => save(view)),
            el('a', home, 'Other games'),
          ),
          !view.watching && swapped,
        ),
      );
      if (held) element.querySelector(/** @type {'a'} */ ('button, a'))?.focus();
    },
  };
}
