/** The end of a game: the result in plain words, the next game, the record. */

import { recordOf } from './api.js';
import { byId, el, fill } from './dom.js';
import { announce, saveText } from './page.js';
import { reasonText } from './words.js';

/** @param {import('./view.js').View} view */
export function resultText(view) {
  const { winner, reason } = view.state.outcome;
  const loser = 3 - winner;
  const title = winner === view.me ? 'You won!' : `${view.names[winner - 1]} won`;
  const who = loser === view.me ? 'you' : view.names[loser - 1];
  return { title: loser === view.me ? 'You lost' : title, why: reasonText(reason, who) };
}

/** The score of a match in a line, or an empty text. */
export function matchText(view) {
  const { best_of: bestOf, score } = view.state.match ?? { best_of: 1, score: [0, 0] };
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

/** @param {() => void} rematch */
export function createOver(element, rematch) {
  let shown = '';

  function again(view) {
    const { state } = view;
    const fresh = view.decided ? 'Rematch' : 'Next game';
    if (view.watching) {
      if (!state.next) return null;
      const href = `/game/${encodeURIComponent(state.next)}`;
      return el('a', { class: 'button is-primary', href }, 'Watch the next game');
    }
    const asked = state.rematch ?? [];
    const looks = { class: 'button is-primary', type: 'button', onclick: rematch };
    const button = el('button', looks, fresh);
    if (asked.some((seat) => view.mine.includes(seat)) && !view.shared && !state.next) {
      button.disabled = true;
      button.textContent = `Waiting for ${view.names[2 - view.me]}…`;
    }
    return button;
  }

  function wish(view) {
    const other = (view.state.rematch ?? []).find((seat) => !view.mine.includes(seat));
    if (view.watching || view.state.next || !other || view.bot(other)) return null;
    return el('p', { class: 'over-wish' }, `${view.names[other - 1]} would like another game.`);
  }

  async function save(view) {
    try {
      const { game, id } = view.state;
      saveText(`${game ?? 'game'}-${id}.txt`, await recordOf(view.state.id));
    } catch (error) {
      announce(error.message);
      element.append(el('p', { class: 'by-bad', role: 'alert' }, error.message));
    }
  }

  return {
    show(view) {
      element.hidden = !view.over;
      const { state } = view;
      const { outcome, next, match } = state;
      const key = JSON.stringify([outcome, state.rematch, next, match, view.names]);
      if (!view.over || key === shown) return;
      shown = key;
      const { title, why } = resultText(view);
      element.dataset.winner = state.outcome.winner;
      const mark = `over-mark mark-${state.outcome.winner}`;
      const held = element.contains(document.activeElement);
      const saves = { class: 'button', type: 'button', onclick: () => save(view) };
      const looks = { class: 'button', type: 'button', onclick: toReview };
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
            el('button', looks, 'See the review'),
            el('button', saves, 'Save the record'),
            el('a', home, 'Other games'),
          ),
          !view.watching && swapped,
        ),
      );
      if (held) element.querySelector('button, a')?.focus();
    },
  };
}
