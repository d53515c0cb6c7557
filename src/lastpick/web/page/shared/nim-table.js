/** Parts of a position and their nim-sum, as a figure to read beside the board. */

import { el } from './dom.js';
import { fillIn, words } from './words.js';

/** @import { Part } from './types.js' */

const MOST_ROWS = 14;
const MOST_LISTED = 8;

/**
 * The rows of the figure: the parts, with single numbers of the same value taken together.
 *
 * @typedef {{numbers: number[], times: number, nimber?: number, after?: number}} Row
 * @param {Part[]} parts
 * @param {number|null} pick  the pick that brings the nim-sum to 0
 * @returns {Row[]}
 */
export function rowsOf(parts, pick) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Map<number|undefined, Row>} */
  const singles = new Map();
  for (const { numbers, nimber, options } of parts) {
    const after = options?.find(([n]) => n === pick)?.[1];
    const touched = pick !== null && numbers.includes(pick);
    const like = numbers.length === 1 && !touched ? singles.get(nimber) : undefined;
    if (like) {
      like.numbers.push(...numbers);
      like.times += 1;
    } else {
      const row = { numbers: [...numbers], times: 1, nimber, after: touched ? after : nimber };
      rows.push(row);
      if (numbers.length === 1 && !touched) singles.set(nimber, row);
    }
  }
  return rows.sort((a, b) => a.times - b.times || a.numbers[0] - b.numbers[0]);
}

/** Whether every part is an unbroken run: then they are the gaps of a row. @param {Part[]} parts */
export const isRow = (parts) =>
  parts.length > 0 &&
  parts.every(({ numbers }) => numbers[numbers.length - 1] - numbers[0] === numbers.length - 1) &&
  parts.some(({ numbers }) => numbers.length > 1);

/** @param {number} index */
export const letterOf = (index) =>
  index < 26 ? String.fromCharCode(65 + index) : String(index + 1);

/** Numbers in short: runs as 5–9, long lists cut. @param {number[]} numbers */
export function inShort(numbers) {
  /** @type {number[][]} */
  const runs = [];
  for (const n of numbers) {
    const run = runs.at(-1);
    if (run && n === run[1] + 1) run[1] = n;
    else runs.push([n, n]);
  }
  const shown = runs.map(([a, b]) => runText(a, b));
  if (shown.length <= MOST_LISTED) return shown.join(', ');
  return `${shown.slice(0, MOST_LISTED).join(', ')}, … (${numbers.length})`;
}

/**
 * @param {number} a
 * @param {number} b
 */
function runText(a, b) {
  if (a === b) return `${a}`;
  return b === a + 1 ? `${a}, ${b}` : `${a}–${b}`;
}

/**
 * The table: each part, its nimber in binary, the sum, and what the pick makes of it.
 *
 * @param {Row[]} rows
 * @param {number|null} total
 * @param {number|null} pick
 */
export function nimTable(rows, total, pick) {
  const known = total !== null && rows.every((row) => row.nimber !== undefined);
  const change = known && pick !== null && rows.every((row) => row.after !== undefined);
  const largest = Math.max(1, total ?? 0, ...rows.flatMap((r) => [r.nimber ?? 0, r.after ?? 0]));
  const width = largest.toString(2).length;
  /** @param {number} [n] */
  const value = (n = 0, dim = false) =>
    el('td', { class: dim ? 'nim is-same' : 'nim' }, binary(n, width), n);
  const shown = rows.slice(0, MOST_ROWS);
  const said = words.shared;
  const head = [
    said.partHead,
    words.shared.numbers,
    known ? said.nimberHead : '',
    change ? fillIn(said.afterPick, { pick: String(pick) }) : '',
  ];
  const body = shown.map((row, i) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('b', { class: 'part', 'data-group': i % 6 }, letterOf(i))),
      el('td', {}, inShort(row.numbers), row.times > 1 && ` ${fillIn(said.timesParts, { n: row.times })}`),
      known && sumCell(row, width),
      change && value(odd(row) ? row.after : 0, row.after === row.nimber),
    ),
  );
  if (rows.length > shown.length) {
    const more = rows.length - shown.length;
    body.push(el('tr', {}, el('th', {}), el('td', { colspan: 3 }, fillIn(said.moreParts, { n: more }))));
  }
  return el(
    'table',
    { class: 'table nim-table' },
    el('caption', { class: 'visually-hidden' }, said.nimCaption),
    el('thead', {}, el('tr', {}, ...head.filter(Boolean).map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...body),
    known &&
      el(
        'tfoot',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'row', colspan: 2 }, said.nimSum),
          value(total),
          change && value(0),
        ),
      ),
  );
}

/** @param {Row} row */
const odd = (row) => row.times % 2 === 1;

/**
 * Equal values cancel in twos, so several equal parts count once or not at all.
 *
 * @param {Row} row
 * @param {number} width
 */
function sumCell(row, width) {
  const { nimber = 0 } = row;
  if (row.times === 1) return el('td', { class: 'nim' }, binary(nimber, width), nimber);
  const counted = odd(row) ? nimber : 0;
  return el('td', { class: 'nim' }, binary(counted, width), `${row.times} × ${nimber}`);
}

/**
 * @param {number} n
 * @param {number} width
 */
function binary(n, width) {
  const digits = [...n.toString(2).padStart(width, '0')];
  return el(
    'span',
    { class: 'bits', 'aria-hidden': 'true' },
    ...digits.map((digit) => el('i', { class: digit === '1' ? 'is-one' : null }, digit)),
  );
}

/**
 * The row as a line of gaps with their nimbers; what is gone lies between them.
 *
 * @param {Row[]} rows  runs, ascending
 * @param {number[]} pool
 */
export function gapLine(rows, pool) {
  const gaps = rows
    .flatMap(({ numbers, nimber, times }, i) =>
      // Single numbers were taken together, and lie apart here.
      (times > 1 ? numbers.map((n) => [n]) : [numbers]).map((run) => ({ run, nimber, i })),
    )
    .sort((a, b) => a.run[0] - b.run[0]);
  /** @type {HTMLElement[]} */
  const cells = [];
  let next = pool[0];
  /** @param {number} until */
  const blank = (until) => {
    if (until > next) cells.push(wide(el('span', { class: 'gap-gone' }), until - next));
  };
  for (const { run, nimber, i } of gaps) {
    blank(run[0]);
    const label = nimber === undefined ? letterOf(i) : String(nimber);
    cells.push(wide(el('b', { class: 'gap', 'data-group': i % 6 }, label), run.length));
    next = run[run.length - 1] + 1;
  }
  blank(pool[pool.length - 1] + 1);
  return el('div', { class: 'gap-line', 'aria-hidden': 'true' }, ...cells);
}

/**
 * @param {HTMLElement} node
 * @param {number} length
 */
function wide(node, length) {
  node.style.flexGrow = String(length);
  return node;
}
