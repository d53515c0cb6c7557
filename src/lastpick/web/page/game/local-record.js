/** What a game leaves in this browser: its place among the recent ones, and in the local record. */

import { resultText } from './result.js';
import { messageOf } from '../shared/api.js';
import { recordGame } from '../shared/progress.js';
import * as storage from '../shared/storage.js';
import { turnText } from './view.js';

/** @import { View } from '../shared/types.js' */

/** Keep a game among the recent ones. @param {View} view */
export function remember(view) {
  if (view.watching) return;
  const { id, title, numbers } = view.state;
  const against = view.me ? view.names[2 - view.me] : 'one another';
  let status = view.acting !== null ? 'Your turn' : turnText(view);
  if (view.over) status = resultText(view).title;
  else if (view.waiting) status = 'Waiting for a friend';
  storage.remember({ id, title, numbers, against, status, at: Date.now() });
}

/** Count a game that is over. @param {View} view */
export function countGame(view) {
  if (view.watching) return;
  const { id, game, title, seats, outcome } = view.state;
  if (!outcome) return;
  const other = view.me ? seats[2 - view.me] : 'screen';
  const against = other === 'person' ? 'friend' : other;
  recordGame({ id, game, title, against, won: view.me ? outcome.winner === view.me : null });
}

/**
 * Show the review; a page without it still shows the game.
 *
 * @param {HTMLElement} element
 * @param {View} view
 */
export async function showReview(element, view) {
  element.hidden = false;
  try {
    const { mountReview } = await import('../review/review.js');
    await mountReview(element, { game: view.state.id }, { me: view.me, names: view.names });
  } catch (error) {
    console.warn(messageOf(error));
    element.hidden = true;
  }
}
