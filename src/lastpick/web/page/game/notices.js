/** What somebody asks and what can be done about it, laid over the page; and what is always so. */

import { button, el, fill } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { fillIn, words } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */

const AWAY = 20;

/**
 * @typedef {Object} More
 * @property {boolean} lasting  whether this browser keeps the seat
 * @property {string} problem
 * @property {number|null} late  the seat that is out of time
 * @property {number} silent  for how many seconds a claim could count the other one as gone
 */

/**
 * @typedef {{kind?: string, text: string, buttons?: HTMLElement[], spoken?: boolean}} Notice
 *
 * @param {{bars: HTMLElement, notes: HTMLElement}} places  for what comes and goes, and what stays
 * @param {{answer: (agree: boolean) => void, claim: () => void}} act
 */
export function createNotices({ bars, notes }, act) {

  const claim = () => button(words.game.claim, act.claim, 'is-small is-primary');

  /**
   * @param {View} view
   * @param {number} other
   * @param {string} name
   * @returns {Notice|null}
   */
  function takeback({ state, me }, other, name) {
    if (state.takeback === other) {
      const allow = button(words.game.allow, () => act.answer(true), 'is-small is-primary');
      const decline = button(words.game.decline, () => act.answer(false), 'is-small');
      const text = fillIn(words.game.asksBack, { name });
      return { kind: 'is-hint', text, buttons: [allow, decline] };
    }
    if (state.takeback !== me) return null;
    return { kind: 'is-hint', text: fillIn(words.game.youAsked, { name }) };
  }

  /**
   * @param {string} name
   * @param {number} silent  seconds
   * @param {boolean} outOfTime
   * @param {number} claimAfter  seconds
   * @returns {Notice|null}
   */
  function absence(name, silent, outOfTime, claimAfter) {
    // The server ends such a game by itself, or when this page says so.
    if (outOfTime) return { text: fillIn(words.game.outOfTime, { name }), spoken: true };
    if (silent >= claimAfter) {
      const text = fillIn(words.game.hasLeft, { name });
      return { kind: 'is-hint', text, buttons: [claim()], spoken: true };
    }
    if (silent <= Math.min(AWAY, claimAfter / 3)) return null;
    const n = Math.ceil(claimAfter - silent);
    return { text: fillIn(words.game.seemsAway, { name, n }) };
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
      const home = el('a', { class: 'button is-small', href: '/' }, words.game.playYourself);
      list.push({ text: words.game.watchOnly, buttons: [home] });
    } else if (!keeps) {
      list.push({ text: words.game.keepsNothing });
    }
    return list;
  }

  /**
   * What comes and goes.
   *
   * @param {View} view
   * @param {More} more
   */
  function passing(view, { late, silent }) {
    /** @type {(Notice|null)[]} */
    const list = [];
    if (view.over || view.me === null) return [];
    const other = 3 - view.me;
    const name = view.names[other - 1];
    list.push(takeback(view, other, name));
    if (!view.bot(other) && !view.waiting && view.state.turn === other) {
      list.push(absence(name, silent, late === other, view.state.claim_after));
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
     * @param {More} more
     */
    show(view, more) {
      put(notes, lasting(view, more));
      put(bars, passing(view, more));
    },
  };
}

/**
 * What is laid over the page piles up in the order in which it comes: what is there already stays.
 *
 * @param {HTMLElement} overlay
 */
export function pileUp(overlay) {
  let come = 0;
  /** @type {Set<Element>} */
  let shown = new Set();
  new MutationObserver(() => {
    const all = /** @type {HTMLElement[]} */ ([...overlay.children]);
    const now = all.filter((one) => !one.hidden && one.hasChildNodes());
    for (const one of now) if (!shown.has(one)) one.style.order = `${--come}`;
    shown = new Set(now);
  }).observe(overlay, { childList: true, subtree: true, attributeFilter: ['hidden'] });
}
