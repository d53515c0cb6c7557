/** What stands above a puzzle's board, and the rule below it. */

import { byId, el, fill, say } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { dayText } from './days.js';

/** @import { Puzzle } from '../shared/types.js' */

const LEVELS = 5;
const said = words.puzzles;

/**
 * What is to be found.
 *
 * @param {Puzzle} puzzle
 * @param {string} mover  what the player to move is called
 * @param {boolean} open  whether it may be told how many picks are legal
 */
export function showTask({ last, legal, turn }, mover, open) {
  const first = open ? said.taskFirst : said.taskFirstUncounted;
  const later = open ? said.task : said.taskUncounted;
  fill(
    byId('task'),
    el('span', { class: `mark-${turn}`, 'aria-hidden': 'true' }),
    el('span', { class: 'visually-hidden' }, `${mover}. `),
    fillIn(last === null ? first : later, { n: legal.length, last: last ?? '' }),
  );
}

/** @param {Puzzle} puzzle  whose task is shown already */
export function showHead(puzzle) {
  const { title, date, level } = puzzle;
  const named = date
    ? fillIn(said.dayTitle, { day: dayText(date, 'short'), game: title })
    : `${title} ${poolText(puzzle.numbers)}`;
  document.title = date
    ? fillIn(said.titleOfDay, { day: dayText(date) })
    : fillIn(said.titleOf, { game: title });
  say(byId('title'), named);
  const hard = fillIn(said.levelOf, { n: level });
  const dots = '●'.repeat(level) + '○'.repeat(LEVELS - level);
  byId('level').hidden = false;
  fill(
    byId('level'),
    el('span', { class: 'visually-hidden' }, hard),
    el('span', { class: 'dots', 'aria-hidden': 'true' }, dots),
  );
  const rules = puzzle.rules.split('\n\n').map((text) => el('p', {}, text));
  fill(
    byId('rule'),
    el('p', {}, puzzle.rule),
    el('details', {}, el('summary', {}, said.fullRules), ...rules),
  );
  announce(`${named}. ${hard}. ${byId('task').textContent} ${puzzle.rule}`);
}
