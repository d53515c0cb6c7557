/** What the pages share on which one person works at a board: lessons, and picking alone. */

import { createBoard } from './board.js';
import { byId, el, fill, focused, say } from './dom.js';
import { createLegalSight } from './legal-sight.js';
import { announce } from './page.js';
import { fillIn, words } from './words.js';

/** @import { Board, Position } from './types.js' */

const LOOK = 48; // pixels for the line below the board that tells of a tile
const SAYS = { title: '', text: '', look: '' };

/** Say something below the board, and to screen readers. @param {Partial<typeof SAYS>} said */
export function tell(said) {
  const { title, text, look } = { ...SAYS, ...said };
  byId('says').className = `says ${look}`;
  fill(byId('says'), el('p', {}, el('strong', {}, title)), text && el('p', { class: 'small' }, text));
  announce(`${title} ${text}`);
}

/**
 * The board, and whether it tells which picks are legal.
 *
 * @param {Object} table
 * @param {(n: number) => void} table.onPick
 * @param {() => Position} table.position  the one on the board
 * @param {() => boolean} table.over  whether nothing is to be found there any more
 * @param {number} table.below  pixels for what stands below the board, where nothing is beside it
 */
export function createGround({ onPick, position, over, below }) {
  const sight = createLegalSight();
  /** @type {Board|null} */
  let board = null;
  let shown = '';
  /** @param {string} text */
  const look = (text) => say(byId('look'), text && `${text}.`);
  const isOpen = () => over() || sight.open(position().picks, false);

  const ground = {
    /** @returns {Board|null} */
    get board() {
      return board;
    },

    isOpen,
    askable: () => !over() && sight.askable(position().picks, false),

    /**
     * Make a board of these numbers, unless it is there.
     *
     * @param {string} numbers
     * @param {string[]} names
     */
    make(numbers, names) {
      byId('table').hidden = false; // until then there is nothing to see that could move
      look('');
      if (!board || shown !== numbers) {
        board?.destroy();
        shown = numbers;
        board = createBoard(byId('board'), {
          numbers,
          label: fillIn(words.shared.boardOf, { numbers }),
          onPick,
          onLook: (_, text) => look(text),
          below: () => (getComputedStyle(byId('table')).columnGap === '8px' ? below : LOOK),
        });
      }
      board.names = names;
    },

    showLegal() {
      if (board) board.secret = !isOpen();
    },

    askLegal() {
      if (!ground.askable()) return;
      sight.ask(position().picks);
      ground.showLegal();
    },

    /** To the next legal tile after the one in focus. */
    nextLegal() {
      ground.askLegal();
      if (!isOpen()) return;
      const { legal = [] } = position();
      const from = Number(focused()?.dataset.n ?? -1);
      board?.focus(legal.find((n) => n > from) ?? legal[0]);
    },

    /** What a number that is being typed would do. @param {number|null} n */
    preview(n) {
      board?.preview(board.active ? n : null);
      look(n !== null && board?.has(n) ? board.describe(n) : '');
    },
  };
  return ground;
}
