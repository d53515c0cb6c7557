/** What happened between two states, as screen readers should hear it. */

import { count } from '../shared/dom.js';
import { seatOf } from '../shared/tiles.js';
import { possessive } from '../shared/words.js';
import { matchText, resultText } from './result.js';
import { startText } from './view.js';

/** @import { State, View } from '../shared/types.js' */

/** Whose turn it is and what is legal. @param {View} view */
export function situation(view) {
  if (view.over) {
    const { title, why } = resultText(view);
    return [`${title}.`.replace('!.', '!'), why, matchText(view)].filter(Boolean).join(' ');
  }
  const { turn, legal } = view.state;
  const whose = turn === view.me ? 'Your turn' : `${possessive(view.names[turn - 1])} turn`;
  if (turn !== view.me && !view.shared) return `${whose}.`;
  return `${startText(view.state)}${whose}, ${count(legal.length, 'pick is', 'picks are')} legal.`;
}

/**
 * @param {State|null} before  the state until now
 * @param {View} view  with the state that came
 */
export function newsText(before, view) {
  const { state } = view;
  if (!before) return situation(view);
  const kept = before.picks.every((n, i) => state.picks[i] === n);
  const fresh = kept ? state.picks.slice(before.picks.length) : [];
  const told = fresh.map((n, i) => {
    const who = view.call(seatOf(before.picks.length + i));
    const others = Object.entries(state.gone).filter(([m, by]) => by === n && Number(m) !== n);
    const also = others.length ? `, ${count(others.length, 'more number')} gone with it` : '';
    return `${who} picked ${n}${also}.`;
  });
  if (!kept || state.picks.length < before.picks.length) told.push('A pick was taken back.');
  if (told.length || Boolean(before.outcome) !== view.over) told.push(situation(view));
  if (state.takeback && state.takeback !== before.takeback) {
    const who = view.call(state.takeback);
    told.push(`${who} ${who === 'You' ? 'ask' : 'asks'} to take the last pick back.`);
  }
  return told.join(' ');
}
