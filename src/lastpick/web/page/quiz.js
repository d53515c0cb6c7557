/** Replaying mistakes: each position in which a win was thrown away, asked again. */

import { el } from './dom.js';
import { announce } from './page.js';
import { either, whose } from './talk.js';

/**
 * @param {Object} desk  as for a line of one's own
 * @param {import('./moments.js').Moment[]} mistakes
 * @param {() => void} onDone
 */
export function createQuiz(desk, mistakes, onDone) {
  const { stage, oracle, talk } = desk;
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
    stage.untell();
    desk.point(moment.at);
    stage.show({ ...moment, removes: {} });
    stage.board.focus();
    bar();
    const whoseTurn = `${talk.says(moment.turn, 'are', 'is')} to move and can win`;
    const last = moment.picks.length ? ` The last pick was ${moment.picks.at(-1)}.` : '';
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
    oracle(moment.picks).then(
      ({ removes }) => mine === shown && open && stage.show({ ...moment, removes }),
      () => {}, // only the preview of what a pick removes is missing then
    );
  }

  async function pick(n) {
    if (!open) return;
    const moment = mistakes[place];
    const mine = (shown += 1);
    try {
      const answer = await oracle([...moment.picks, n]);
      if (mine === shown) judge(moment, n, answer);
    } catch (error) {
      if (mine !== shown) return;
      stage.board.refuse(n);
      desk.trouble(error.message);
    }
  }

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
      stage.show(position, { good: [n] }, { open: false });
      stage.tell(`Why ${n} wins`, answer.verdict.reason, answer.legal);
      const title = told ? `✓ ${n} wins` : `✓ Right: ${n} wins`;
      desk.words({ title, text, look: 'is-good' });
      announce(`${title.slice(2)}. ${answer.verdict.reason.text}`);
    } else {
      const text = `${talk.says(3 - moment.turn, 'win', 'wins')} after it. Try another pick.`;
      stage.show({ ...moment, removes: {} }, { bad: [n] });
      stage.tell(`The answer to ${n}`, { kind: 'words', text: answer.verdict.reason.text });
      desk.words({ title: `✕ ${n} loses`, text, look: 'is-bad' });
      announce(`${n} loses. ${answer.verdict.reason.text} Try another pick.`);
    }
    bar();
    if (right) desk.bar.querySelector('.is-primary')?.focus({ preventScroll: true });
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
      button('Once more', restart),
      button('Back to the game', onDone, 'is-primary'),
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
    const which = `pick ${moment.step.move}, ${whose(talk, moment.turn)}`;
    desk.setBar(
      el('p', { class: 'bar-title' }, el('span', { class: 'eyebrow' }, `${title} `), which),
      open && button('Show the answer', reveal),
      open
        ? more && button('Skip', next)
        : button(more ? 'Next mistake' : 'Finish', next, 'is-primary'),
      button('Back to the game', onDone, 'is-quiet'),
    );
  }

  ask();
  return { pick };
}

function button(text, onclick, look = '') {
  return el('button', { type: 'button', class: `button is-small ${look}`, onclick }, text);
}
