/** One puzzle: the board, tries and hints with what the coach says to them, and how it ended. */

import * as api from '../shared/api.js';
import { createBoard } from '../shared/board.js';
import { button, byId, el, fill, focused, say } from '../shared/dom.js';
import { announce } from '../shared/page.js';
import { clearReason, drawReason } from '../shared/reason.js';
import { settings } from '../shared/settings.js';
import { createVerdicts } from '../shared/verdicts.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { createAttempt, toCome } from './attempt.js';
import { showHead, showTask } from './puzzle-head.js';
import { showResult } from './result.js';
import { sureButton } from './sure-button.js';

/** @import { Child, Marks, Puzzle } from '../shared/types.js' */

const STEPS = 3; // hints
const BELOW = 190; // pixels for what is said below the board, where nothing stands beside it
const LOOK = 48; // and for the line that tells of a tile
const said = words.puzzles;

/**
 * @param {Puzzle} puzzle
 * @param {() => void} onNext
 */
export function showPuzzle(puzzle, onNext) {
  const ask = { game: puzzle.game, numbers: puzzle.numbers, picks: puzzle.picks };
  const verdictOf = createVerdicts({ game: puzzle.game, numbers: puzzle.numbers });
  const attempt = createAttempt(puzzle);
  for (const id of ['ground', 'text']) byId(id).hidden = false; // so that the board can be measured
  const names = [1, 2].map((seat) => fillIn(words.shared.player, { seat }));
  const board = createBoard(byId('board'), {
    numbers: puzzle.numbers,
    label: fillIn(words.shared.boardOf, { numbers: poolText(puzzle.numbers) }),
    names,
    onPick: pick,
    onLook: (_, text) => say(byId('look'), text && `${text}.`),
    below: () => (getComputedStyle(byId('table')).columnGap === '8px' ? BELOW : LOOK),
  });
  const why = byId('why');
  const result = showResult(byId('result'), puzzle);
  let busy = false;
  let legalAsked = false;
  let left = false; // another puzzle has taken the place of this one

  // --- what is shown ----------------------------------------------------------------------------

  /** Whether the board tells which picks are legal. */
  const telling = () => {
    const set = settings.get('legal');
    return attempt.done || set === 'shown' || (set === 'asked' && legalAsked);
  };

  /** @param {Marks} [marks] */
  function draw(marks = {}) {
    showTask(puzzle, names[puzzle.turn - 1], telling());
    board.secret = !telling();
    board.update(puzzle);
    board.readonly = attempt.done;
    board.active = !attempt.done;
    board.highlight({ bad: attempt.wrong, ...marks });
  }

  /**
   * @param {string} title
   * @param {string} [text]
   * @param {''|'is-good'|'is-bad'|'is-hint'} [look]
   * @param {Child} [more]
   */
  function speak(title, text = '', look = '', more = null) {
    byId('says').className = `says ${look}`;
    fill(byId('says'), el('p', {}, el('strong', {}, title)), text && el('p', {}, text), more);
    announce(`${title}. ${text}`);
  }

  function showButtons() {
    const held = byId('buttons').contains(focused());
    fill(byId('buttons'), ...(attempt.done ? afterwards() : meanwhile()));
    if (held) firstButton()?.focus();
  }

  const firstButton = () => /** @type {HTMLElement|null} */ (byId('buttons').firstElementChild);

  /** @returns {Child[]} */
  function meanwhile() {
    const step = Math.min(STEPS, attempt.now.hints + 1);
    const sure = { text: said.giveUp, sure: said.giveUpSure };
    const giving = sureButton(sure, giveUp);
    giving.id = 'give-up';
    return [
      button(step === 1 ? words.shared.hint : fillIn(said.nextHint, { n: step }), hint),
      giving,
      settings.get('legal') === 'asked' && !legalAsked && button(words.shared.showLegal, showLegal),
      !puzzle.date && button(words.shared.skip, onNext, 'is-quiet'),
    ];
  }

  function showLegal() {
    legalAsked = true;
    draw();
    showButtons();
  }

  /** @returns {Child[]} */
  function afterwards() {
    return [
      attempt.counting && result.button(attempt.now),
      button(said.next, onNext, puzzle.date ? '' : 'is-primary'),
      button(words.shared.again, again, 'is-quiet'),
    ];
  }

  // --- what happens -----------------------------------------------------------------------------

  /**
   * Ask the server, one thing at a time; null where no answer came or came too late.
   *
   * @template T
   * @param {() => Promise<T>} call
   * @returns {Promise<T|null>}
   */
  async function asking(call) {
    if (busy) return null;
    busy = true;
    try {
      const found = await call();
      return left ? null : found;
    } catch (error) {
      if (!left) speak(said.noAnswer, api.messageOf(error), 'is-bad');
      return null;
    } finally {
      busy = false;
    }
  }

  /** @param {number} n */
  async function pick(n) {
    if (attempt.done) return;
    if (!board.has(n)) {
      speak(fillIn(words.shared.notThere, { n, numbers: poolText(puzzle.numbers) }), '', 'is-bad');
      return;
    }
    board.sent(n);
    const found = await asking(() => api.answerPuzzle({ ...ask, pick: n }));
    board.sent(null);
    if (!found) return;
    if (!found.legal) {
      board.refuse(n);
      speak(found.text, '', 'is-bad');
      return;
    }
    attempt.tried(n, found.right);
    if (found.right) {
      finish(n, found.text);
      return;
    }
    draw();
    speak(fillIn(said.wrong, { n }), found.text, 'is-bad');
  }

  async function hint() {
    const step = Math.min(STEPS, attempt.now.hints + 1);
    const found = await asking(() => api.puzzleHint({ ...ask, step }));
    if (!found || attempt.done) return;
    attempt.hinted(step);
    const [low, high] = found.area ?? [1, 0];
    const open = (telling() ? puzzle.legal : board.numbers).filter((n) => !attempt.wrong.includes(n));
    if (found.pick !== null) draw({ good: [found.pick] });
    else draw({ hint: open.filter((n) => n >= low && n <= high) });
    speak(fillIn(said.hintStep, { n: step }), found.text, 'is-hint');
    showButtons();
  }

  async function giveUp() {
    const found = await asking(() => api.answerPuzzle({ ...ask, pick: null }));
    if (!found || found.answer === null || attempt.done) return;
    attempt.giveUp();
    finish(found.answer, found.text);
  }

  /**
   * @param {number} n  the pick that wins
   * @param {string} text  and why
   */
  function finish(n, text) {
    const { end, tries, hints } = attempt.now;
    draw({ good: [n] });
    if (end === 'given up') speak(fillIn(said.givenUp, { n }), '', 'is-hint');
    else {
      const first = tries.length === 1 && hints === 0;
      const how = first ? said.atOnce : fillIn(said.found, { n: tries.length });
      speak(fillIn(said.wins, { n }), tries.length ? how : said.foundBefore, 'is-good');
    }
    announce(text);
    showButtons();
    firstButton()?.focus({ preventScroll: true });
    explain(n, text);
    if (attempt.counting) offer();
  }

  /** A day's result to share; without the server there is none, and nothing else is missing. */
  async function offer() {
    try {
      await result.show(attempt.now);
    } catch (error) {
      console.warn(api.messageOf(error));
    }
  }

  /**
   * @param {number} n
   * @param {string} text
   */
  async function explain(n, text) {
    const body = el('div', { class: 'why-body' }, el('p', {}, text));
    fill(why, el('h2', { class: 'why-title' }, fillIn(words.shared.whyWins, { n })), body);
    why.hidden = false;
    byId('rule').hidden = true; // what there is to read now is the reason
    try {
      const [before, after] = await Promise.all([
        verdictOf(puzzle.picks, ['you', 'your opponent']),
        verdictOf([...puzzle.picks, n]),
      ]);
      if (!left && attempt.done) drawReason(board, body, before.verdict.reason, after.legal);
    } catch (error) {
      console.warn(api.messageOf(error)); // the words are here already
    }
  }

  function again() {
    attempt.again();
    clearReason(board, why);
    why.hidden = true;
    byId('rule').hidden = false;
    result.hide();
    draw();
    speak(said.find, said.doneBefore);
    showButtons();
    board.focus();
  }

  /** The puzzle as it was left. */
  async function begin() {
    draw();
    showHead(puzzle);
    why.hidden = true;
    byId('rule').hidden = false;
    showButtons();
    const { tries, hints, end } = attempt.now;
    if (toCome(puzzle)) {
      const today = el('a', { class: 'button is-small', href: `/daily/${puzzle.today}` }, said.toToday);
      speak(said.find, said.toCome, 'is-hint', el('p', {}, today));
    } else if (end === 'open') {
      const tried = tries.length > 0 && fillIn(said.soFar, { tries: tries.join(', ') });
      const hinted = hints > 0 && fillIn(said.soFarHints, { n: hints });
      speak(said.find, [tried, hinted].filter(Boolean).join(' ') || (puzzle.task ?? ''));
    } else {
      const right = end === 'solved' ? (tries.at(-1) ?? null) : null;
      const found = await asking(() => api.answerPuzzle({ ...ask, pick: right }));
      if (found?.answer) finish(found.answer, found.text);
    }
  }

  begin();

  return {
    pick,
    hint: () => !attempt.done && hint(),
    /** @param {number|null} n */
    preview(n) {
      board.preview(board.active ? n : null);
      say(byId('look'), n !== null && board.has(n) ? `${board.describe(n)}.` : '');
    },
    /** To the button that gives up: what it asks is answered there. */
    toGiveUp: () => document.getElementById('give-up')?.focus(),
    share: () => result.share(),
    focus: () => board.focus(),
    nextLegal() {
      if (!telling()) return;
      const from = Number(focused()?.dataset.n ?? -1);
      board.focus(puzzle.legal.find((n) => n > from) ?? puzzle.legal[0]);
    },
    /** The settings have changed. */
    refresh() {
      if (attempt.done) return;
      draw();
      showButtons();
    },
    destroy() {
      left = true;
      result.hide();
      board.destroy();
    },
  };
}
