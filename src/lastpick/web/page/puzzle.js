/** One puzzle: the board, the clue, and the answers with their reasons. */

import { call } from './api.js';
import { el, fill } from './dom.js';
import { createOracle } from './oracle.js';
import { announce } from './page.js';
import { createStage } from './stage.js';

const NAMES = ['Player 1', 'Player 2'];

/**
 * @param {HTMLElement} element
 * @param {Object} puzzle  as the server gave it
 * @param {{onAnswer: (right: boolean) => void, onNext: () => void, solved?: boolean}} options
 */
export function mountPuzzle(element, puzzle, { onAnswer, onNext, solved = false }) {
  const ask = { game: puzzle.game, numbers: puzzle.numbers };
  const oracle = createOracle(ask);
  const says = el('div', { class: 'comment' });
  const buttons = el('div', { class: 'row' });
  const stage = createStage({ numbers: puzzle.numbers, names: NAMES, onPick: answer });
  const position = { ...puzzle };
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
    stage.element,
    buttons,
  );
  stage.show(position);
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

  function speak(title, text, look = '') {
    says.className = `comment ${look}`;
    const mark = el('span', { class: `mark-${puzzle.turn}` });
    const strong = el('strong', {}, !look && mark, title);
    fill(says, el('p', { class: 'comment-title' }, strong), el('p', {}, text));
  }

  async function answer(n) {
    if (done || busy) return;
    busy = true;
    stage.board.sent(n);
    try {
      const body = { ...ask, picks: puzzle.picks, pick: n };
      judge(n, await call('/api/puzzles/answer', { method: 'POST', body }));
    } catch (error) {
      stage.board.refuse(n);
      speak(error.status === 422 ? `${n} is not legal` : 'No answer', error.message, 'is-bad');
      announce(error.message);
    } finally {
      busy = false;
      stage.board.sent(null);
    }
  }

  function judge(n, { right, text }) {
    if (wrong.length === 0 || right) onAnswer(right && wrong.length === 0, right);
    if (right) {
      finish(n, text);
      return;
    }
    wrong = [...wrong, n];
    stage.show(position, { bad: wrong });
    speak(`✕ ${n} does not win`, text, 'is-bad');
    showButtons();
    announce(`Wrong. ${text} Try again.`);
  }

  async function finish(n, text) {
    done = true;
    const tries = wrong.length ? `Found with answer ${wrong.length + 1}.` : 'Found at once.';
    stage.show(position, { good: [n], bad: wrong }, { open: false });
    speak(`✓ ${n} wins`, tries, 'is-good');
    showButtons();
    buttons.querySelector('button').focus({ preventScroll: true });
    announce(`Right: ${n} wins. ${text}`);
    try {
      const [before, after] = await Promise.all([
        oracle(puzzle.picks),
        oracle([...puzzle.picks, n]),
      ]);
      stage.tell(`Why ${n} wins`, before.verdict.reason, after.legal);
    } catch {
      stage.tell(`Why ${n} wins`, { kind: 'words', text }); // the words are here already
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

  return { destroy: () => stage.destroy() };
}

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

/** A date as people of this browser's language write it. */
function dayText(date) {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

function button(text, onclick, look = '') {
  return el('button', { type: 'button', class: `button ${look}`, onclick }, text);
}
