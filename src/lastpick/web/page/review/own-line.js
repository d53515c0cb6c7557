/** Other picks, tried from a moment of a game: a line of one's own. */

import { messageOf } from '../shared/api.js';
import { button, el } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Desk, Judged, Moment } from '../shared/types.js' */

const said = words.review;

/**
 * @param {Desk} desk
 * @param {Moment} moment
 * @param {() => void} onBack
 */
export function createOwnLine(desk, moment, onBack) {
  const { explained, verdictOf, sentences } = desk;
  /** @type {number[]} */
  let tried = [];
  let { legal } = moment;
  let shown = 0; // the latest question; answers to earlier ones come too late

  const picks = () => [...moment.picks, ...tried];
  const mover = (count = tried.length) => (count % 2 ? 3 - moment.turn : moment.turn);

  /** @param {number} n */
  async function pick(n) {
    const mine = (shown += 1);
    const before = tried;
    try {
      if (!legal.includes(n)) throw new Error(fillIn(said.notLegal, { n }));
      const answer = await verdictOf([...picks(), n], mover(tried.length + 1));
      if (mine !== shown) return;
      tried = [...before, n];
      render(answer);
    } catch (error) {
      if (mine !== shown) return;
      if (tried.length === 0) onBack();
      explained.board.refuse(n);
      desk.trouble(messageOf(error));
    }
  }

  async function takeBack() {
    tried = tried.slice(0, -1);
    if (tried.length === 0) {
      onBack();
      return;
    }
    const mine = (shown += 1);
    const answer = await verdictOf(picks(), mover()).catch(() => null);
    if (mine === shown && answer) render(answer);
  }

  /** @param {Judged} answer */
  function render(answer) {
    const { verdict } = answer;
    const turn = mover();
    const n = Number(tried.at(-1));
    const makers = [...moment.makers, ...tried.map((_, i) => mover(i))];
    legal = answer.legal;
    explained.show({ ...answer, makers, turn }, { good: verdict.winning });
    desk.setBar(
      el(
        'p',
        { class: 'bar-title' },
        el('span', { class: 'eyebrow' }, `${said.ownLine} `),
        path(),
      ),
      button(said.takeOneBack, takeBack, 'is-small'),
      button(said.backToGame, onBack, 'is-small is-primary'),
    );
    const text = standing(answer, turn);
    desk.words({ title: sentences.of(said.tries, 3 - turn, { n }), seat: 3 - turn, text });
    explain(answer, turn, n);
    announce(fillIn(said.afterTry, { n, text }));
  }

  /**
   * Only what answers the pick that was tried is joined to it. The partners in the reason of a win
   * come after the winning pick, and are no answers here.
   *
   * @param {Judged} answer
   * @param {number} turn
   * @param {number} n  the pick that was tried
   */
  function explain({ verdict, legal: answers }, turn, n) {
    const { reason, wins } = verdict;
    explained.tell(heading(verdict, answers, turn), reason, wins ? [] : answers);
    if (wins && reason.kind === 'pairing' && typeof reason.pick === 'number') {
      explained.board.pairs([[n, reason.pick]]);
    }
  }

  /**
   * @param {Judged} answer
   * @param {number} turn
   */
  function standing({ verdict: { wins }, legal: left, last_pick: lastPick }, turn) {
    if (left.length === 0) {
      const winner = lastPick === 'loses' ? turn : 3 - turn;
      return `${sentences.of(said.stuckSo, turn)} ${sentences.of(said.soWins, winner)}`;
    }
    const winner = wins === null ? null : wins ? turn : 3 - turn;
    return `${sentences.of(said.toMove, turn)} ${sentences.wins(winner)}`;
  }

  function path() {
    const line = tried.join(', ');
    const n = moment.picks.at(-1);
    return n === undefined ? fillIn(said.fromStart, { line }) : fillIn(said.afterPick, { n, line });
  }

  /**
   * @param {Judged['verdict']} verdict
   * @param {number[]} left
   * @param {number} turn
   */
  function heading({ wins, reason }, left, turn) {
    if (wins === null) return said.notWorkedOut;
    if (!wins) return sentences.of(said.cannotWin, turn);
    if (left.length === 0 || typeof reason.pick !== 'number') {
      return sentences.of(said.whyWinner, turn);
    }
    return sentences.of(said.canWinWith, turn, { n: reason.pick });
  }

  return { pick };
}
