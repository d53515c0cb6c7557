/** What a lesson's page is made of besides the board: its text, the row of steps, the end. */

import { el } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';
import { howDone } from './lesson-progress.js';

/** @import { How } from './lesson-progress.js' */
/** @import { LessonStep } from '../shared/types.js' */
/** @typedef {Map<number, How|'skipped'>} Results  how each step went, in this sitting */

/**
 * The paragraphs of a text; lines that begin with spaces stand as they are.
 *
 * @param {string} text
 */
export function paragraphs(text) {
  /** @type {HTMLElement[]} */
  const found = [];
  /** @type {string[]} */
  let standing = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith(' ')) {
      standing.push(line.trim());
      continue;
    }
    if (standing.length) found.push(el('pre', {}, standing.join('\n')));
    standing = [];
    if (line) found.push(el('p', {}, line));
  }
  return found;
}

/**
 * A button for each step, to go back or ahead.
 *
 * @param {LessonStep[]} steps
 * @param {Results} results
 * @param {number} current  -1: none
 * @param {(place: number) => void} onChoose
 */
export function stepDots(steps, results, current, onChoose) {
  const of = steps.length;
  return steps.map(({ id }, i) => {
    const done = results.has(i) ? results.get(i) !== 'skipped' : howDone(id) !== null;
    const text = fillIn(done ? words.learn.stepDone : words.learn.stepOf, { n: i + 1, of });
    const dot = {
      type: 'button',
      class: `step-dot${done ? ' is-done' : ''}`,
      title: text,
      'aria-label': text,
      'aria-current': i === current ? 'step' : null,
      onclick: () => onChoose(i),
    };
    return el('li', {}, el('button', dot));
  });
}

/** How the steps went. @param {Results} results */
export function endText(results) {
  const all = [...results.values()];
  /** @param {How|'skipped'} how */
  const count = (how) => all.filter((one) => one === how).length;
  const parts = [fillIn(words.learn.solved, { n: count('solved') })];
  if (count('shown')) parts.push(fillIn(words.learn.shown, { n: count('shown') }));
  if (count('skipped')) parts.push(fillIn(words.learn.left, { n: count('skipped') }));
  return fillIn(words.learn.theEnd, { parts: parts.join(', ') });
}
