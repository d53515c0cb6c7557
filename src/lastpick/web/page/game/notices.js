/** Bars above the board: what somebody asks, and what can be done about it. */

import { button, el, fill } from '../shared/dom.js';
import { announce } from '../shared/page.js';

/** @import { View } from '../shared/types.js' */

const AWAY = 20;
const ADMISSION = 'I cannot solve this; I will play as well as I can';

/** @typedef {{lasting: boolean, problem: string, late: number|null}} More */

/**
 * @typedef {{kind?: string, text: string, buttons?: HTMLElement[], spoken?: boolean}} Notice
 *
 * @param {HTMLElement} element
 * @param {{answer: (agree: boolean) => void, claim: () => void}} act
 */
export function createNotices(element, act) {
  let shown = '';

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
   * The bars there are to show.
   *
   * @param {View} view
   * @param {number[]} away
   * @param {More} more
   */
  function found(view, away, { lasting, problem, late }) {
    /** @type {(Notice|null)[]} */
    const list = [];
    if (problem) list.push({ kind: 'is-bad', text: problem });
    if (view.watching) {
      const home = el('a', { class: 'button is-small', href: '/' }, 'Play a game yourself');
      list.push({ text: 'You are watching. Only the two players can pick.', buttons: [home] });
    } else if (!lasting) {
      list.push({ text: 'This browser keeps nothing: stay in this tab, or your seat is gone.' });
    }
    if (view.over || view.me === null) return list.filter((one) => one !== null);
    const other = 3 - view.me;
    const name = view.names[other - 1];
    list.push(takeback(view, other, name));
    if (view.state.unsolved[other - 1] > 0) {
      list.push({ text: `${name}: “${ADMISSION}.”`, spoken: true });
    }
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

  return {
    /**
     * @param {View} view
     * @param {number[]} away  seconds since each player was heard
     * @param {More} more
     */
    show(view, away, more) {
      const list = found(view, away, more);
      const key = list.map(({ text }) => text).join('|');
      if (key === shown) return;
      shown = key;
      for (const { text, spoken } of list) if (spoken) announce(text);
      fill(element, ...list.map(bar));
    },
  };
}
