/** What somebody asks and what can be done about it, laid over the page; and what is always so. */

import { button, el, fill } from '../shared/dom.js';
import { announce } from '../shared/page.js';

/** @import { View } from '../shared/types.js' */

const AWAY = 20;

/** @typedef {{lasting: boolean, problem: string, late: number|null}} More */

/**
 * @typedef {{kind?: string, text: string, buttons?: HTMLElement[], spoken?: boolean}} Notice
 *
 * @param {{bars: HTMLElement, notes: HTMLElement}} places  for what comes and goes, and what stays
 * @param {{answer: (agree: boolean) => void, claim: () => void}} act
 */
export function createNotices({ bars, notes }, act) {

  const claim = () => button('Claim the win', act.claim, 'is-small is-primary');

  /**
   * @param {View} view
   * @param {number} other
   * @param {string} name
   * @returns {Notice|null}
   */
  function takeback({ state, me }, other, name) {
    if (state.takeback === other) {
      const allow = button('Allow', () => act.answer(true), 'is-small is-primary');
      const decline = button('Decline', () => act.answer(false), 'is-small');
      const text = `${name} asks to take the last pick back.`;
      return { kind: 'is-hint', text, buttons: [allow, decline] };
    }
    if (state.takeback !== me) return null;
    return { kind: 'is-hint', text: `You asked to take your pick back. Waiting for ${name}.` };
  }

  /**
   * @param {string} name
   * @param {number} silent  seconds
   * @param {boolean} outOfTime
   * @param {number} claimAfter  seconds
   * @returns {Notice|null}
   */
  function absence(name, silent, outOfTime, claimAfter) {
    if (outOfTime) {
      const text = `${name} is out of time.`;
      return { kind: 'is-hint', text, buttons: [claim()], spoken: true };
    }
    if (silent >= claimAfter) {
      const text = `${name} has left. You can wait, or claim the game.`;
      return { kind: 'is-hint', text, buttons: [claim()], spoken: true };
    }
    if (silent <= Math.min(AWAY, claimAfter / 3)) return null;
    const left = Math.ceil(claimAfter - silent);
    return { text: `${name} seems to be away. You can wait, or claim the game in ${left} s.` };
  }

  /**
   * What is so as long as this page shows the game.
   *
   * @param {View} view
   * @param {More} more
   * @returns {Notice[]}
   */
  function lasting(view, { lasting: keeps, problem }) {
    /** @type {Notice[]} */
    const list = [];
    if (problem) list.push({ kind: 'is-bad', text: problem });
    if (view.watching) {
      const home = el('a', { class: 'button is-small', href: '/' }, 'Play a game yourself');
      list.push({ text: 'You are watching. Only the two players can pick.', buttons: [home] });
    } else if (!keeps) {
      list.push({ text: 'This browser keeps nothing: stay in this tab, or your seat is gone.' });
    }
    return list;
  }

  /**
   * What comes and goes.
   *
   * @param {View} view
   * @param {number[]} away
   * @param {More} more
   */
  function passing(view, away, { late }) {
    /** @type {(Notice|null)[]} */
    const list = [];
    if (view.over || view.me === null) return [];
    const other = 3 - view.me;
    const name = view.names[other - 1];
    list.push(takeback(view, other, name));
    if (!view.bot(other) && !view.waiting && view.state.turn === other) {
      list.push(absence(name, away[other - 1], late === other, view.state.claim_after));
    }
    return list.filter((one) => one !== null);
  }

  /** @param {Notice} notice */
  const bar = ({ kind = '', text, buttons = [] }) =>
    el(
      'div',
      { class: `notice bar ${kind}` },
      el('p', {}, text),
      buttons.length > 0 && el('div', { class: 'row' }, ...buttons),
    );

  /**
   * @param {HTMLElement} element
   * @param {Notice[]} list
   */
  function put(element, list) {
    const key = list.map(({ text }) => text).join('|');
    if (key === (element.dataset.shown ?? '')) return;
    element.dataset.shown = key;
    for (const { text, spoken } of list) if (spoken) announce(text);
    fill(element, ...list.map(bar));
  }

  return {
    /**
     * @param {View} view
     * @param {number[]} away  seconds since each player was heard
     * @param {More} more
     */
    show(view, away, more) {
      put(notes, lasting(view, more));
      put(bars, passing(view, away, more));
    },
  };
}
