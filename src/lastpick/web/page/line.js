/** Other picks, tried from a moment of a game: a line of one's own. */

import { el } from './dom.js';
import { announce } from './page.js';

/**
 * @param {Object} desk  what a review lends to whoever has the board: stage, oracle, talk and
 *   the ways to speak; see review.js
 * @param {import('./moments.js').Moment} moment
 * @param {() => void} onBack
 */
export function createLine(desk, moment, onBack) {
  const { stage, oracle, talk } = desk;
  let tried = [];
  let shown = 0; // the latest question; answers to earlier ones come too late

  const picks = () => [...moment.picks, ...tried];
  const mover = (count = tried.length) => (count % 2 ? 3 - moment.turn : moment.turn);

  async function pick(n) {
    const mine = (shown += 1);
    const before = tried;
    try {
      const answer = await oracle([...picks(), n]);
      if (mine !== shown) return;
      tried = [...before, n];
      render(answer);
    } catch (error) {
      if (mine !== shown) return;
      if (tried.length === 0) onBack();
      stage.board.refuse(n);
      desk.trouble(error.message);
    }
  }

  async function takeBack() {
    tried = tried.slice(0, -1);
    if (tried.length === 0) {
      onBack();
      return;
    }
    const mine = (shown += 1);
    const answer = await oracle(picks()).catch(() => null);
    if (mine === shown && answer) render(answer);
  }

  function render(answer) {
    const { verdict } = answer;
    const turn = mover();
    const makers = [...moment.makers, ...tried.map((_, i) => mover(i))];
    const winner = verdict.wins === null ? null : verdict.wins ? turn : 3 - turn;
    stage.show({ ...answer, makers, turn }, { good: verdict.winning });
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, 'Your own line '), path()),
      button('Take one back', takeBack),
      button('Back to the game', onBack, 'is-primary'),
    );
    const last = tried.at(-1);
    const state = answer.legal.length
      ? `${talk.says(turn, 'are', 'is')} to move. ${talk.wins(winner)}`
      : `${talk.says(turn, 'have', 'has')} no legal pick: ${talk.says(3 - turn, 'win', 'wins')}.`;
    desk.words({
      title: `${talk.who(3 - turn)} ${3 - turn === talk.me ? 'try' : 'tries'} ${last}`,
      seat: 3 - turn,
      text: state,
    });
    stage.tell(heading(verdict, turn), verdict.reason, verdict.wins ? null : answer.legal);
    announce(`After ${last}: ${state}`);
  }

  function path() {
    const from = moment.picks.length ? `after ${moment.picks.at(-1)}: ` : 'from the start: ';
    return `${from}${tried.join(', ')}`;
  }

  function heading({ wins, reason }, turn) {
    if (wins === null) return 'Not worked out';
    const name = talk.who(turn);
    return wins ? `${name} can win with ${reason.pick ?? 'a pick'}` : `Why ${name} cannot win`;
  }

  return { pick };
}

function button(text, onclick, look = '') {
  return el('button', { type: 'button', class: `button is-small ${look}`, onclick }, text);
}
