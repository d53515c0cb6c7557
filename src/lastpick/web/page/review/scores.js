/** How well each player decided where it mattered. */

import { el } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Review, ReviewedPlayer, Sentences } from '../shared/types.js' */

const said = words.review;

/**
 * @param {Review} review
 * @param {Sentences} sentences
 */
export function scoresOf(review, sentences) {
  return el(
    'div',
    { class: 'scores' },
    ...review.players.map((player, i) => score(player, i + 1, sentences)),
  );
}

/**
 * @param {ReviewedPlayer} player
 * @param {number} seat
 * @param {Sentences} sentences
 */
function score({ mattered, right, mistakes }, seat, sentences) {
  const share = mattered ? Math.round((100 * right) / mattered) : null;
  const bar = el('span', { class: 'meter-fill' });
  bar.style.width = `${share ?? 0}%`;
  const decided = mattered ? fillIn(said.decisions, { right, n: mattered }) : said.noDecision;
  return el(
    'div',
    { class: 'score', 'data-by': seat },
    el(
      'p',
      { class: 'score-name' },
      el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' }),
      ` ${sentences.who(seat)}`,
    ),
    el('p', { class: 'score-share' }, share === null ? '–' : fillIn(said.percent, { n: share })),
    el('div', { class: 'meter', 'aria-hidden': 'true' }, bar),
    el(
      'p',
      { class: 'small muted' },
      mistakes ? `${decided}, ${fillIn(said.mistakes, { n: mistakes })}` : decided,
    ),
  );
}
