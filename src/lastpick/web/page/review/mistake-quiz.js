/** Replaying mistakes: each position in which a win was thrown away, asked again. */

import { messageOf } from '../shared/api.js';
import { button, el } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { inWords, ofLast } from '../shared/reason.js';
import { fillIn, words } from '../shared/words.js';
import { either } from './sentences.js';

/** @import { Desk, Judged, Mistake } from '../shared/types.js' */

const said = words.review;

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

  const which = () => fillIn(said.mistakeOf, { n: place + 1, all: mistakes.length });

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
    const title = sentences.of(said.findPick, moment.turn);
    const text = [said.chooseTile, before(moment), played(moment)].filter(Boolean).join(' ');
    desk.words({ title, seat: moment.turn, text });
    announce(`${which()}. ${title}. ${before(moment)}`);
    const mine = shown;
    verdictOf(moment.picks, moment.turn).then(
      ({ removes }) => mine === shown && open && explained.show({ ...moment, removes }),
      () => {}, // only the preview of what a pick removes is missing then
    );
  }

  /** What counts as the last pick. @param {Mistake} moment */
  function before({ picks, start }) {
    const n = picks.at(-1);
    if (n !== undefined) return fillIn(said.lastWas, { n });
    return start === null ? '' : fillIn(said.startWas, { n: start });
  }

  /** @param {Mistake} moment */
  const played = ({ step: { event } }) =>
    typeof event === 'number' ? fillIn(said.wasPlayed, { n: event }) : '';

  /** @param {number} n */
  async function pick(n) {
    if (!open) return;
    const moment = mistakes[place];
    const mine = (shown += 1);
    try {
      if (!moment.legal.includes(n)) throw new Error(fillIn(said.notLegal, { n }));
      const answer = await verdictOf([...moment.picks, n], 3 - moment.turn);
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
    if (right && first) found += 1;
    first = false;
    open = !right;
    if (right) confirm(moment, n, answer);
    else refute(moment, n, answer);
    bar();
    const onward = desk.bar.querySelector(/** @type {'button'} */ ('.is-primary'));
    if (right) onward?.focus({ preventScroll: true });
  }

  /**
   * @param {Mistake} moment
   * @param {number} n
   * @param {Judged} answer
   */
  function confirm(moment, n, answer) {
    const others = moment.step.winning.filter((m) => m !== n);
    const text = others.length ? fillIn(said.winToo, { picks: either(others) }) : said.onlyOne;
    const makers = [...moment.makers, moment.turn];
    const reason = ofLast(answer.verdict.reason);
    explained.show({ ...answer, makers, turn: 3 - moment.turn }, { good: [n] }, { open: false });
    explained.tell(fillIn(words.shared.whyWins, { n }), reason, answer.legal);
    const title = fillIn(told ? said.thatWins : said.rightWins, { n });
    desk.words({ title: `✓ ${title}`, text, look: 'is-good' });
    announce(`${title}. ${inWords(reason)}`);
  }

  /**
   * @param {Mistake} moment
   * @param {number} n
   * @param {Judged} answer
   */
  function refute(moment, n, answer) {
    const text = sentences.of(said.winsAfter, 3 - moment.turn);
    const why = inWords(answer.verdict.reason);
    explained.show({ ...moment, removes: {} }, { bad: [n] });
    explained.tell(fillIn(said.answerTo, { n }), { kind: 'words', text: why });
    const title = fillIn(said.thatLoses, { n });
    desk.words({ title: `✕ ${title}`, text, look: 'is-bad' });
    announce(`${title}. ${why} ${text}`);
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
    const text = fillIn(said.foundFirst, { found, all: mistakes.length });
    desk.words({ title: said.allReplayed, text, look: found ? 'is-good' : '' });
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, said.done)),
      button(said.onceMore, restart, 'is-small'),
      button(said.backToGame, onDone, 'is-small is-primary'),
    );
    announce(`${said.allReplayed}. ${text}`);
  }

  function restart() {
    place = 0;
    found = 0;
    ask();
  }

  function bar() {
    const moment = mistakes[place];
    const more = place + 1 < mistakes.length;
    const whose = sentences.whose(moment.turn);
    const pickOf = fillIn(said.whichPick, { n: moment.step.move, whose });
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, `${which()} `), pickOf),
      open && button(said.showAnswer, reveal, 'is-small'),
      open
        ? more && button(words.shared.skip, next, 'is-small')
        : button(more ? said.nextMistake : said.finish, next, 'is-small is-primary'),
      button(said.backToGame, onDone, 'is-small is-quiet'),
    );
  }

  ask();
  return { pick };
}
