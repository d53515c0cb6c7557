/** What a game leaves in this browser: its place among the recent ones, and in the local record. */

import { resultText } from './over.js';
import { recordGame } from './progress.js';
import * as store from './store.js';
import { turnText } from './view.js';

/** Keep a game among the recent ones. @param {import('./view.js').View} view */
export function remember(view) {
  if (view.watching) return;
  const { id, title, numbers } = view.state;
  const against = view.me ? view.names[2 - view.me] : 'one another';
  let status = view.acting !== null ? 'Your turn' : turnText(view);
  if (view.over) status = resultText(view).title;
  else if (view.waiting) status = 'Waiting for a friend';
  store.remember({ id, title, numbers, against, status, at: Date.now() });
}

/** Count a game that is over. @param {import('./view.js').View} view */
export function countGame(view) {
  if (view.watching) return;
  const { id, game, title, seats, outcome } = view.state;
  const other = view.me ? seats[2 - view.me] : 'screen';
  const against = other === 'person' ? 'friend' : other;
  recordGame({ id, game, title, against, won: view.me ? outcome.winner === view.me : null });
}

/** Show the review; a page without it still shows the game. @param {HTMLElement} element */
export async function showReview(element, view) {
  element.hidden = false;
  try {
    const { mountReview } = await import('./review.js');
    await mountReview(element, { game: view.state.id }, { me: view.me, names: view.names });
  } catch (error) {
    console.warn(error.message);
    element.hidden = true;
  }
}
