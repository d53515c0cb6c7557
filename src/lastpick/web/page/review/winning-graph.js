/** The graph of who was winning: a step line, Player 1 above and Player 2 below. */

import { el, fill, svg } from '../shared/dom.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Moment } from '../shared/types.js' */

const HEIGHT = 112;
const MIDDLE = HEIGHT / 2;
const REACH = 38; // how far the line lies from the middle
const EDGE = 12;
const CROWDED = 6; // pixels for a moment: below that the line is drawn thin
const NEAR = 14; // a click so near to a mistake means it

/**
 * A slider over the moments, drawn as a graph.
 *
 * @param {Moment[]} moments
 * @param {{who: (seat: number) => string, tell: (at: number) => string,
 *   onSelect: (at: number) => void}} options
 */
export function createWinningGraph(moments, { who, tell, onSelect }) {
  const last = moments.length - 1;
  const picture = svg('svg', { class: 'graph-picture', 'aria-hidden': 'true' });
  const slider = el(
    'div',
    {
      class: 'graph',
      role: 'slider',
      tabindex: 0,
      'aria-label': words.review.moment,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      onclick: (/** @type {MouseEvent} */ event) => onSelect(momentAt(event)),
      onkeydown: onKey,
    },
    picture,
  );
  const element = el(
    'figure',
    { class: 'graph-box' },
    caption(1, who(1)),
    slider,
    caption(2, who(2)),
  );
  const mistakes = moments.filter((moment) => moment.mistake);
  let at = 0;
  let wide = 0;

  /** @param {number} place */
  const x = (place) => EDGE + (place * (wide - 2 * EDGE)) / (last + 1);
  /** @param {number|null} winner */
  const y = (winner) => MIDDLE + (winner ? (winner === 1 ? -REACH : REACH) : 0);

  /** @param {MouseEvent} event */
  function momentAt(event) {
    const where = event.clientX - slider.getBoundingClientRect().left;
    const marked = mistakes.find((moment) => Math.abs(x(moment.at + 1) - where) < NEAR);
    if (marked) return marked.at;
    const place = Math.floor(((where - EDGE) * (last + 1)) / (wide - 2 * EDGE));
    return Math.max(0, Math.min(last, place));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const before = mistakes.filter((moment) => moment.at < at).at(-1)?.at ?? at;
    const after = mistakes.find((moment) => moment.at > at)?.at ?? at;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
      PageUp: before,
      PageDown: after,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(Math.max(0, Math.min(last, target)));
  }

  function draw() {
    wide = slider.clientWidth || 300;
    picture.setAttribute('viewBox', `0 0 ${wide} ${HEIGHT}`);
    /** @type {SVGElement[]} */
    const parts = moments.map(({ winner }, i) => area(winner, x(i), x(i + 1)));
    parts.push(svg('line', { class: 'graph-middle', x1: 0, x2: wide, y1: MIDDLE, y2: MIDDLE }));
    parts.push(marker(x(at), x(at + 1)));
    const look = x(1) - x(0) < CROWDED ? 'graph-line is-thin' : 'graph-line';
    parts.push(svg('path', { class: look, d: line() }));
    const size = Math.max(4, Math.min(8, (x(1) - x(0)) * 0.55));
    for (const moment of mistakes) {
      parts.push(cross(x(moment.at + 1), moment.at === at ? size + 2 : size));
    }
    fill(picture, ...parts);
  }

  /**
   * @param {number|null} winner
   * @param {number} from
   * @param {number} to
   */
  function area(winner, from, to) {
    const top = Math.min(MIDDLE, y(winner));
    const size = { x: from, y: top, width: to - from, height: Math.abs(y(winner) - MIDDLE) };
    return svg('rect', { class: `graph-area is-${winner ?? 'unknown'}`, ...size });
  }

  function line() {
    const steps = moments.map(({ winner }, i) => `V${y(winner)}H${x(i + 1)}`);
    return `M${x(0)} ${y(moments[0].winner)}${steps.join('')}`;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  function marker(from, to) {
    const width = Math.max(4, to - from);
    const size = { x: (from + to - width) / 2, y: 2, width, height: HEIGHT - 4, rx: 4 };
    return svg('rect', { class: 'graph-now', ...size });
  }

  /**
   * A mistake: the place where the line changes sides.
   *
   * @param {number} cx
   * @param {number} r
   */
  function cross(cx, r) {
    const arm = r * 0.38;
    const [left, right, top, low] = [cx - arm, cx + arm, MIDDLE - arm, MIDDLE + arm];
    const d = `M${left} ${top}L${right} ${low}M${right} ${top}L${left} ${low}`;
    return svg(
      'g',
      { class: 'graph-mistake' },
      svg('circle', { cx, cy: MIDDLE, r }),
      svg('path', { d }),
    );
  }

  const watcher = new ResizeObserver(draw);
  watcher.observe(slider);

  return {
    element,
    /** @param {number} place */
    select(place) {
      at = place;
      slider.setAttribute('aria-valuenow', String(at));
      slider.setAttribute('aria-valuetext', tell(at));
      draw();
    },
    destroy: () => watcher.disconnect(),
  };
}

/**
 * @param {number} seat
 * @param {string} name
 */
function caption(seat, name) {
  return el(
    'p',
    { class: 'graph-side small' },
    el('span', { class: `mark-${seat}`, 'aria-hidden': 'true' }),
    ` ${fillIn(words.review.ahead, { name })}`,
  );
}
