/**
 * How a board fits: its columns follow from the pool and the window, so that a pool looks alike on
 * every page, and its tiles are as large as the room around it lets them be.
 */

import { settings } from './settings.js';

const LARGEST = 200; // pixels of a tile
const SMALLEST = 24;
const LOW = 480; // pixels: a window of less is a phone on its side
export const WHOLE = 120; // numbers: boards of more are scrolled
const SCROLLED = 76; // the largest tile of those

/** For a projector, tiles may need the whole window, and the rest is scrolled to. */
const large = () => settings.get('tiles') === 'large' && windowSize().height >= LOW;

/** @param {number} tile */
export const sizeOf = (tile) => (tile >= 50 ? 'l' : tile >= 40 ? 'm' : 's');

/** The space between tiles of this size. @param {number} tile */
const gapOf = (tile) => ({ l: 6, m: 4, s: 3 })[sizeOf(tile)];

/** The window without what comes and goes at its edges. */
function windowSize() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  return { width, height };
}

/**
 * The cells before the first number, so that multiples line up.
 *
 * @param {number[]} pool
 * @param {number} columns
 */
const blanksOf = (pool, columns) =>
  pool.length > columns ? Math.max(pool[0] - 1, 0) % columns : 0;

/**
 * @param {number[]} pool
 * @param {number} columns
 */
const rowsOf = (pool, columns) => Math.ceil((pool.length + blanksOf(pool, columns)) / columns);

/**
 * Five columns or ten, whichever leaves the larger tile in a window of this shape; in doubt ten.
 * What a page has beside its board is taken to be alike everywhere, or columns would differ.
 *
 * @param {number[]} pool
 */
function columnsOfWindow(pool) {
  const { width, height } = windowSize();
  const beside = width >= 960 || height < LOW;
  const room = beside ? [Math.min(width, 1500) - 400, height - 130] : [width - 24, height - 250];
  /** @param {number} columns */
  const tile = (columns) => Math.min(room[0] / columns, room[1] / rowsOf(pool, columns));
  return tile(5) > 1.1 * tile(10) ? 5 : 10;
}

/** The width of a tile that holds the longest number of a pool, in pixels. @param {number[]} pool */
function narrowest(pool) {
  const digits = String(pool.at(-1) ?? 0).length;
  return digits <= 4 ? SMALLEST : digits * 7 + 8;
}

/**
 * @param {number[]} pool
 * @param {number} width  of the board at most
 */
export function columnsFor(pool, width) {
  const needed = narrowest(pool) + 1;
  /** @param {number} columns */
  const fits = (columns) => width / columns >= Math.max(needed, columns > 10 ? 31 : 0);
  const { length } = pool;
  const most = length <= WHOLE ? columnsOfWindow(pool) : length <= 400 ? 20 : 25;
  const columns = [25, 20, 10, 5, 4, 2].find((count) => count <= most && fits(count)) ?? 1;
  return Math.min(columns, length);
}

/**
 * The height that a board may have: what the window has left, though never less than half of it,
 * for boards further down a page.
 *
 * @param {HTMLElement} element
 * @param {number} below  pixels to leave free
 */
function heightFor(element, below) {
  const { height } = windowSize();
  const above = element.getBoundingClientRect().top + scrollY;
  return Math.max(height - above - below, height * (large() ? 0.85 : 0.5));
}

/**
 * @param {number[]} pool
 * @param {HTMLElement} element  the board
 * @param {{width?: () => number, below?: () => number}} room
 */
export function layoutOf(pool, element, room) {
  const width = room.width?.() || element.parentElement?.clientWidth || 320;
  const columns = columnsFor(pool, width);
  const rows = rowsOf(pool, columns);
  const whole = pool.length <= WHOLE;
  const height = whole ? heightFor(element, room.below?.() ?? 0) : Infinity;
  /** @param {number} space */
  const largest = (space) =>
    Math.min(
      (width + space) / columns - space,
      (height + space) / rows - space,
      large() ? Infinity : whole ? LARGEST : SCROLLED,
    );
  const least = narrowest(pool);
  let gap = 0;
  let tile = 0;
  for (gap of [gapOf(LARGEST), gapOf(40), gapOf(SMALLEST)]) {
    tile = Math.max(least, Math.floor(largest(gap)));
    if (gapOf(tile) >= gap) break;
  }
  return { columns, blanks: blanksOf(pool, columns), tile, gap };
}
