/** Bars above the board: what somebody asks, and what can be done about it. */

import { el, fill } from './dom.js';
import { announce } from './page.js';

const AWAY = 20;

/**
 * @param {HTMLElement} element
 * @param {{answer: (agree: boolean) => void, claim: () => void}} act
 */
export function createBars(element, act) {
  let shown = '';

  const button = (text, onclick, kind = '') =>
    el('button', { class: `button is-small ${kind}`, type: 'button', onclick }, text);
  const claim = () => button('Claim the win', act.claim, 'is-primary');

  function takeback({ state, me }, other, name) {
    if (state.takeback === other) {
      const allow = button('Allow', () => act.answer(true), 'is-primary');
      const decline = button('Decline', () => act.answer(false));
      const text = `${name} asks to take the last pick back.`;
      return { kind: 'is-hint', text, buttons: [allow, decline] };
    }
    if (state.takeback !== me) return null;
    return { kind: 'is-hint', text: `You asked to take your pick back. Waiting for ${name}.` };
  }

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

  /** The bars there are to show. */
  function found(view, away, { lasting, problem, late }) {
    const list = [];
    if (problem) list.push({ kind: 'is-bad', text: problem });
    if (view.watching) {
      const home = el('a', { class: 'button is-small', href: '/' }, 'Play a game yourself');
      list.push({ text: 'You are watching. Only the two players can pick.', buttons: [home] });
    } else if (!lasting) {
      list.push({ text: 'This browser keeps nothing: stay in this tab, or your seat is gone.' });
    }
    if (view.over || view.watching || view.shared) return list;
    const other = 3 - view.me;
    const name = view.names[other - 1];
    list.push(takeback(view, other, name));
    if (!view.bot(other) && !view.waiting && view.state.turn === other) {
      list.push(absence(name, away[other - 1], late === other, view.state.claim_after));
    }
    return list.filter(Boolean);
  }

  const bar = ({ kind = '', text, buttons = [] }) =>
    el(
      'div',
      { class: `notice bar ${kind}` },
      el('p', {}, text),
      buttons.length > 0 && el('div', { class: 'row' }, ...buttons),
    );

  return {
    /**
     * @param {import('./view.js').View} view
     * @param {number[]} away  seconds since each player was heard
     * @param {{lasting: boolean, problem: string, late: number|null}} more
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
