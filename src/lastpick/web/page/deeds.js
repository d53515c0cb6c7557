/** What a player does: pick, take back, resign, claim, ask for another game. */

import * as api from './api.js';
import { byId } from './dom.js';
import { closable } from './page.js';
import * as store from './store.js';
import { seatOf } from './tiles.js';
import { turnText } from './view.js';

/**
 * @param {import('./session.js').Session} session
 * @param {Object} table
 * @param {() => Object} table.board
 * @param {(text: string, kind?: string) => void} table.tell
 * @param {() => void} table.onBusy  a call has begun or ended
 */
export function createDeeds(session, { board, tell, onBusy }) {
  let busy = false;
  let claimed = -1;
  closable(byId('resign'));

  /** Make a call of a player; a stale one is dropped quietly, for the state that came instead. */
  async function send(what, seat, body = {}) {
    if (busy) return;
    busy = true;
    onBusy();
    try {
      const onRetry = () => tell('No answer yet. Trying again…', 'bad');
      session.take(await api.act(session.id, what, session.from(seat), body, onRetry));
      session.problem = '';
    } catch (error) {
      if (!error.state) throw error;
      session.take(error.state);
    } finally {
      busy = false;
      onBusy();
    }
  }

  /** Make a call whose failure is told in the line above the board. */
  async function attempt(what, seat, body) {
    try {
      await send(what, seat, body);
    } catch (error) {
      tell(error.message, 'bad');
    }
  }

  /** Why nothing can be picked here and now, or an empty text. */
  function hindrance({ watching, over, acting }) {
    if (watching) return 'You are watching. Only the players can pick.';
    if (over) return 'This game is over.';
    return acting === null ? `Not yet: ${turnText(session.view).replace('…', '')}.` : '';
  }

  async function pick(n) {
    const { view } = session;
    if (!view || busy) return;
    const text = hindrance(view);
    if (text) {
      tell(text);
      return;
    }
    board().sent(n);
    try {
      await send('picks', view.acting, { pick: n });
    } catch (error) {
      board().refuse(n);
      tell(error.message, 'bad');
    } finally {
      board().sent(null);
    }
  }

  /** At one screen the one who picked last takes back, alone; else it is me. */
  const backSeat = () => (session.view.shared ? 3 - session.state.turn : session.view.me);

  function canTakeBack() {
    const { view, state } = session;
    if (!view || view.watching || view.over || state.takeback) return false;
    return state.picks.some((_, place) => seatOf(place) === backSeat());
  }

  function takeBack() {
    if (canTakeBack()) attempt('takeback', backSeat());
  }

  function resign() {
    const { view, state } = session;
    if (!view || view.watching || view.over) return;
    const dialog = byId('resign');
    const seat = view.me ?? state.turn;
    const winner = view.names[2 - seat];
    byId('resign-text').textContent = view.shared
      ? `${view.names[seat - 1]} gives up, and ${winner} wins.`
      : `${winner} wins then.`;
    dialog.returnValue = 'no';
    const decide = () => dialog.returnValue === 'yes' && attempt('resign', seat);
    dialog.addEventListener('close', decide, { once: true });
    dialog.showModal();
  }

  /** A rematch is wanted whatever else happened, so a stale call is made again. */
  async function askAgain(seat) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await api.act(session.id, 'rematch', session.from(seat));
      } catch (error) {
        if (!error.state || tries >= 3) throw error;
        session.take(error.state);
      }
    }
  }

  /** Ask for every seat held here. @returns {Promise<string|null>} the next game, if it is there */
  async function askForAll(seats) {
    let next = null;
    const seated = new Set();
    // Twice: at one screen, the first seat's token comes only after both have asked.
    for (const seat of [...seats, ...seats]) {
      if (seated.has(seat)) continue;
      const answer = await askAgain(seat);
      if (answer.id) {
        next = answer.id;
        seated.add(seat);
        store.keepSeat(next, { tokens: answer.tokens });
      } else {
        session.take(answer.state);
        if (seats.length === 1) break;
      }
    }
    return next;
  }

  /** Ask for another game, and go there when it is. */
  async function rematch() {
    const { view } = session;
    if (!view?.over || view.watching || busy) return;
    busy = true;
    let next = null;
    try {
      next = await askForAll(view.mine);
      if (next) location.assign(`/game/${encodeURIComponent(next)}`);
    } catch (error) {
      tell(error.message, 'bad');
      return;
    } finally {
      busy = false;
    }
    if (!next) followNext();
  }

  /** The other one has asked too: go on, if I have. */
  function followNext() {
    const { view, state } = session;
    if (!state.next || view.watching || busy) return;
    if (state.rematch?.some((seat) => view.mine.includes(seat))) rematch();
  }

  return {
    pick,
    takeBack,
    canTakeBack,
    resign,
    rematch,
    followNext,
    answer: (agree) => attempt('takeback', session.view.me, { agree }),
    claim: () => attempt('claim', session.view.me),

    /** The clock of the other one has run out: tell the server, once for each state. */
    claimTime() {
      const { view, state } = session;
      if (view.over || view.watching || view.me === state.turn || claimed === state.version) return;
      claimed = state.version;
      attempt('claim', view.me ?? 3 - state.turn);
    },

    get busy() {
      return busy;
    },
  };
}
