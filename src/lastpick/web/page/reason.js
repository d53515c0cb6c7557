/**
 * The reason of a verdict, drawn on a board and told beside it: a pairing as lines between tiles,
 * parts as groups with their nim-sum. A kind that is not known here is told in its own words.
 */

import { el, fill } from './dom.js';
import { gapLine, inShort, isRow, letterOf, nimTable, rowsOf } from './nimsum.js';

/**
 * @param {Object} board  of createBoard
 * @param {HTMLElement} panel  where the words go
 * @param {{kind: string, text: string}} reason
 * @param {number[]|null} asked  the picks that the pairing has to answer now: their lines stand out
 */
export function drawReason(board, panel, reason, asked = null) {
  board.pairs([]);
  board.groups([]);
  const draw = { pairing: drawPairing, parts: drawParts }[reason.kind];
  fill(panel, el('p', { class: 'why-text' }, reason.text), ...(draw?.(board, reason, asked) ?? []));
}

export function clearReason(board, panel) {
  board.pairs([]);
  board.groups([]);
  fill(panel);
}

function drawPairing(board, { pairs }, asked) {
  if (!Array.isArray(pairs) || pairs.length === 0) return [];
  const now = new Set(asked ?? pairs.flat());
  const strong = pairs.filter(([a, b]) => now.has(a) || now.has(b)).slice(0, MOST_STRONG);
  const faint = pairs.filter(([a, b]) => !now.has(a) && !now.has(b));
  if (strong.length === 0) return [];
  const thin = faint.length > MOST_FAINT ? [] : faint.map(([a, b]) => [a, b, 'faint']);
  board.pairs([...thin, ...strong]);
  const notes = ['Lines join partners.'];
  if (thin.length > 0) notes.push('Thin ones are for later.');
  else if (faint.length > 0) notes.push(`${faint.length} more pairs are kept for later.`);
  return [el('p', { class: 'small muted' }, notes.join(' '))];
}

function drawParts(board, { parts, xor = null, pick = null }) {
  if (!Array.isArray(parts) || parts.length === 0) return [];
  const rows = rowsOf(parts, pick);
  board.groups(
    rows.map((row) => row.numbers),
    rows.map((row, i) => `part ${letterOf(i)}, ${inShort(row.numbers)}`),
  );
  return [
    isRow(parts) && gapLine(rows, board.numbers),
    nimTable(rows, xor, pick),
    xor !== null && el('p', { class: 'small muted' }, NIM_RULE),
  ];
}

const MOST_STRONG = 40;
const MOST_FAINT = 10; // more of them hide the board
const NIM_RULE =
  'Nim-sum: ones that stand below each other cancel in twos. Whoever leaves a sum of 0 wins.';
