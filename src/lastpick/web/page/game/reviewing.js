/** The game that ended becomes its own review: the board stays, and the review has it from then on. */

import { messageOf, reviewOf } from '../shared/api.js';
import { button, el, fill } from '../shared/dom.js';
import { arriving } from '../shared/page.js';
import { loadWords, words } from '../shared/words.js';

/** @import { Board, View } from '../shared/types.js' */

const LINGER = 1500; // ms for which the end of a game stays on the board

/**
 * @param {HTMLElement} element  where the review comes
 * @param {() => string|null} token  so that it counts for the seat, if there is one
 */
export function createReviewing(element, token) {
  /** @type {{pick: (n: number) => void, rest: () => void}|null} */
  let review = null;
  let begun = false;

  /**
   * @param {Board} board
   * @param {View} view
   * @param {boolean} live  whether it ended before the eyes of the person here
   */
  async function load(board, view, live) {
    fill(element, el('p', { class: 'muted', role: 'status' }, words.shared.lookingAtAll));
    try {
      const code = arriving(import('../review/review.js'));
      const [{ createReview }, data] = await Promise.all([
        code,
        reviewOf(view.state.id, token()),
        code.then(({ linkStyles }) => linkStyles()),
        arriving(loadWords('review')),
      ]);
      const { me, names } = view;
      const made = createReview(board, data, { me, names, linger: live ? LINGER : 0 });
      fill(element, made.element);
      review = made;
      made.begin();
    } catch (error) {
      fill(
        element,
        el('p', { class: 'notice is-bad', role: 'alert' }, messageOf(error)),
        el('p', {}, button(words.game.lookAgain, () => load(board, view, false), 'is-small')),
      );
    }
  }

  return {
    /** Whether the board is the review's. */
    get active() {
      return review !== null;
    },
    pick: (/** @type {number} */ n) => review?.pick(n),
    rest: () => review?.rest(),

    /**
     * @param {Board} board
     * @param {View} view
     * @param {boolean} live
     */
    begin(board, view, live) {
      if (begun) return;
      begun = true;
      element.hidden = false;
      load(board, view, live);
    },
  };
}
