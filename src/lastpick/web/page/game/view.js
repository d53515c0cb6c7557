/**
 * What a game means to the person at this screen: worked out from the state and the seats held
 * here, with no rule in it.
 */

import { fillIn, isBot, namesOf, possessive, words } from '../shared/words.js';

/** @import { HeldState, State, Tokens, View } from '../shared/types.js' */

/**
 * @param {HeldState} state
 * @param {Tokens} tokens
 * @returns {View}
 */
export function viewOf(state, tokens) {
  const mine = [1, 2].filter((seat) => tokens[seat]);
  const me = mine.length === 1 ? mine[0] : null;
  const names = namesOf(state.seats, state.people);
  const over = state.outcome !== null;
  const { best_of: bestOf, score } = state.match;
  return {
    state,
    names,
    mine,
    me,
    watching: mine.length === 0,
    shared: mine.length === 2,
    over,
    acting: !over && mine.includes(state.turn) ? state.turn : null,
    waiting: (state.people ?? []).some((person, i) => !person.joined && !isBot(state.seats[i])),
    bot: (seat) => isBot(state.seats[seat - 1]),
    call: (seat) => (seat === me ? words.shared.you : names[seat - 1]),
    decided: Math.max(...score) > bestOf / 2,
  };
}

/** What counts as the last pick before the first one, if anything does. @param {State} state */
export const startText = ({ start, picks }) =>
  start === null || picks.length ? '' : `${fillIn(words.game.startsFrom, { number: start })} `;

/** Whose turn it is, in a line. @param {View} view */
export function turnText(view) {
  const { state } = view;
  if (view.over) return '';
  if (view.me === state.turn) return words.game.yourTurn;
  const name = view.names[state.turn - 1];
  if (view.bot(state.turn)) return fillIn(words.game.thinking, { name });
  const person = state.people?.[state.turn - 1];
  if (person && !person.joined) {
    return fillIn(words.game.waitingFor, { name: view.watching ? name : words.game.yourFriend });
  }
  return fillIn(words.game.turnOf, { whose: possessive(name) });
}
