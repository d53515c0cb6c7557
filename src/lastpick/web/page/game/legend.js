/** What the tiles say, with a sample of each. */

import { el, fill } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';

/**
 * @param {HTMLElement} element
 * @param {string[]} names  of Player 1 and 2
 * @param {boolean} open  whether tiles tell that they are legal
 */
export function showLegend(element, names, open) {
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
  const left = open
    ? [
        item('is-legal', null, '6', words.game.sampleLegal),
        item('is-open', null, '7', words.game.sampleOpen),
      ]
    : [item('is-free', null, '6', words.game.sampleFree)];
  fill(
    element,
    ...left,
    item('is-picked', 1, '8', fillIn(words.game.samplePicked, { name: names[0] })),
    item('is-picked', 2, '9', fillIn(words.game.samplePicked, { name: names[1] })),
    item('is-picked is-last', 1, '4', words.game.sampleLast),
    item('is-removed', null, '5', words.game.sampleGone),
  );
}
