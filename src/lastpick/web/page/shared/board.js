/**
 * The board: number tiles in a grid.
 *
 *   import { createBoard } from '../shared/board.js';
 *
 *   const board = createBoard(element, {
 *     numbers: '1-20',               // or an array of numbers
 *     label: 'Board',                // what screen readers call it
 *     names: ['Ann', 'Ben'],         // optional
 *     onPick(n) {},                  // any tile was chosen: click, tap, Enter or Space
 *     onLook(n, text) {},            // a tile is hovered or focused (null: none); text tells of it
 *     width: () => 800,              // how wide it may be; optional: as wide as its parent
 *     below: () => 60,               // pixels that stay free below it in the window; optional
 *   });
 *   board.update(state);             // picks, legal, removes, gone, turn: as the server gave them
 *   board.active = true;             // the person here is to move: hover shows what a pick removes
 *   board.readonly = true;           // nothing can be chosen; tiles can still be looked at
 *   board.secret = true;             // which picks are legal is not told, by nothing that it shows
 *   board.picture(position);         // tiles that show another position, to be laid over it
 *   board.highlight({ good: [5], bad: [8], hint: [1, 2, 3] });   // {} clears
 *   board.pairs([[2, 4], [3, 9]]);   // lines between tiles; [] clears
 *   board.groups([[1, 2, 3], [7, 8]], ['A: 3 left', 'B: 2 left']);   // tints with a legend
 *   board.preview(6);                // show what 6 would remove; null clears
 *   board.sent(6);                   // 6 was sent and is not yet acknowledged; null clears
 *   board.refuse(14);                // shake a tile whose pick was refused
 *   board.focus(6);                  // move the keyboard focus; without a number, to a legal tile
 *   board.names = ['Ann', 'Ben'];
 *   board.destroy();
 *
 * `onPick` is called for tiles that are not legal too: the server says why they are refused.
 * On touch screens with small tiles a first tap only looks and says so, and a second one picks.
 * The classes that show a tile's state are in board.css.
 */

import { el, focused, listed } from './dom.js';
import { WHOLE, layoutOf, sizeOf } from './board-fit.js';
import { createBoardLines } from './board-lines.js';
import { onSettings } from './settings.js';
import { numbersOf, tilesOf } from './tiles.js';
import { fillIn, namesOf, words } from './words.js';

/** @import { Marks, Position } from './types.js' */
/** @import { Link } from './board-lines.js' */

const TOUCH_SAFE = 40;
const PRINTABLE = 29; // from this size on a tile has room for its second line
const MARKINGS = /** @type {const} */ (['good', 'bad', 'hint']);

/**
 * @param {HTMLElement} element
 * @param {Object} options
 * @param {string|number[]} options.numbers
 * @param {string} [options.label]
 * @param {string[]} [options.names]
 * @param {(n: number) => void} [options.onPick]
 * @param {(n: number|null, text: string) => void} [options.onLook]
 * @param {() => number} [options.width]
 * @param {() => number} [options.below]
 */
export function createBoard(element, options) {
  const pool = Array.isArray(options.numbers) ? options.numbers : numbersOf(options.numbers);
  const digits = String(pool.at(-1) ?? 0).length;
  /** @type {Map<number, HTMLElement>} */
  const tiles = new Map();
  /** @type {Map<number, string>} */
  const shown = new Map();
  /** @type {Map<number, typeof MARKINGS[number]>} */
  const marks = new Map();
  /** @type {Map<number, {index: number, letter: string, label: string}>} */
  const groupOf = new Map();
  const lines = createBoardLines(element, (n) => tiles.get(n));
  const legend = el('ul', { class: 'board-legend', hidden: true });

  /** @type {Position} */
  let position = { picks: [], legal: [], removes: {}, gone: {}, turn: 1 };
  let names = options.names ?? namesOf(['person', 'person']);
  let secret = false;
  let tileOf = tilesOf(position, names);
  let columns = 0;
  let active = false;
  let readonly = false;
  let current = pool[0];
  /** @type {number[]} */
  let previewed = [];
  /** @type {number|null} */
  let armed = null;
  /** @type {number|null} */
  let pending = null;

  element.classList.add('board');
  element.setAttribute('role', 'grid');
  element.setAttribute('aria-label', options.label ?? words.shared.board);
  for (const n of pool) {
    tiles.set(
      n,
      el(
        'button',
        { type: 'button', class: 'tile', role: 'gridcell', tabindex: -1, 'data-n': n },
        el('span', {}, n),
      ),
    );
  }

  /** Fit the tiles to the room that there is; only another number of columns makes other rows. */
  function arrange() {
    const { columns: wanted, blanks, tile, gap } = layoutOf(pool, element, options);
    element.style.setProperty('--tile', `${tile}px`);
    element.style.setProperty('--gap', `${gap}px`);
    element.style.setProperty('--digits', String(digits));
    element.dataset.size = sizeOf(tile);
    element.toggleAttribute('data-long', digits * 9 > tile);
    element.toggleAttribute('data-print', tile >= PRINTABLE && digits <= 3);
    if (wanted !== columns) {
      columns = wanted;
      const held = element.contains(focused()) ? focused() : null;
      element.style.setProperty('--cols', String(columns));
      const rows = [];
      for (let i = -blanks; i < pool.length; i += columns) {
        const row = el('div', { class: 'board-row', role: 'row' });
        for (let j = i; j < Math.min(i + columns, pool.length); j += 1) {
          row.append(tiles.get(pool[j]) ?? el('span', { role: 'gridcell' }));
        }
        rows.push(row);
      }
      element.replaceChildren(...rows);
      held?.focus({ preventScroll: true });
    }
    lines.draw();
  }

  /** Whether nothing moves here. */
  const still = () => pool.length > WHOLE;

  /** @param {number} n */
  function paint(n) {
    const node = tiles.get(n);
    if (!node) return;
    const tile = tileOf(n);
    const mark = marks.get(n);
    const group = groupOf.get(n);
    const sub = group?.letter ?? tile.sub;
    const sent = pending === n;
    const key = `${tile.kind} ${tile.by}${tile.last}${sub}${mark}${group?.index}${sent}${names}`;
    const before = shown.get(n);
    if (before === key) return;
    shown.set(n, key);
    const classes = ['tile', `is-${tile.kind}`];
    if (tile.last) classes.push('is-last');
    // What has just changed moves: never at first, and never where a thousand tiles would.
    const turned = before !== undefined && !before.startsWith(`${tile.kind} `) && !still();
    if (turned && tile.last && tile.kind === 'picked') classes.push('is-new');
    if (turned && tile.kind === 'removed') classes.push('is-leaving');
    if (mark) classes.push(`is-${mark}`);
    if (sent) classes.push('is-sent');
    node.className = classes.join(' ');
    node.dataset.sub = sub;
    if (tile.by) node.dataset.by = String(tile.by);
    else delete node.dataset.by;
    if (group) node.dataset.group = String(group.index % 6);
    else delete node.dataset.group;
    const told = [tile.text, mark && words.shared[MARK_WORDS[mark]], group?.label];
    node.setAttribute('aria-label', told.filter(Boolean).join(', '));
  }

  function paintAll() {
    clearPreview();
    pool.forEach(paint);
    element.classList.toggle('is-active', active && !readonly);
    element.dataset.turn = String(position.turn ?? 1);
    element.setAttribute('aria-readonly', String(readonly));
  }

  function clearPreview() {
    for (const n of previewed) tiles.get(n)?.classList.remove('would-go', 'would-pick');
    previewed = [];
    armed = null;
  }

  /** @param {number} n */
  function preview(n) {
    clearPreview();
    // Where what is legal is a secret, a tile tells no more than that it is the one looked at.
    const leaving = secret ? leftTo(n) : position.removes?.[n];
    if (!leaving) return;
    previewed = leaving;
    for (const m of leaving) tiles.get(m)?.classList.add(m === n ? 'would-pick' : 'would-go');
  }

  /** @param {number} n */
  const leftTo = (n) => (tileOf(n).kind === 'free' ? [n] : undefined);

  /** A tile in words, with what its pick would do. @param {number} n */
  function describe(n) {
    const { kind, text } = tileOf(n);
    if (kind !== 'legal') return text;
    const others = (position.removes?.[n] ?? []).filter((m) => m !== n);
    if (others.length === 0) return fillIn(words.shared.isLegal, { number: n });
    return fillIn(words.shared.alsoRemoves, { number: n, others: listed(others, 8) });
  }

  /** @param {number|null} n */
  function look(n) {
    if (n === null) {
      clearPreview();
      options.onLook?.(null, '');
      return;
    }
    if (active && !readonly) preview(n);
    options.onLook?.(n, describe(n));
  }

  /**
   * Whether a first tap on a small tile only looks: at what it would pick, or what became of it. One
   * that cannot be picked is chosen at once, and whoever is asked says why not.
   *
   * @param {number} n
   */
  function looksFirst(n) {
    if ((tiles.get(n)?.offsetWidth ?? 0) >= TOUCH_SAFE) return false;
    const { kind } = tileOf(n);
    return kind === 'picked' || kind === 'removed' || (active && kind !== 'open');
  }

  /**
   * @param {number} n
   * @param {boolean} touch
   */
  function choose(n, touch) {
    if (readonly) return;
    if (touch && armed !== n && looksFirst(n)) {
      look(n);
      armed = n;
      const may = active && tileOf(n).kind !== 'picked' && tileOf(n).kind !== 'removed';
      if (may) options.onLook?.(n, fillIn(words.shared.tapAgain, { text: describe(n) }));
      return;
    }
    clearPreview();
    options.onPick?.(n);
  }

  /** @param {number} n */
  function rove(n) {
    tiles.get(current)?.setAttribute('tabindex', '-1');
    current = n;
    tiles.get(n)?.setAttribute('tabindex', '0');
  }

  /**
   * The tile an arrow key leads to.
   *
   * @param {number} n
   * @param {string} key
   */
  function next(n, key) {
    const i = pool.indexOf(n);
    /** @type {Record<string, number>} */
    const jumps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      PageUp: -5 * columns,
      PageDown: 5 * columns,
      Home: -i,
      End: pool.length,
    };
    const jump = jumps[key];
    if (jump === undefined) return null;
    if (Math.abs(jump) === columns && pool[i + jump] === undefined) return n;
    return pool[Math.max(0, Math.min(pool.length - 1, i + jump))];
  }

  /** @param {Event} event */
  const numberOf = ({ target }) => {
    const tile = target instanceof Element ? target.closest('.tile') : null;
    return tile && element.contains(tile) ? Number(tile.getAttribute('data-n')) : null;
  };

  /** @type {{[name: string]: (event: any) => void}} */
  const listeners = {
    click(/** @type {PointerEvent} */ event) {
      const n = numberOf(event);
      if (n === null) return;
      rove(n);
      choose(n, event.pointerType === 'touch');
    },
    pointerover(/** @type {PointerEvent} */ event) {
      const n = numberOf(event);
      if (n !== null && event.pointerType !== 'touch') look(n);
    },
    pointerleave(/** @type {PointerEvent} */ event) {
      if (event.pointerType !== 'touch') look(null);
    },
    focusin(/** @type {FocusEvent} */ event) {
      const n = numberOf(event);
      if (n === null) return;
      rove(n);
      // A pointer that lands on a tile looks at it itself, and must not arm a tap.
      if (tiles.get(n)?.matches(':focus-visible')) look(n);
    },
    focusout() {
      if (armed === null) look(null);
    },
    animationend(/** @type {AnimationEvent} */ { target }) {
      if (target instanceof Element) target.classList.remove('is-new', 'is-leaving', 'is-refused');
    },
    keydown(/** @type {KeyboardEvent} */ event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const n = numberOf(event);
      if (n === null) return;
      const target = next(n, event.key);
      if (target === null) return;
      event.preventDefault();
      tiles.get(target)?.focus();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener);
  }
  const watcher = new ResizeObserver(() => arrange());
  if (element.parentElement) watcher.observe(element.parentElement);
  addEventListener('resize', arrange);
  onSettings((name) => name === 'tiles' && element.isConnected && arrange());
  element.after(legend);
  arrange();
  paintAll();
  rove(current);

  return {
    element,
    numbers: pool,
    /** @param {number} n */
    has: (n) => tiles.has(n),

    /** @param {Position} state */
    update(state) {
      position = state;
      tileOf = tilesOf(position, names, secret);
      paintAll();
    },

    /**
     * Tiles as large as these that show another position, and nothing else: no buttons, no words.
     *
     * @param {Position} other
     */
    picture(other) {
      const otherOf = tilesOf(other, names, secret);
      const made = el('div', { class: element.className, 'aria-hidden': 'true' });
      for (const key of ['size', 'turn', 'print', 'long']) {
        const value = element.dataset[key];
        if (value !== undefined) made.dataset[key] = value;
      }
      made.style.cssText = element.style.cssText;
      for (const row of element.querySelectorAll('.board-row')) {
        const cells = Array.from(row.children, (cell) => {
          if (!cell.matches('.tile')) return el('span');
          const n = Number(cell.getAttribute('data-n'));
          const { kind, by, last, sub } = otherOf(n);
          const moving = cell.matches('.is-new, .is-leaving') && shown.get(n)?.startsWith(kind);
          const looks = `tile is-${kind}${last ? ' is-last' : ''}${moving ? ' is-new' : ''}`;
          const data = { class: looks, 'data-by': by || null, 'data-sub': sub };
          return el('span', data, el('span', {}, n));
        });
        made.append(el('div', { class: 'board-row' }, ...cells));
      }
      return made;
    },

    /** @param {Marks} sets */
    highlight(sets) {
      marks.clear();
      for (const name of MARKINGS) for (const n of sets[name] ?? []) marks.set(n, name);
      pool.forEach(paint);
    },

    /** @param {Link[]} list */
    pairs: (list) => lines.set(list),

    /**
     * @param {number[][]} lists
     * @param {string[]} labels
     */
    groups(lists, labels = []) {
      groupOf.clear();
      lists.forEach((list, index) => {
        const letter = index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
        const label = labels[index] ?? fillIn(words.shared.part, { letter });
        for (const n of list) groupOf.set(n, { index, letter, label });
      });
      pool.forEach(paint);
      legend.hidden = lists.length === 0;
      legend.replaceChildren(
        ...lists.map((list, index) => {
          const { letter, label } = groupOf.get(list[0]) ?? { letter: '', label: '' };
          return el('li', {}, el('b', { 'data-group': index % 6 }, letter), label);
        }),
      );
    },

    /** @param {number|null} n */
    preview(n) {
      if (n === null) clearPreview();
      else preview(n);
    },

    /** @param {number|null} n */
    sent(n) {
      const before = pending;
      pending = n;
      for (const m of [before, n]) if (m !== null) paint(m);
    },

    /** @param {number} n */
    refuse(n) {
      const tile = tiles.get(n);
      if (!tile) return;
      tile.classList.remove('is-refused');
      void tile.offsetWidth; // restarts the animation
      tile.classList.add('is-refused');
    },

    /** @param {number} [n] */
    focus(n) {
      tiles.get(n ?? (secret ? current : position.legal?.[0]) ?? current)?.focus();
    },

    describe,

    get active() {
      return active;
    },
    set active(value) {
      active = value;
      element.classList.toggle('is-active', active && !readonly);
      if (!active) clearPreview();
    },

    get readonly() {
      return readonly;
    },
    set readonly(value) {
      readonly = value;
      paintAll();
    },

    get secret() {
      return secret;
    },
    set secret(value) {
      secret = value;
      tileOf = tilesOf(position, names, secret);
      paintAll();
    },

    /** @param {string[]} value */
    set names(value) {
      names = value;
      tileOf = tilesOf(position, names, secret);
      pool.forEach(paint);
    },

    destroy() {
      watcher.disconnect();
      removeEventListener('resize', arrange);
      for (const [name, listener] of Object.entries(listeners)) {
        element.removeEventListener(name, listener);
      }
      legend.remove();
      element.replaceChildren();
    },
  };
}

const MARK_WORDS = /** @type {const} */ ({ good: 'markGood', bad: 'markBad', hint: 'markHint' });
