/**
 * The reason of a verdict, drawn on a board and told beside it: a pairing as lines between tiles,
 * parts as groups with their nim-sum. A kind that is not known here is told in its own words.
 */

import { el, fill } from './dom.js';
import { gapLine, inShort, isRow, letterOf, nimTable, rowsOf } from './nim-table.js';
import { fillIn, words } from './words.js';

/** @import { Link } from './board-lines.js' */
/** @import { Board, Child, Reason } from './types.js' */

/**
 * @param {Board} board
 * @param {HTMLElement} panel  where the words go
 * @param {Reason} reason
 * @param {number[]|null} asked  the picks that the pairing has to answer now: their lines stand out
 */
export function drawReason(board, panel, reason, asked = null) {
  board.pairs([]);
  board.groups([]);
  const told = el('p', { class: 'why-text' }, inWords(reason));
  fill(panel, told, ...(DRAWN[reason.kind]?.(board, reason, asked) ?? []));
}

/** In plain words, where there are any. @param {Reason} reason */
export const inWords = (reason) => reason.plain ?? reason.text;

/** The same as whoever made the last pick reads it. @param {Reason} reason */
export const ofLast = (reason) => ({ ...reason, plain: reason.of_last ?? reason.plain });

/**
 * @param {Board} board
 * @param {HTMLElement} panel
 */
export function clearReason(board, panel) {
  board.pairs([]);
  board.groups([]);
  fill(panel);
}

/** @type {Draw} */
function drawPairing(board, { pairs = [] }, asked) {
  const now = new Set(asked ?? pairs.flat());
  const strong = pairs.filter(([a, b]) => now.has(a) || now.has(b)).slice(0, MOST_STRONG);
  const faint = pairs.filter(([a, b]) => !now.has(a) && !now.has(b));
  if (strong.length === 0) return [];
  const thin = faint.length > MOST_FAINT ? [] : faint;
  board.pairs([...thin.map(([a, b]) => /** @type {Link} */ ([a, b, 'faint'])), ...strong]);
  const notes = [words.shared.linesJoin];
  if (thin.length > 0) notes.push(words.shared.thinLater);
  else if (faint.length > 0) notes.push(fillIn(words.shared.pairsLater, { n: faint.length }));
  return [el('p', { class: 'small muted' }, notes.join(' '))];
}

/** @type {Draw} */
function drawParts(board, { parts = [], xor = null, pick = null }) {
  if (parts.length === 0) return [];
  const rows = rowsOf(parts, pick);
  board.groups(
    rows.map((row) => row.numbers),
    rows.map(({ numbers }, i) =>
      fillIn(words.shared.partOf, { letter: letterOf(i), numbers: inShort(numbers) }),
    ),
  );
  return [
    isRow(parts) && gapLine(rows, board.numbers),
    el(
      'details',
      { class: 'small' },
      el('summary', {}, words.shared.mathematics),
      nimTable(rows, xor, pick),
      xor !== null && el('p', { class: 'muted' }, words.shared.nimRule),
    ),
  ];
}

/** @typedef {(board: Board, reason: Reason, asked: number[]|null) => Child[]} Draw */

/** @type {Record<string, Draw>} */
const DRAWN = { pairing: drawPairing, parts: drawParts };

const MOST_STRONG = 40;
const MOST_FAINT = 10; // more of them hide the board
