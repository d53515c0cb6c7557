/** How well each player decided where it mattered. */

import { count, el } from '../shared/dom.js';

/** @import { Moment, Review, ReviewedPlayer, Sentences } from '../shared/types.js' */

/**
 * @param {Review} review
 * @param {Moment[]} moments
 * @param {Sentences} sentences
 */
export function scoresOf(review, moments, sentences) {
  return el(
    'div',
    { class: 'scores' },
    ...review.players.map((player, i) => score(player, i + 1, moments, sentences)),
  );
}

/**
 * @param {ReviewedPlayer} player
 * @param {number} seat
 * @param {Moment[]} moments
 * @param {Sentences} sentences
 */
function score({ mattered, right }, seat, moments, sentences) {
  const mistakes = moments.filter((m) => m.mistake && m.turn === seat).length;
  const share = mattered ? Math.round((100 * right) / mattered) : null;
  const bar = el('span', { class: 'meter-fill' });
  bar.style.width = `${share ?? 0}%`;
  return el(
    'div',
    { class: 'score', 'data-by': seat },
    el(
      'p',
      { class: 'score-name' },
      el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' }),
      ` ${sentences.who(seat)}`,
    ),
    el('p', { class: 'score-share' }, share === null ? '–' : `${share} %`),
    el('div', { class: 'meter', 'aria-hidden': 'true' }, bar),
    el(
      'p',
      { class: 'small muted' },
      mattered === 0
        ? 'No decision mattered'
        : `${right} of ${count(mattered, 'decision')} that mattered right`,
      mistakes > 0 && `, ${count(mistakes, 'mistake')}`,
    ),
  );
}
