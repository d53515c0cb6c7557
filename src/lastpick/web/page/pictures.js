/** The small picture on a game's card: a few tiles of a position that shows its rule. */

import { el } from './dom.js';
import { tilesOf } from './tiles.js';

// Positions of the real games, cut to their first numbers.
const CHAIN = { first: 1, picks: [6, 3], gone: { 6: 6, 3: 3 }, legal: [1, 9, 12] };
const SAMPLES = {
  'number-knockout': CHAIN,
  'divisor-duel': { first: 1, picks: [6, 12], gone: { 6: 6, 12: 12 }, legal: [1, 2, 3, 4] },
  'number-bind': { first: 1, picks: [2, 8, 4], gone: { 2: 2, 8: 8, 4: 4 }, legal: [1, 12] },
  'prime-rumble': {
    first: 2,
    picks: [3, 7],
    gone: { 3: 3, 6: 3, 9: 3, 12: 3, 15: 3, 7: 7, 14: 7 },
    legal: [2, 4, 5, 8, 10, 11, 13],
  },
  'non-consecutive': {
    first: 1,
    picks: [4, 10],
    gone: { 4: 4, 3: 4, 5: 4, 10: 10, 9: 10, 11: 10 },
    legal: [1, 2, 6, 7, 8, 12, 13, 14],
  },
  'juniper-green': { first: 1, picks: [], gone: {}, legal: [2, 4, 6, 8, 10, 12, 14] },
};

const COLUMNS = 7;
const ROWS = 2;

/** @param {string} name  of a shipped game */
export function pictureOf(name) {
  const sample = SAMPLES[name] ?? CHAIN;
  const tileOf = tilesOf(sample, ['', '']);
  const picture = el('div', { class: 'picture', 'aria-hidden': 'true' });
  for (let n = sample.first; n < sample.first + COLUMNS * ROWS; n += 1) {
    const { kind, by, last } = tileOf(n);
    const classes = `tile is-${kind}${last ? ' is-last' : ''}`;
    picture.append(el('span', { class: classes, 'data-by': by || null }, el('span', {}, n)));
  }
  return picture;
}
