/**
 * The review of a finished game.
 *
 *   const review = await mountReview(element, { game: id }, { me: 1, names: ['Ann', 'Ben'] });
 *   const review = await mountReview(element, { data });   // an answer of POST /api/review
 *   review.destroy();
 *
 * `me` is the seat of the person here; left out or null, the review speaks of both alike. `level`
 * is that of its heading, 2 if left out.
 *
 * One mode has the board at a time: the game (stepping through), a line of one's own, or the quiz
 * of mistakes. Each gets the desk (see Desk in types.d.ts).
 */

import { messageOf, recordOf, reviewOf } from '../shared/api.js';
import { button, el, fill, focused, svg } from '../shared/dom.js';
import { createExplainedBoard } from '../shared/explained-board.js';
import { announce, saveText } from '../shared/page.js';
import { inWords } from '../shared/reason.js';
import { createVerdicts } from '../shared/verdicts.js';
import { poolText } from '../shared/words.js';
import { createMistakeQuiz } from './mistake-quiz.js';
import { createOwnLine } from './own-line.js';
import { scoresOf } from './scores.js';
import { SIGNS, createSentences } from './sentences.js';
import { createStepList } from './step-list.js';
import { askOf, isMistake, isPick, momentsOf } from './timeline.js';
import { createWinningGraph } from './winning-graph.js';

/** @import { Child, Comment, Desk, Judged, Mistake, Moment, Review } from '../shared/types.js' */

const STYLES = ['../shared/explained-board.css', './review.css'];
const SETTLE = 90; // ms on a moment before the server is asked about it

/**
 * @typedef {{me?: number|null, names?: string[], level?: 1|2}} Options
 *
 * @param {HTMLElement} element
 * @param {{game: string}|{data: Review}} source
 * @param {Options} [options]
 * @returns {Promise<{destroy: () => void}>}
 */
export async function mountReview(element, source, options = {}) {
  linkStyles();
  element.classList.add('review');
  if ('data' in source) return mount(element, source.data, options, async () => source.data.record);
  const id = source.game;
  fill(element, el('p', { class: 'muted', role: 'status' }, 'Looking at every pick…'));
  try {
    return mount(element, await reviewOf(id), options, () => recordOf(id));
  } catch (error) {
    const again = () => mountReview(element, source, options);
    fill(
      element,
      el('p', { class: 'notice is-bad', role: 'alert' }, messageOf(error)),
      el('p', {}, button('Try again', again, 'is-small')),
    );
    return { destroy: () => fill(element) };
  }
}

/** A page that shows a review only now and then need not load its styles before. */
function linkStyles() {
  for (const style of STYLES) {
    const href = new URL(style, import.meta.url).pathname;
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(el('link', { rel: 'stylesheet', href }));
  }
}

/**
 * @param {HTMLElement} element
 * @param {Review} data
 * @param {Options} options
 * @param {() => Promise<string>} recordText
 */
function mount(element, data, options, recordText) {
  const moments = momentsOf(data);
  const sentences = createSentences(data, options);
  const verdictOf = createVerdicts(askOf(data));
  const end = moments.length - 1;
  const level = options.level ?? 2;
  const below = level === 1 ? 2 : 3;
  const bar = el('div', { class: 'review-bar' });
  const comment = el('div', { class: 'comment' });
  const alert = el('p', { class: 'notice is-bad', role: 'alert', hidden: true });
  const explained = createExplainedBoard({
    numbers: data.numbers,
    names: sentences.names,
    onPick: (n) => pick(n),
    level: below,
  });
  const graph = createWinningGraph(moments, { who: sentences.who, tell, onSelect: go });
  const moves = createStepList(moments, sentences, go);
  /** @type {Desk} */
  const desk = { explained, verdictOf, sentences, bar, setBar, words, trouble, point };
  let at = 0;
  /** @type {{pick: (n: number) => void}|null} */
  let mode = null; // a line or a quiz; null while stepping through the game
  let shown = 0;
  let timer = 0;

  fill(
    element,
    el(
      'header',
      { class: 'review-head' },
      el('div', {}, ...heads(), el('p', { class: 'muted' }, headline())),
      el('div', { class: 'row' }, ...quizButtons(), button('Save the record', save, 'is-small')),
    ),
    scoresOf(data, moments, sentences),
    el(
      'div',
      { class: 'columns' },
      el(
        'div',
        { class: 'review-main' },
        graph.element,
        bar,
        alert,
        comment,
        explained.element,
      ),
      el(
        'aside',
        { class: 'panel review-side', 'aria-label': 'Picks' },
        el(`h${below}`, {}, 'Picks'),
        moves.element,
        el('p', { class: 'small muted' }, KEYS),
      ),
    ),
  );

  /** Alone on a page, a review says what was played. */
  function heads() {
    if (level === 2) return [el('h2', {}, 'Review')];
    const played = `${data.title} ${poolText(data.numbers)}`;
    return [el('p', { class: 'eyebrow' }, 'Review'), el('h1', {}, played)];
  }

  function headline() {
    const turning = data.turning_point;
    const unsolved = data.winners.includes(null) && 'Some positions are too hard to solve.';
    const told = turning ? `The turning point was pick ${turning}.` : 'Nobody let go of a win.';
    return `${sentences.result}. ${(!turning && unsolved) || told}`;
  }

  function quizButtons() {
    const seats = sentences.me ? [sentences.me] : [1, 2];
    return seats.flatMap((seat) => {
      const mistakes = moments.filter(isMistake).filter((moment) => moment.turn === seat);
      if (mistakes.length === 0) return [];
      const name = sentences.me ? 'my' : sentences.whose(seat);
      const text = `Replay ${name} mistakes (${mistakes.length})`;
      const looks = sentences.me ? 'is-small is-primary' : 'is-small';
      return [button(text, () => startQuiz(mistakes), looks)];
    });
  }

  // --- speaking --------------------------------------------------------------------------------

  /** @param {Comment} said */
  function words({ title, seat = null, sign = '', text, look = '' }) {
    alert.hidden = true;
    comment.className = `comment ${look}`;
    fill(
      comment,
      el(
        'p',
        { class: 'comment-title' },
        el('strong', {}, seat !== null && el('span', { class: `mark-${seat}` }), title),
        sign && el('span', { class: 'comment-grade' }, sign),
      ),
      el('p', {}, text),
    );
  }

  /**
   * Replaces what the bar holds; the focus stays on the same button, or goes to the main one.
   *
   * @param {...Child} children
   */
  function setBar(...children) {
    const before = focused();
    const held = before && bar.contains(before) ? keyOf(before) : null;
    fill(bar, ...children);
    if (held === null) return;
    const buttons = [...bar.querySelectorAll('button')];
    const main = buttons.find((node) => node.matches('.is-primary')) ?? buttons.at(-1);
    (buttons.find((node) => keyOf(node) === held) ?? main)?.focus({ preventScroll: true });
  }

  /** @param {number} place */
  function point(place) {
    at = place;
    graph.select(at);
    moves.select(at);
  }

  /** @param {string} text */
  function trouble(text) {
    alert.textContent = text;
    alert.hidden = false;
  }

  /** @param {number} place */
  function tell(place) {
    const { step } = moments[place];
    if (!step) return `The end. ${sentences.result}`;
    return `${step.move}, ${sentences.deed(step)}, ${step.grade}`;
  }

  // --- stepping through the game ---------------------------------------------------------------

  /** @param {number} place */
  function go(place, quietly = false) {
    mode = null;
    element.classList.remove('is-asking');
    point(Math.max(0, Math.min(end, place)));
    const moment = moments[at];
    const mine = (shown += 1);
    showStepper();
    showBoard(moment);
    showWords(moment);
    if (!quietly) announce(`${tell(at)}. ${moment.step ? sentences.comment(moment.step) : ''}`);
    clearTimeout(timer);
    explained.wait();
    timer = setTimeout(() => explain(moment, mine), SETTLE);
  }

  /**
   * The board before a pick, with the pick on it, and the picks that win.
   *
   * @param {Moment} moment
   * @param {Record<string, number[]>} removes
   */
  function showBoard(moment, removes = {}) {
    const { step } = moment;
    const picked = isPick(step) ? step.event : null;
    const bad = moment.mistake && picked !== null ? [picked] : [];
    const position = { ...moment, removes };
    if (step && picked !== null) {
      position.picks = [...moment.picks, picked];
      position.makers = [...moment.makers, step.player];
      position.removes = { ...removes, [picked]: step.removed };
    }
    explained.show(position, { good: step?.winning, bad }, { pick: picked, open: step !== null });
  }

  /** @param {Moment} moment */
  function showWords({ step, winner }) {
    if (step) {
      words({
        title: sentences.deed(step),
        seat: step.player,
        sign: `${SIGNS[step.grade] ?? ''} ${step.grade}`,
        text: sentences.comment(step),
        look: LOOKS[SIGNS[step.grade]] ?? '',
      });
    } else {
      words({ title: 'The end', seat: winner, text: `${sentences.result}.` });
    }
  }

  /**
   * Asks the server why, and draws it.
   *
   * @param {Moment} moment
   * @param {number} mine
   */
  async function explain(moment, mine) {
    const { step, picks } = moment;
    try {
      let answer = await verdictOf(picks);
      if (mine !== shown) return;
      const { reason, wins } = answer.verdict;
      showBoard(moment, answer.removes);
      const picked = isPick(step) ? step.event : null;
      const kept = picked !== null && step?.winning.includes(picked);
      if (!step && answer.legal.length === 0) {
        explained.untell();
        return;
      }
      if (kept && reason.pick !== picked) {
        // The reason names another winning pick; what the one played leaves is told instead.
        answer = await verdictOf([...picks, picked]);
        if (mine !== shown) return;
        explained.tell(`Why ${picked} wins`, answer.verdict.reason, answer.legal);
        return;
      }
      const asked = await askedNow(moment, answer);
      if (mine !== shown) return;
      explained.tell(wins ? `Why ${reason.pick} wins` : heading(wins), reason, asked);
      if (moment.mistake && picked !== null) await refute(picks, picked, mine);
    } catch (error) {
      if (mine !== shown) return;
      if (step?.plain) explained.tell('Why', { kind: 'words', text: step.plain });
      else explained.untell();
      trouble(messageOf(error));
    }
  }

  /** @param {boolean|null} wins */
  const heading = (wins) => (wins === null ? 'Not worked out' : 'Why no pick wins');

  /**
   * What the other one may pick against a pairing.
   *
   * @param {Moment} moment
   * @param {Judged} answer
   */
  async function askedNow(moment, { verdict, legal }) {
    const { reason, wins } = verdict;
    if (!wins) return legal;
    const first = reason.pick ?? null;
    if (reason.kind !== 'pairing' || first === null) return null;
    return (await verdictOf([...moment.picks, first])).legal;
  }

  /**
   * How a mistake is punished.
   *
   * @param {number[]} picks
   * @param {number} picked
   * @param {number} mine
   */
  async function refute(picks, picked, mine) {
    const { verdict } = await verdictOf([...picks, picked]);
    if (mine !== shown) return;
    const more = `The answer to ${picked}: ${inWords(verdict.reason)}`;
    comment.append(el('p', { class: 'small' }, more));
  }

  function showStepper() {
    const { step } = moments[at];
    const next = moments.find((moment) => moment.mistake && moment.at > at);
    const name = step ? `${step.move} of ${end}` : 'The end';
    setBar(
      stepButton('first', 'M4 3v10M13 3L6 8l7 5z', 'To the start', 0, at > 0),
      stepButton('back', 'M11 3L4 8l7 5z', 'One back', at - 1, at > 0),
      el('p', { class: 'bar-title' }, name),
      stepButton('on', 'M5 3l7 5l-7 5z', 'One on', at + 1, at < end),
      stepButton('last', 'M12 3v10M3 3l7 5l-7 5z', 'To the end', end, at < end),
      next && button('Next mistake', () => go(next.at), 'is-small'),
    );
  }

  /**
   * @param {string} key
   * @param {string} d  its sign, as a path
   * @param {string} label
   * @param {number} place
   * @param {boolean} enabled
   */
  function stepButton(key, d, label, place, enabled) {
    return el(
      'button',
      {
        type: 'button',
        class: 'button is-small is-step',
        'data-key': key,
        'aria-label': label,
        'aria-disabled': enabled ? null : 'true',
        onclick: () => enabled && go(place),
      },
      svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d })),
    );
  }

  // --- the other modes -------------------------------------------------------------------------

  /** @param {number} n */
  function pick(n) {
    const { step } = moments[at];
    if (!mode && step && n === step.event) {
      go(at + 1);
      return;
    }
    if (!mode) {
      clearTimeout(timer);
      shown += 1;
      mode = createOwnLine(desk, moments[at], () => go(at, true));
    }
    mode.pick(n);
  }

  /** @param {Mistake[]} mistakes */
  function startQuiz(mistakes) {
    clearTimeout(timer);
    shown += 1;
    element.classList.add('is-asking'); // the list must not give the answers away
    mode = createMistakeQuiz(desk, mistakes, () => go(at));
  }

  async function save() {
    try {
      saveText(`${data.game}-${data.date ?? 'game'}.txt`, await recordText());
    } catch (error) {
      trouble(messageOf(error));
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target, key } = event;
    if (mode || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    if (target !== document.body && !element.contains(target)) return;
    if (target.closest('input, textarea, select, dialog')) return;
    const onBoard = target.closest('.board');
    /** @type {Record<string, number>} */
    const steps = { ',': -1, '.': 1, ...(onBoard ? {} : { ArrowLeft: -1, ArrowRight: 1 }) };
    if (steps[key] === undefined) return;
    event.preventDefault();
    go(at + steps[key]);
  }

  document.addEventListener('keydown', onKey);
  const first = moments.find((moment) => moment.mistake);
  go(first ? first.at : 0, true);

  return {
    destroy() {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
      shown += 1;
      graph.destroy();
      explained.destroy();
      fill(element);
    },
  };
}

/** @param {HTMLElement} node */
const keyOf = (node) => node.dataset.key ?? node.textContent;

/** @type {Record<string, string>} */
const LOOKS = { '✓': 'is-good', '✕': 'is-bad' };
const KEYS =
  'Keys: ← and → step through the game, and “,” and “.” do on the board too. ' +
  'Choose any other legal tile to try it.';
