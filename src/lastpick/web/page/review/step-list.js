/** The list of what was done in a game, with its grades; mistakes say what to do instead. */

import { el } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';
import { gradeText, instead, shortly } from './sentences.js';
import { isMistake } from './timeline.js';

/** @import { Moment, Sentences, Step } from '../shared/types.js' */

const said = words.review;

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
      ...(moment.step ? row(moment.step) : [el('span', { class: 'move-end' }, said.end)]),
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
      el('span', { class: 'move-event' }, shortly(step.event)),
      el('span', { class: 'move-grade' }, gradeText(step.grade)),
    ];
  }

  /** @param {Step} step */
  function advice(step) {
    return el(
      'p',
      { class: 'move-instead small' },
      el('b', {}, fillIn(said.insteadIs, { picks: instead(step) })),
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
