/** What the tiles say, with a sample of each. */

import { el, fill } from '../shared/dom.js';

/**
 * @param {HTMLElement} element
 * @param {string[]} names  of Player 1 and 2
 */
export function showLegend(element, names) {
  /**
   * @param {string} classes
   * @param {number|null} by
   * @param {string} sample
   * @param {string} text
   */
  const item = (classes, by, sample, text) => {
    const looks = { class: `tile ${classes}`, 'data-by': by, 'aria-hidden': 'true' };
    return el('li', {}, el('span', looks, el('span', {}, sample)), text);
  };
  fill(
    element,
    item('is-legal', null, '6', 'legal now'),
    item('is-open', null, '7', 'left, but not legal now'),
    item('is-picked', 1, '8', `picked by ${names[0]}`),
    item('is-picked', 2, '9', `picked by ${names[1]}`),
    item('is-picked is-last', 1, '4', 'the last pick, ringed'),
    item('is-removed', null, '5', 'gone; small print, or a look at it, tells with which pick'),
  );
}
