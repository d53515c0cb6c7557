/** On a board of many screens, the legal tiles by number: choosing one shows where it is. */

import { el, fill, focused } from '../shared/dom.js';
import { words } from '../shared/words.js';

/** @import { Board } from '../shared/types.js' */

const MOST = 60; // more would be no shorter to search than the board

/**
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {number[]} legal
 */
export function showLegalFinder(element, board, legal) {
  const told = legal.length > 0 && legal.length <= MOST;
  element.classList.toggle('is-empty', !told);
  /** @param {number} n */
  const find = (n) => {
    board.focus(n);
    focused()?.scrollIntoView({ block: 'center' });
  };
  const tiles = legal.map((n) => el('button', { type: 'button', onclick: () => find(n) }, n));
  fill(element, ...(told ? [el('span', {}, words.game.finder), ...tiles] : []));
}
