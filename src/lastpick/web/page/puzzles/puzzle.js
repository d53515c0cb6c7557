/** One puzzle: the board, the clue, and the answers with their reasons. */

import { ApiError, answerPuzzle, messageOf } from '../shared/api.js';
import { button, el, fill } from '../shared/dom.js';
import { createExplainedBoard } from '../shared/explained-board.js';
import { announce } from '../shared/page.js';
import { createVerdicts } from '../shared/verdicts.js';

/** @import { Puzzle } from '../shared/types.js' */

const NAMES = ['Player 1', 'Player 2'];

/**
 * @param {HTMLElement} element
 * @param {Puzzle} puzzle
 * @param {Object} options
 * @param {(first: boolean, right: boolean) => void} options.onAnswer  `first`: right at once
 * @param {() => void} options.onNext
 * @param {boolean} [options.solved]
 */
export function mountPuzzle(element, puzzle, { onAnswer, onNext, solved = false }) {
  const ask = { game: puzzle.game, numbers: puzzle.numbers };
  const verdictOf = createVerdicts(ask);
  const says = el('div', { class: 'comment' });
  const buttons = el('div', { class: 'row' });
  const explained = createExplainedBoard({ numbers: puzzle.numbers, names: NAMES, onPick: answer });
  const position = { ...puzzle };
  /** @type {number[]} */
  let wrong = [];
  let done = false;
  let busy = false;

  fill(
    element,
    el(
      'div',
      { class: 'puzzle-head' },
      el(
        'div',
        {},
        puzzle.date && el('p', { class: 'eyebrow' }, `Puzzle of ${dayText(puzzle.date)}`),
        el('h2', {}, puzzle.title),
        puzzle.rule && el('p', { class: 'muted small' }, puzzle.rule),
      ),
      el('p', { class: 'row' }, levelBadge(puzzle.level), solved && solvedBadge()),
    ),
    says,
    explained.element,
    buttons,
  );
  explained.show(position);
  speak(question(), lastText());
  showButtons();
  announce(`${puzzle.title}, level ${puzzle.level}. ${question()}. ${lastText()}`);

  function question() {
    return `Player ${puzzle.turn} to move: find the one winning pick`;
  }

  function lastText() {
    const last = puzzle.last === null ? '' : `The last pick was ${puzzle.last}. `;
    return `${last}${puzzle.legal.length} picks are legal.`;
  }

  /**
   * @param {string} title
   * @param {string} text
   */
  function speak(title, text, look = '') {
    says.className = `comment ${look}`;
    const mark = el('span', { class: `mark-${puzzle.turn}` });
    const strong = el('strong', {}, !look && mark, title);
    fill(says, el('p', { class: 'comment-title' }, strong), el('p', {}, text));
  }

  /** @param {number} n */
  async function answer(n) {
    if (done || busy) return;
    busy = true;
    explained.board.sent(n);
    try {
      judge(n, await answerPuzzle({ ...ask, picks: puzzle.picks, pick: n }));
    } catch (error) {
      explained.board.refuse(n);
      const refused = error instanceof ApiError && error.status === 422;
      speak(refused ? `${n} is not legal` : 'No answer', messageOf(error), 'is-bad');
      announce(messageOf(error));
    } finally {
      busy = false;
      explained.board.sent(null);
    }
  }

  /**
   * @param {number} n
   * @param {{right: boolean, text: string}} answered
   */
  function judge(n, { right, text }) {
    if (wrong.length === 0 || right) onAnswer(right && wrong.length === 0, right);
    if (right) {
      finish(n, text);
      return;
    }
    wrong = [...wrong, n];
    explained.show(position, { bad: wrong });
    speak(`✕ ${n} does not win`, text, 'is-bad');
    showButtons();
    announce(`Wrong. ${text} Try again.`);
  }

  /**
   * @param {number} n
   * @param {string} text
   */
  async function finish(n, text) {
    done = true;
    const tries = wrong.length ? `Found with answer ${wrong.length + 1}.` : 'Found at once.';
    explained.show(position, { good: [n], bad: wrong }, { open: false });
    speak(`✓ ${n} wins`, tries, 'is-good');
    showButtons();
    buttons.querySelector('button')?.focus({ preventScroll: true });
    announce(`Right: ${n} wins. ${text}`);
    try {
      const [before, after] = await Promise.all([
        verdictOf(puzzle.picks),
        verdictOf([...puzzle.picks, n]),
      ]);
      explained.tell(`Why ${n} wins`, before.verdict.reason, after.legal);
    } catch {
      explained.tell(`Why ${n} wins`, { kind: 'words', text }); // the words are here already
    }
  }

  function hint() {
    speak('Hint', puzzle.clue, 'is-hint');
    announce(puzzle.clue);
    showButtons(true);
  }

  function showButtons(hinted = false) {
    const held = buttons.contains(document.activeElement);
    fill(
      buttons,
      !done && !hinted && button('Hint', hint),
      button(done ? 'Next puzzle' : 'Skip', onNext, done ? 'is-primary' : 'is-quiet'),
    );
    if (held) buttons.querySelector('button')?.focus();
  }

  return { destroy: () => explained.destroy() };
}

/** @param {number} level */
function levelBadge(level) {
  const dots = '●'.repeat(level) + '○'.repeat(5 - level);
  return el(
    'span',
    { class: 'badge' },
    `Level ${level} `,
    el('span', { class: 'dots', 'aria-hidden': 'true' }, dots),
  );
}

const solvedBadge = () => el('span', { class: 'badge is-good' }, '✓ Solved');

/** A date as people write it. @param {string} date */
function dayText(date) {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
