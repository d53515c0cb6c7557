/** A board with the reason beside it: the middle of a review and of a puzzle. */

import { createBoard } from './board.js';
import { el, say } from './dom.js';
import { clearReason, drawReason } from './reason.js';
import { words } from './words.js';

/** @import { Board, Marks, Position, Reason } from './types.js' */

const SMALL = 30;

/**
 * What lets a board explain: marks and previews on it, and the reason in an element of its own.
 *
 * @param {Board} board
 * @param {2|3} [level]  that of the reason's heading
 */
export function createExplanation(board, level = 3) {
  const title = el(`h${level}`, { class: 'why-title' });
  const panel = el('div', { class: 'why-body' });
  const why = el(
    'section',
    { class: 'why', 'aria-label': words.shared.why, hidden: true },
    title,
    panel,
  );
  /** @type {number|null} */
  let played = null;
  const rest = () => played !== null && board.preview(played);

  return {
    why,
    board,

    /** Nothing is looked at any more: what the pick on the board removes is shown again. */
    rest,

    /**
     * @param {Position} position
     * @param {Marks} marks
     * @param {{pick?: number|null, open?: boolean}} more  a pick that is on the board while what it
     *   removes is still there; whether a tile can be chosen
     */
    show(position, marks = {}, { pick = null, open = true } = {}) {
      played = pick;
      board.update(position);
      board.readonly = !open;
      board.active = open;
      board.highlight(marks);
      rest();
    },

    /**
     * @param {string} heading
     * @param {Reason} reason
     * @param {number[]|null} [asked]
     */
    tell(heading, reason, asked) {
      why.hidden = false;
      why.classList.remove('is-waiting');
      title.textContent = heading;
      drawReason(board, panel, reason, asked);
      rest();
    },

    /** Another reason is on its way: the old one leaves the board, and its words fade. */
    wait() {
      board.pairs([]);
      board.groups([]);
      why.classList.add('is-waiting');
    },

    untell() {
      why.hidden = true;
      clearReason(board, panel);
    },
  };
}

/**
 * @param {{numbers: string, names: string[], onPick: (n: number) => void, level?: 2|3}} options
 *   `level` is that of its heading
 */
export function createExplainedBoard({ numbers, names, onPick, level = 3 }) {
  const ground = el('div');
  const looked = el('p', { class: 'stage-look small' });
  const element = el('div', { class: 'stage' }, ground, looked);
  const board = createBoard(ground, {
    numbers,
    names,
    label: words.shared.board,
    onPick,
    onLook(n, text) {
      say(looked, text);
      if (n === null) explanation.rest();
    },
  });
  const explanation = createExplanation(board, level);
  const middle = el('div', { class: 'middle' }, element, explanation.why);

  // A small board leaves room for the reason at its side, where there is room at all.
  middle.classList.toggle('is-small', board.numbers.length <= SMALL);

  return { ...explanation, element: middle, destroy: () => board.destroy() };
}
