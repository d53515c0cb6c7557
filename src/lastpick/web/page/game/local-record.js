/** What a game leaves in this browser: its place among the recent ones, and in the local record. */

import { resultText } from './result.js';
import * as storage from '../shared/storage.js';
import { words } from '../shared/words.js';
import { turnText } from './view.js';

/** @import { View } from '../shared/types.js' */

/** Keep a game among the recent ones. @param {View} view */
export function remember(view) {
  if (view.watching) return;
  const { id, title, numbers } = view.state;
  const against = view.me ? view.names[2 - view.me] : words.game.oneAnother;
  let status = view.acting !== null ? words.game.yourTurn : turnText(view);
  if (view.over) status = resultText(view).title;
  else if (view.waiting) status = words.game.statusWaiting;
  storage.remember({ id, title, numbers, against, status, over: view.over, at: Date.now() });
}

/**
 * Count a game that is over. What that takes is loaded then; if it cannot be, the game is counted
 * when it is looked at again.
 *
 * @param {View} view
 */
export async function countGame(view) {
  if (view.watching) return;
  const { id, game, title, seats, outcome, given } = view.state;
  if (!outcome || given > 0) return; // from a position that was chosen it would prove little
  const other = view.me ? seats[2 - view.me] : 'screen';
  const against = other === 'person' ? 'friend' : other;
  const progress = await import('../shared/progress.js').catch(() => null);
  const won = view.me ? outcome.winner === view.me : null;
  progress?.recordGame({ id, game, title, against, won });
}
