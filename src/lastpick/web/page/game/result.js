/** The end of a game: the result in plain words, and the next game. */

import { button, el, fill } from '../shared/dom.js';
import { outcomeText } from '../shared/outcome-text.js';
import { fillIn, words } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */

const said = words.game;

const SETTLE = 700; // ms in which a tap that was meant for a button of the game starts no other

/** @param {View} view  of a game that is over */
export function resultText({ state, names, me }) {
  if (!state.outcome) throw new Error('the game is not over');
  return outcomeText({ outcome: state.outcome, lastPick: state.last_pick, names, me });
}

/** The score of a match in a line, or an empty text. @param {View} view */
export function matchText(view) {
  const { best_of: bestOf, score } = view.state.match;
  if (bestOf === 1) return '';
  const [one, two] = view.names;
  const tally = fillIn(said.tally, { bestOf, one, two, first: score[0], second: score[1] });
  if (!view.decided) return tally;
  const leader = score[0] > score[1] ? 1 : 2;
  const won = leader === view.me ? said.youWinMatch : said.winsMatch;
  return `${tally} ${fillIn(won, { name: view.names[leader - 1] })}`;
}

/**
 * What can be done after a game, in the place of what could be done in it.
 *
 * @param {HTMLElement} element
 * @param {() => void} rematch
 */
export function createResult(element, rematch) {
  let shown = '';
  let played = false; // on this page
  let ended = 0; // when, if it was

  /** @param {View} view */
  function again(view) {
    const { state } = view;
    if (view.watching) {
      if (!state.next) return null;
      const href = `/game/${encodeURIComponent(state.next)}`;
      return el('a', { class: 'button is-small is-primary', href }, said.watchNext);
    }
    const wanted = button(view.decided ? said.rematch : said.nextGame, rematch, 'is-small is-primary');
    const early = ended + SETTLE - performance.now();
    if (ended && early > 0) {
      wanted.disabled = true;
      setTimeout(() => {
        wanted.disabled = false;
      }, early);
    } else if (state.rematch.some((seat) => seat === view.me) && !state.next) {
      wanted.disabled = true;
      wanted.textContent = fillIn(said.waitingAgain, { name: view.names[2 - Number(view.me)] });
    }
    return wanted;
  }

  /** @param {View} view */
  function wish(view) {
    const other = view.state.rematch.find((seat) => !view.mine.includes(seat));
    if (view.watching || view.state.next || !other || view.bot(other)) return null;
    const text = fillIn(said.wantsAnother, { name: view.names[other - 1] });
    return el('p', { class: 'over-wish' }, text);
  }

  return {
    /** @param {View} view */
    show(view) {
      if (element.hidden && view.over && played) ended = performance.now();
      played ||= !view.over;
      element.hidden = !view.over;
      const { state } = view;
      const { outcome, next, match } = state;
      const key = JSON.stringify([outcome, state.rematch, next, match, view.names]);
      if (!outcome || key === shown) return;
      shown = key;
      const held = element.contains(document.activeElement);
      const tally = matchText(view);
      fill(
        element,
        el(
          'div',
          { class: 'actions' },
          again(view),
          el('a', { class: 'button is-small is-quiet', href: '/' }, said.otherGames),
        ),
        state.stuck && el('p', { class: 'small' }, state.stuck),
        tally && el('p', {}, tally),
        wish(view),
      );
      if (held) element.querySelector(/** @type {'a'} */ ('button, a'))?.focus();
    },
  };
}
