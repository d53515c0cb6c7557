/** How a game ended, in plain words. */

import { STUCK, fillIn, reasonText, stuckText, words } from './words.js';

/** @import { Outcome } from './types.js' */

/**
 * @param {{outcome: Outcome, lastPick: string, names: string[], me: number|null}} game  `me` is the
 *   seat of the person here
 */
export function outcomeText({ outcome: { winner, reason }, lastPick, names, me }) {
  const loser = 3 - winner;
  /** @param {number} seat */
  const who = (seat) => (seat === me ? 'you' : names[seat - 1]);
  const misere = reason === STUCK && lastPick === 'loses';
  const why = misere ? stuckText(who(winner)) : reasonText(reason, who(loser));
  if (loser === me) return { title: words.shared.youLost, why };
  const won = fillIn(words.shared.won, { name: names[winner - 1] });
  return { title: winner === me ? words.shared.youWon : won, why };
}
