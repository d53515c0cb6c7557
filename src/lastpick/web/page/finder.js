/** On a board of many screens, the legal tiles by number: choosing one shows where it is. */

import { el, fill } from './dom.js';

const MOST = 60; // more would be no shorter to search than the board

/** @param {Object} board  @param {number[]} legal */
export function showFinder(element, board, legal) {
  element.hidden = legal.length === 0 || legal.length > MOST;
  if (element.hidden) return;
  const find = (n) => () => {
    board.focus(n);
    document.activeElement.scrollIntoView({ block: 'center' });
  };
  const button = (n) => el('button', { type: 'button', onclick: find(n) }, n);
  fill(element, el('span', {}, 'Legal:'), ...legal.map(button));
}
