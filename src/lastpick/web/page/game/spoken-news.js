/** What happened between two states, as screen readers should hear it. */

import { unknownKind } from '../shared/exhaustive.js';
import { seatOf } from '../shared/tiles.js';
import { fillIn, possessive, words } from '../shared/words.js';
import { matchText, resultText } from './result.js';
import { startText } from './view.js';

/** @import { Change, State, View } from '../shared/types.js' */

/**
 * Whose turn it is and what is legal.
 *
 * @param {View} view
 * @param {boolean} open  whether it may be told what is legal
 */
export function situation(view, open) {
  if (view.over) {
    const { title, why } = resultText(view);
    return [`${title}.`.replace('!.', '!'), why, matchText(view)].filter(Boolean).join(' ');
  }
  const { turn, legal } = view.state;
  const { yourTurn, turnOf } = words.game;
  const whose =
    turn === view.me ? yourTurn : fillIn(turnOf, { whose: possessive(view.names[turn - 1]) });
  if (turn !== view.me && !view.shared) return `${whose}.`;
  const told = { start: startText(view.state), whose, n: legal.length };
  return fillIn(open ? words.game.situation : words.game.situationSecret, told);
}

/**
 * A pick and what it took along.
 *
 * @param {View} view
 * @param {number} place
 */
function pickText(view, place) {
  const { picks, gone } = view.state;
  const n = picks[place];
  const others = Object.entries(gone).filter(([m, by]) => by === n && Number(m) !== n);
  const told = { name: view.call(seatOf(place)), number: n, n: others.length };
  return fillIn(others.length ? words.game.pickedMore : words.game.pickedSaid, told);
}

/** Whoever was awaited and has come. @param {State} before @param {View} view */
function arrivals(before, view) {
  return [1, 2]
    .filter((seat) => !view.mine.includes(seat) && before.people?.[seat - 1].joined === false)
    .filter((seat) => view.state.people?.[seat - 1].joined)
    .map((seat) => fillIn(words.game.friendCame, { name: view.names[seat - 1] }));
}

/**
 * @param {State|null} before  the state until now
 * @param {View} view  with the state that came
 * @param {boolean} open  whether it may be told what is legal
 */
export function newsText(before, view, open) {
  const { state } = view;
  if (!before) return situation(view, open);
  const kept = before.picks.every((n, i) => state.picks[i] === n);
  const told = arrivals(before, view);
  const moved = !kept || state.picks.length !== before.picks.length;
  if (kept) {
    for (let i = before.picks.length; i < state.picks.length; i += 1) told.push(pickText(view, i));
  } else {
    told.push(words.game.takenBack);
  }
  if (moved || Boolean(before.outcome) !== view.over) told.push(situation(view, open));
  if (state.takeback && state.takeback !== before.takeback) {
    const asked = { name: view.call(state.takeback) };
    const mine = state.takeback === view.me;
    told.push(mine ? words.game.askBack : fillIn(words.game.asksBack, asked));
  }
  return told.join(' ');
}

/**
 * A bot that could not tell who wins says so, the first time.
 *
 * @param {State} before
 * @param {View} view
 */
export function admission(before, view) {
  const seat = [1, 2].find((one) => !before.unsolved[one - 1] && view.state.unsolved[one - 1]);
  return seat ? fillIn(words.game.cannotSolve, { name: view.names[seat - 1] }) : '';
}

/**
 * What the states before and after a change do not tell, if anything.
 *
 * @param {Change} change
 * @param {View} view
 */
export function changeText({ kind, seat }, view) {
  const others = !view.watching && !view.mine.includes(seat);
  switch (kind) {
    case 'pick':
    case 'undo':
    case 'resign':
    case 'timeout':
    case 'left':
    case 'ask':
      return '';
    case 'decline':
      return others ? fillIn(words.game.declined, { name: view.names[seat - 1] }) : '';
    case 'rematch':
      return others ? fillIn(words.game.wantsAnother, { name: view.names[seat - 1] }) : '';
    default:
      return unknownKind(kind);
  }
}
