/**
 * What a game means to the person at this screen: worked out from the state and the seats held
 * here, with no rule in it.
 *
 * @typedef {Object} View
 * @property {Object} state
 * @property {string[]} names  of Player 1 and 2
 * @property {number[]} mine  the seats held here: none for a spectator, both at one screen
 * @property {number|null} me  my seat, where it is a single one
 * @property {boolean} watching
 * @property {boolean} shared  both players sit at this screen
 * @property {boolean} over
 * @property {number|null} acting  the seat that may pick here and now
 * @property {boolean} waiting  a friend has not come yet
 * @property {(seat: number) => boolean} bot
 * @property {(seat: number) => string} call  the name of a seat, or "You"
 * @property {boolean} decided  no further game belongs to this match
 */

import { isBot, namesOf } from './words.js';

/** @returns {View} */
export function viewOf(state, tokens) {
  const mine = [1, 2].filter((seat) => tokens[seat]);
  const me = mine.length === 1 ? mine[0] : null;
  const names = namesOf(state.seats, state.people);
  const over = state.outcome !== null;
  const { best_of: bestOf, score } = state.match ?? { best_of: 1, score: [0, 0] };
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
    call: (seat) => (seat === me ? 'You' : names[seat - 1]),
    decided: Math.max(...score) > bestOf / 2,
  };
}

/** Whose turn it is, in a line. @param {View} view */
export function turnText(view) {
  const { state } = view;
  if (view.over) return '';
  if (view.me === state.turn) return 'Your turn';
  const name = view.names[state.turn - 1];
  if (view.bot(state.turn)) return `${name} is thinking…`;
  const person = state.people?.[state.turn - 1];
  if (person && !person.joined) return `Waiting for ${view.watching ? name : 'your friend'}`;
  return `${possessive(name)} turn`;
}

export const possessive = (name) => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

/** What a game is called; a file without a title leaves only the name of all such games. */
export const titleOf = ({ game, title }) => (title === game ? 'Own game' : title);

/** The rule of a game whose file has no summary: its relations as they were written. */
export function ruleText(relations = {}) {
  return Object.entries(relations)
    .filter(([, text]) => text && text !== 'any' && text !== 'itself')
    .map(([name, text]) => `${name}: ${text}`)
    .join(' · ');
}
