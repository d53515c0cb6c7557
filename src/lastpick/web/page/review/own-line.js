/** Other picks, tried from a moment of a game: a line of one's own. */

import { messageOf } from '../shared/api.js';
import { button, el } from '../shared/dom.js';
import { announce } from '../shared/page.js';

/** @import { Desk, Judged, Moment } from '../shared/types.js' */

/**
 * @param {Desk} desk
 * @param {Moment} moment
 * @param {() => void} onBack
 */
export function createOwnLine(desk, moment, onBack) {
  const { explained, verdictOf, sentences } = desk;
  /** @type {number[]} */
  let tried = [];
  let shown = 0; // the latest question; answers to earlier ones come too late

  const picks = () => [...moment.picks, ...tried];
  const mover = (count = tried.length) => (count % 2 ? 3 - moment.turn : moment.turn);

  /** @param {number} n */
  async function pick(n) {
    const mine = (shown += 1);
    const before = tried;
    try {
      const answer = await verdictOf([...picks(), n]);
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
    const answer = await verdictOf(picks()).catch(() => null);
    if (mine === shown && answer) render(answer);
  }

  /** @param {Judged} answer */
  function render(answer) {
    const { verdict } = answer;
    const turn = mover();
    const makers = [...moment.makers, ...tried.map((_, i) => mover(i))];
    const winner = verdict.wins === null ? null : verdict.wins ? turn : 3 - turn;
    explained.show({ ...answer, makers, turn }, { good: verdict.winning });
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, 'Your own line '), path()),
      button('Take one back', takeBack, 'is-small'),
      button('Back to the game', onBack, 'is-small is-primary'),
    );
    const last = tried.at(-1);
    const winning = sentences.says(answer.last_pick === 'loses' ? turn : 3 - turn, 'win', 'wins');
    const state = answer.legal.length
      ? `${sentences.says(turn, 'are', 'is')} to move. ${sentences.wins(winner)}`
      : `${sentences.says(turn, 'have', 'has')} no legal pick: ${winning}.`;
    desk.words({
      title: `${sentences.who(3 - turn)} ${3 - turn === sentences.me ? 'try' : 'tries'} ${last}`,
      seat: 3 - turn,
      text: state,
    });
    explained.tell(heading(answer, turn), verdict.reason, verdict.wins ? null : answer.legal);
    announce(`After ${last}: ${state}`);
  }

  function path() {
    const from = moment.picks.length ? `after ${moment.picks.at(-1)}: ` : 'from the start: ';
    return `${from}${tried.join(', ')}`;
  }

  /**
   * @param {Judged} answer
   * @param {number} turn
   */
  function heading({ verdict: { wins, reason }, legal }, turn) {
    if (wins === null) return 'Not worked out';
    const name = sentences.who(turn);
    if (wins && legal.length === 0) return `Why ${sentences.says(turn, 'win', 'wins')}`;
    return wins ? `${name} can win with ${reason.pick ?? 'a pick'}` : `Why ${name} cannot win`;
  }

  return { pick };
}
