/** Lines between tiles: an SVG laid over a board. */

import { svg } from './dom.js';

/**
 * @typedef {[number, number, string?]} Link  two numbers, with "faint" where the line is
 *
 * @param {HTMLElement} board  the positioned parent of all tiles
 * @param {(n: number) => HTMLElement|undefined} tileOf
 */
export function createBoardLines(board, tileOf) {
  const layer = svg('svg', { class: 'board-lines', 'aria-hidden': 'true' });
  /** @type {Link[]} */
  let pairs = [];

  /** @param {number} n */
  function centre(n) {
    const tile = tileOf(n);
    if (!tile) return null;
    const box = tile.getBoundingClientRect();
    const ground = board.getBoundingClientRect();
    return [
      box.left - ground.left + box.width / 2,
      box.top - ground.top + box.height / 2,
      box.width / 2,
    ];
  }

  /**
   * A slight bow keeps lines apart that would lie on one another.
   *
   * @param {number[]} from  the middle of a tile and half its width
   * @param {number[]} to
   */
  function path([ax, ay, r], [bx, by]) {
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const bow = length > 3 * r ? Math.min(18, length * 0.1) : 0;
    const trim = Math.min(r * 0.72, length / 3);
    const [sx, sy] = [ax + ux * trim, ay + uy * trim];
    const [tx, ty] = [bx - ux * trim, by - uy * trim];
    const [mx, my] = [(ax + bx) / 2 - uy * bow * 2, (ay + by) / 2 + ux * bow * 2];
    return { d: `M${sx} ${sy}Q${mx} ${my} ${tx} ${ty}`, ends: [[sx, sy], [tx, ty]] };
  }

  function draw() {
    layer.replaceChildren();
    if (pairs.length === 0) {
      layer.remove();
      return;
    }
    for (const [a, b, look = ''] of pairs) {
      const [from, to] = [centre(a), centre(b)];
      if (!from || !to) continue;
      const { d, ends } = path(from, to);
      const group = svg('g', { class: look, 'data-link': `${a} ${b}` });
      group.append(svg('path', { class: 'halo', d }), svg('path', { class: 'link', d }));
      for (const [cx, cy] of ends) group.append(svg('circle', { cx, cy, r: 3 }));
      layer.append(group);
    }
    // On paper the board has another size, and nobody is asked to draw the lines anew.
    layer.setAttribute('viewBox', `0 0 ${board.offsetWidth} ${board.offsetHeight}`);
    if (!layer.isConnected) board.append(layer);
  }

  return {
    /** @param {Link[]} list */
    set(list) {
      pairs = list;
      draw();
    },
    draw,
  };
}
