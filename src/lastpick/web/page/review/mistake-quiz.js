/** Replaying mistakes: each position in which a win was thrown away, asked again. */

import { messageOf } from '../shared/api.js';
import { button, el } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { inWords } from '../shared/reason.js';
import { either } from './sentences.js';

/** @import { Desk, Judged, Mistake } from '../shared/types.js' */

/**
 * @param {Desk} desk
 * @param {Mistake[]} mistakes
 * @param {() => void} onDone
 */
export function createMistakeQuiz(desk, mistakes, onDone) {
  const { explained, verdictOf, sentences } = desk;
  let place = 0;
  let first = true; // no answer was given yet here
  let open = true;
  let told = false; // the answer was shown, not found
  let found = 0;
  let shown = 0;

  function ask() {
    const moment = mistakes[place];
    first = true;
    open = true;
    told = false;
    shown += 1;
    explained.untell();
    desk.point(moment.at);
    explained.show({ ...moment, removes: {} });
    explained.board.focus();
    bar();
    const whoseTurn = `${sentences.says(moment.turn, 'are', 'is')} to move and can win`;
    const start = moment.start === null ? '' : ` The game starts from ${moment.start}.`;
    const last = moment.picks.length ? ` The last pick was ${moment.picks.at(-1)}.` : start;
    const wrong = moment.step.event;
    const played = typeof wrong === 'number' ? ` ${wrong} was played, and lost.` : '';
    desk.words({
      title: `${whoseTurn}: find the pick`,
      seat: moment.turn,
      text: `Choose a tile.${last}${played}`,
    });
    const which = `Mistake ${place + 1} of ${mistakes.length}`;
    announce(`${which}. ${whoseTurn}.${last} Find a winning pick.`);
    const mine = shown;
    verdictOf(moment.picks).then(
      ({ removes }) => mine === shown && open && explained.show({ ...moment, removes }),
      () => {}, // only the preview of what a pick removes is missing then
    );
  }

  /** @param {number} n */
  async function pick(n) {
    if (!open) return;
    const moment = mistakes[place];
    const mine = (shown += 1);
    try {
      const answer = await verdictOf([...moment.picks, n]);
      if (mine === shown) judge(moment, n, answer);
    } catch (error) {
      if (mine !== shown) return;
      explained.board.refuse(n);
      desk.trouble(messageOf(error));
    }
  }

  /**
   * @param {Mistake} moment
   * @param {number} n
   * @param {Judged} answer
   */
  function judge(moment, n, answer) {
    const right = answer.verdict.wins === false;
    const makers = [...moment.makers, moment.turn];
    const position = { ...answer, makers, turn: 3 - moment.turn };
    if (right && first) found += 1;
    first = false;
    open = !right;
    if (right) {
      const others = moment.step.winning.filter((m) => m !== n);
      const text = others.length ? `${either(others)} would win too.` : 'It is the only one.';
      explained.show(position, { good: [n] }, { open: false });
      explained.tell(`Why ${n} wins`, answer.verdict.reason, answer.legal);
      const title = told ? `✓ ${n} wins` : `✓ Right: ${n} wins`;
      desk.words({ title, text, look: 'is-good' });
      announce(`${title.slice(2)}. ${inWords(answer.verdict.reason)}`);
    } else {
      const text = `${sentences.says(3 - moment.turn, 'win', 'wins')} after it. Try another pick.`;
      explained.show({ ...moment, removes: {} }, { bad: [n] });
      explained.tell(`The answer to ${n}`, { kind: 'words', text: inWords(answer.verdict.reason) });
      desk.words({ title: `✕ ${n} loses`, text, look: 'is-bad' });
      announce(`${n} loses. ${inWords(answer.verdict.reason)} Try another pick.`);
    }
    bar();
    const onward = desk.bar.querySelector(/** @type {'button'} */ ('.is-primary'));
    if (right) onward?.focus({ preventScroll: true });
  }

  function reveal() {
    first = false;
    told = true;
    pick(mistakes[place].step.winning[0]);
  }

  function next() {
    place += 1;
    if (place < mistakes.length) ask();
    else finish();
  }

  function finish() {
    open = false;
    const text = `${found} of ${mistakes.length} found with the first answer.`;
    desk.words({ title: 'All mistakes replayed', text, look: found ? 'is-good' : '' });
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, 'Done')),
      button('Once more', restart, 'is-small'),
      button('Back to the game', onDone, 'is-small is-primary'),
    );
    announce(`All mistakes replayed. ${text}`);
  }

  function restart() {
    place = 0;
    found = 0;
    ask();
  }

  function bar() {
    const moment = mistakes[place];
    const more = place + 1 < mistakes.length;
    const title = `Mistake ${place + 1} of ${mistakes.length}`;
    const which = `pick ${moment.step.move}, ${sentences.whose(moment.turn)}`;
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, `${title} `), which),
      open && button('Show the answer', reveal, 'is-small'),
      open
        ? more && button('Skip', next, 'is-small')
        : button(more ? 'Next mistake' : 'Finish', next, 'is-small is-primary'),
      button('Back to the game', onDone, 'is-small is-quiet'),
    );
  }

  ask();
  return { pick };
}
