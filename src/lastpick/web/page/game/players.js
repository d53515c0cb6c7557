/** The two players: names, score, clocks, and plainly whose turn it is. */

import { el, fill, say } from '../shared/dom.js';
import { clockText, fillIn, words } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */

const AWAY = 20;

/**
 * @param {HTMLElement} element
 * @param {() => number} serverNow  the server's time, in seconds
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
      parts.name,
      parts.note,
      parts.score,
      parts.clock,
    );
    return { card, ...parts };
  });
  fill(element, ...cards.map(({ card }) => card));
  /** @type {View|null} */
  let view = null;

  /**
   * What there is to say of a player; whose turn it is stands above the board.
   *
   * @param {View} now
   * @param {number} seat
   * @param {number} away
   */
  function note(now, seat, away) {
    const { state } = now;
    if (state.outcome) return state.outcome.winner === seat ? words.game.won : words.game.lost;
    if (away > AWAY) return words.game.away;
    return '';
  }

  /** Seconds left on a player's clock now; without a clock, no end of them. @param {number} seat */
  function left(seat) {
    if (!view?.state.clock) return Infinity;
    const { clock, turn } = view.state;
    const runs = clock.running && turn === seat && clock.since !== null;
    return clock.left[seat - 1] - (runs ? Math.max(0, serverNow() - Number(clock.since)) : 0);
  }

  return {
    left,

    /**
     * @param {View} next
     * @param {number[]} away  seconds since each player was heard
     */
    show(next, away) {
      view = next;
      const { state } = next;
      cards.forEach(({ card, name, note: noteNode, score, clock }, i) => {
        const seat = i + 1;
        const moves = !next.over && state.turn === seat;
        const awaited = !next.bot(seat) && state.people?.[i].joined === false;
        const called = awaited ? words.game.notHere : next.names[i];
        say(name, seat === next.me && !next.over ? fillIn(words.game.you, { name: called }) : called);
        card.classList.toggle('is-awaited', awaited);
        say(noteNode, note(next, seat, seat === next.me || next.shared ? 0 : away[i]));
        card.classList.toggle('is-turn', moves);
        card.classList.toggle('is-winner', state.outcome?.winner === seat);
        score.hidden = state.match.best_of === 1;
        say(score, String(state.match.score[i]));
        score.setAttribute('aria-label', fillIn(words.game.gamesWon, { n: state.match.score[i] }));
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
