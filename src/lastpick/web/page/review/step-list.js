/** The list of what was done in a game, with its grades; mistakes say what to do instead. */

import { el } from '../shared/dom.js';
import { isMistake } from './timeline.js';
import { SIGNS, instead } from './sentences.js';

/** @import { Moment, Sentences, Step } from '../shared/types.js' */

/**
 * @param {Moment[]} moments
 * @param {Sentences} sentences
 * @param {(at: number) => void} onSelect
 */
export function createStepList(moments, sentences, onSelect) {
  const buttons = moments.map((moment) =>
    el(
      'button',
      {
        type: 'button',
        class: moment.mistake ? 'move is-mistake' : 'move',
        onclick: () => onSelect(moment.at),
      },
      ...(moment.step ? row(moment.step) : [el('span', { class: 'move-end' }, 'The end')]),
    ),
  );
  const items = moments.map((moment, i) =>
    el('li', {}, buttons[i], isMistake(moment) && advice(moment.step)),
  );
  const element = el('ol', { class: 'moves' }, ...items);

  /** @param {Step} step */
  function row(step) {
    return [
      el('span', { class: 'move-number' }, step.move),
      el('span', { class: `mark-${step.player}` }),
      el('span', { class: 'visually-hidden' }, ` ${sentences.who(step.player)}: `),
      el('span', { class: 'move-event' }, NAMES[step.event] ?? step.event),
      el('span', { class: 'move-grade' }, `${SIGNS[step.grade] ?? ''} ${step.grade}`),
    ];
  }

  /** @param {Step} step */
  function advice(step) {
    return el(
      'p',
      { class: 'move-instead small' },
      el('b', {}, `Instead: ${instead(step)}.`),
      ` ${step.plain}`,
    );
  }

  return {
    element,
    /** @param {number} at */
    select(at) {
      buttons.forEach((button, i) => {
        if (i === at) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
      });
      show(element, items[at]);
    },
  };
}

/** @type {Record<string, string>} */
const NAMES = {
  pass: 'forfeited',
  resign: 'resigned',
  concede: 'resigned',
  timeout: 'out of time',
  left: 'left',
};

/**
 * Scrolls the list alone: the page stays where the reader is.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function show(list, item) {
  if (list.scrollHeight <= list.clientHeight) return;
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
