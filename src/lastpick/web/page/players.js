/** The two players: names, score, clocks, and plainly whose turn it is. */

import { el, fill, say } from './dom.js';
import { clockText } from './words.js';

const AWAY = 20;

/**
 * @param {HTMLElement} element
 * @param {() => number} serverNow  seconds since 1970 on the server's clock
 */
export function createPlayers(element, serverNow) {
  const cards = [1, 2].map((seat) => {
    const parts = {
      name: el('span', { class: 'player-name' }),
      note: el('span', { class: 'player-note' }),
      score: el('span', { class: 'player-score' }),
      clock: el('span', { class: 'player-clock mono' }),
    };
    const card = el(
      'div',
      { class: 'player', 'data-seat': seat },
      el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' }),
      el('span', { class: 'player-who' }, parts.name, parts.note),
      parts.score,
      parts.clock,
    );
    return { card, ...parts };
  });
  fill(element, ...cards.map(({ card }) => card));
  let view = null;

  function note(seat, away) {
    const { state, over } = view;
    const moves = !over && state.turn === seat;
    if (over) return state.outcome.winner === seat ? 'won' : 'lost';
    if (!view.bot(seat) && state.people && !state.people[seat - 1].joined) return 'not here yet';
    if (moves && view.bot(seat)) return 'thinking…';
    if (away > AWAY) return 'away';
    return moves ? 'to move' : 'waiting';
  }

  /** Seconds left on a player's clock now. */
  function left(seat) {
    const { clock, turn } = view.state;
    const runs = clock.running && turn === seat;
    return clock.left[seat - 1] - (runs ? Math.max(0, serverNow() - clock.since) : 0);
  }

  return {
    left,

    /**
     * @param {import('./view.js').View} next
     * @param {number[]} away  seconds since each player was heard
     */
    show(next, away) {
      view = next;
      const { state } = view;
      cards.forEach(({ card, name, note: noteNode, score, clock }, i) => {
        const seat = i + 1;
        const moves = !view.over && state.turn === seat;
        say(name, seat === view.me ? `${view.names[i]} (you)` : view.names[i]);
        say(noteNode, note(seat, seat === view.me || view.shared ? 0 : away[i]));
        card.classList.toggle('is-turn', moves);
        card.classList.toggle('is-winner', view.over && state.outcome.winner === seat);
        score.hidden = (state.match?.best_of ?? 1) === 1;
        say(score, String(state.match?.score[i] ?? 0));
        score.setAttribute('aria-label', `${state.match?.score[i] ?? 0} games won`);
        clock.hidden = !state.clock;
      });
      this.tick();
    },

    tick() {
      if (!view?.state.clock) return;
      cards.forEach(({ clock }, i) => {
        const seconds = left(i + 1);
        say(clock, clockText(seconds));
        clock.classList.toggle('is-low', seconds < 20);
      });
    },
  };
}
