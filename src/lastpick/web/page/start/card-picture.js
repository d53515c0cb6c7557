/** The small picture on a game's card: a few tiles of a position that shows its rule. */

import { el } from '../shared/dom.js';
import { tilesOf } from '../shared/tiles.js';

/** @import { Card } from '../shared/types.js' */

/** @param {Card} card */
export function pictureOf(card) {
  const tileOf = tilesOf(card, ['', '']);
  const picture = el('div', { class: 'picture', 'aria-hidden': 'true' });
  for (let n = card.first; n <= card.last; n += 1) {
    const { kind, by, last } = tileOf(n);
    const classes = `tile is-${kind}${last ? ' is-last' : ''}`;
    picture.append(el('span', { class: classes, 'data-by': by || null }, el('span', {}, n)));
  }
  return picture;
}
