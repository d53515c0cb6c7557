/** What a player does: pick, take back, resign, claim, ask for another game. */

import * as api from '../shared/api.js';
import { byId } from '../shared/dom.js';
import { closable } from '../shared/page.js';
import * as storage from '../shared/storage.js';
import { seatOf } from '../shared/tiles.js';
import { fillIn, words } from '../shared/words.js';
import { turnText } from './view.js';

/** @import { Board, Rematch, View } from '../shared/types.js' */
/** @import { Session } from './session.js' */

/**
 * @param {Session} session
 * @param {Object} table
 * @param {() => Board|null} table.board
 * @param {(text: string, kind?: string) => void} table.tell
 * @param {() => void} table.onBusy  a call has begun or ended
 * @param {() => void} table.onRefused
 */
export function createActions(session, { board, tell, onBusy, onRefused }) {
  let busy = false;
  let claimed = -1;
  const dialog = byId('resign', HTMLDialogElement);
  closable(dialog);

  /**
   * Make a call of a player; a stale one is dropped quietly, for the state that came instead.
   *
   * @param {string} what
   * @param {number} seat
   * @param {object} [body]
   */
  async function send(what, seat, body = {}) {
    if (busy) return;
    busy = true;
    onBusy();
    try {
      const onRetry = () => tell(words.game.noAnswerYet, 'bad');
      session.take(await api.act(session.id, what, session.from(seat), body, onRetry));
      session.problem = '';
    } catch (error) {
      const { state } = api.apiError(error);
      if (!state) throw error;
      session.take(state);
    } finally {
      busy = false;
      onBusy();
    }
  }

  /**
   * Make a call whose failure is told in the line above the board.
   *
   * @param {string} what
   * @param {number} seat
   * @param {object} [body]
   */
  async function attempt(what, seat, body) {
    try {
      await send(what, seat, body);
    } catch (error) {
      tell(api.messageOf(error), 'bad');
    }
  }

  /** Why nothing can be picked here and now, or an empty text. @param {View} view */
  function hindrance(view) {
    const { watching, over, acting } = view;
    if (watching) return words.game.watchOnly;
    if (over) return words.game.isOver;
    const turn = turnText(view).replace('…', '');
    if (acting === null) return fillIn(words.game.notYet, { turn });
    return view.waiting && view.state.clock ? words.game.bothMustBeHere : '';
  }

  /**
   * A pick that the state already says is illegal: nothing is sent but the question why.
   *
   * @param {number} n
   */
  async function refuse(n) {
    board()?.refuse(n);
    onRefused();
    let text = '';
    try {
      ({ text } = await api.whyNot(session.id, n));
    } catch {
      text = fillIn(words.game.notLegal, { number: n });
    }
    if (text && !session.state?.legal.includes(n)) tell(text, 'bad');
  }

  /** @param {number} n */
  async function pick(n) {
    const { view } = session;
    if (!view || busy) return;
    const text = hindrance(view);
    if (text || view.acting === null) {
      tell(text);
      return;
    }
    if (!view.state.legal.includes(n)) {
      await refuse(n);
      return;
    }
    board()?.sent(n);
    try {
      await send('picks', view.acting, { pick: n });
    } catch (error) {
      board()?.refuse(n);
      tell(api.messageOf(error), 'bad');
    } finally {
      board()?.sent(null);
    }
  }

  /** At one screen the one who picked last takes back, alone; else it is me. */
  const backSeat = () => {
    const { view } = session;
    if (!view) return null;
    return view.shared ? 3 - view.state.turn : view.me;
  };

  function canTakeBack() {
    const { view } = session;
    if (!view || view.watching || view.over || view.state.takeback) return false;
    const { picks, given } = view.state;
    return picks.some((_, place) => place >= given && seatOf(place) === backSeat());
  }

  function takeBack() {
    const seat = backSeat();
    if (seat !== null && canTakeBack()) attempt('takeback', seat);
  }

  function resign() {
    const { view } = session;
    if (!view || view.watching || view.over) return;
    const seat = view.me ?? view.state.turn;
    const winner = view.names[2 - seat];
    const said = view.shared ? words.game.givesUp : words.game.winsThen;
    byId('resign-text').textContent = fillIn(said, { name: view.names[seat - 1], winner });
    dialog.returnValue = 'no';
    const decide = () => dialog.returnValue === 'yes' && attempt('resign', seat);
    dialog.addEventListener('close', decide, { once: true });
    dialog.showModal();
  }

  /**
   * A rematch is wanted whatever else happened, so a stale call is made again.
   *
   * @param {number} seat
   * @returns {Promise<Rematch>}
   */
  async function askAgain(seat) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await api.act(session.id, 'rematch', session.from(seat));
      } catch (error) {
        const { state } = api.apiError(error);
        if (!state || tries >= 3) throw error;
        session.take(state);
      }
    }
  }

  /**
   * Ask for every seat held here.
   *
   * @param {number[]} seats
   * @returns {Promise<string|null>} the next game, if it is there
   */
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
        storage.keepSeat(next, { tokens: answer.tokens });
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
      if (next) storage.goToGame(next);
    } catch (error) {
      tell(api.messageOf(error), 'bad');
      return;
    } finally {
      busy = false;
    }
    if (!next) followNext();
  }

  /** The other one has asked too: go on, if I have. */
  function followNext() {
    const { view } = session;
    if (!view?.state.next || view.watching || busy) return;
    if (view.state.rematch.some((seat) => view.mine.includes(seat))) rematch();
  }

  return {
    pick,
    takeBack,
    canTakeBack,
    resign,
    rematch,
    followNext,

    /** @param {boolean} agree */
    answer(agree) {
      const seat = session.view?.me;
      if (seat) attempt('takeback', seat, { agree });
    },

    claim() {
      const seat = session.view?.me;
      if (seat) attempt('claim', seat);
    },

    /** The clock of the other one has run out: tell the server, once for each state. */
    claimTime() {
      const { view } = session;
      if (!view || view.over || view.watching) return;
      const { state } = view;
      if (view.me === state.turn || claimed === state.version) return;
      claimed = state.version;
      attempt('claim', view.me ?? 3 - state.turn);
    },

    get busy() {
      return busy;
    },
  };
}
