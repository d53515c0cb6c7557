/**
 * The review of a finished game, around a board that is there already.
 *
 *   const review = createReview(board, data, { me: 1, names: ['Ann', 'Ben'] });
 *   place.append(review.element);
 *   review.begin();
 *   review.pick(n);      // a tile of the board was chosen
 *   review.rest();       // no tile is looked at any more
 *   review.destroy();
 *
 * `me` is the seat of the person here; left out or null, the review speaks of both alike. `level`
 * is that of its headings, 2 if left out. It begins at the turning point; with `linger` it shows the
 * end for so many milliseconds before.
 *
 * One mode has the board at a time: the game (stepping through), a line of one's own, or the quiz
 * of mistakes. Each gets the desk (see Desk in types.d.ts).
 */

import { messageOf } from '../shared/api.js';
import { button, el, fill, focused, svg } from '../shared/dom.js';
import { createExplanation } from '../shared/explained-board.js';
import { announce, saveText } from '../shared/page.js';
import { inWords, ofLast } from '../shared/reason.js';
import { createVerdicts } from '../shared/verdicts.js';
import { fillIn, words } from '../shared/words.js';
import { createMistakeQuiz } from './mistake-quiz.js';
import { createOwnLine } from './own-line.js';
import { playFrom } from './play-from-here.js';
import { scoresOf } from './scores.js';
import { createSentences, gradeText, signOf } from './sentences.js';
import { createStepList } from './step-list.js';
import { askOf, isMistake, isPick, momentsOf } from './timeline.js';
import { createWinningGraph } from './winning-graph.js';

/** @import { Board, Child, Comment, Desk, Judged, Mistake, Moment, Review } from '../shared/types.js' */

const said = words.review;
const STYLES = ['../shared/explained-board.css', './review.css'];
const SETTLE = 90; // ms on a moment before the server is asked about it

/**
 * A page that shows a review only now and then need not load its styles before. Until they are there
 * nothing is shown, or it would jump.
 */
export async function linkStyles() {
  const there = STYLES.map((style) => {
    const href = new URL(style, import.meta.url).pathname;
    if (document.querySelector(`link[href="${href}"]`)) return null;
    return new Promise((resolve) => {
      document.head.append(
        el('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }),
      );
    });
  });
  await Promise.all(there);
}

/**
 * @param {Board} board
 * @param {Review} data
 * @param {{me?: number|null, names?: string[], level?: 2|3, linger?: number}} [options]
 */
export function createReview(board, data, options = {}) {
  const moments = momentsOf(data);
  const sentences = createSentences(data, options);
  const verdicts = createVerdicts(askOf(data));
  /** @param {number[]} picks @param {number} turn  who picks then */
  const verdictOf = (picks, turn) => verdicts(picks, sentences.named(turn));
  const end = moments.length - 1;
  const level = options.level ?? 2;
  const bar = el('div', { class: 'review-bar' });
  const comment = el('div', { class: 'comment' });
  const alert = el('p', { class: 'notice is-bad', role: 'alert', hidden: true });
  const again = el('div', { class: 'row' });
  const explained = createExplanation(board, level);
  const graph = createWinningGraph(moments, { who: sentences.who, tell, onSelect: go });
  const moves = createStepList(moments, sentences, go);
  /** @type {Desk} */
  const desk = { explained, verdictOf, sentences, bar, setBar, words: speak, trouble, point };
  let at = 0;
  /** @type {{pick: (n: number) => void}|null} */
  let mode = null; // a line or a quiz; null while stepping through the game
  let shown = 0;
  let timer = 0;

  const element = el(
    'div',
    { class: 'review' },
    bar,
    alert,
    comment,
    again,
    explained.why,
    graph.element,
    scoresOf(data, sentences),
    el('div', { class: 'row' }, ...quizButtons(), button(words.shared.saveRecord, save, 'is-small')),
    el(
      'section',
      { class: 'panel review-picks', 'aria-label': words.shared.picks },
      el(`h${level}`, { class: 'side-title' }, words.shared.picks),
      moves.element,
      el('p', { class: 'keys-note small muted' }, said.keys),
    ),
  );

  function quizButtons() {
    const seats = sentences.me ? [sentences.me] : [1, 2];
    return seats.flatMap((seat) => {
      const mistakes = moments.filter(isMistake).filter((moment) => moment.turn === seat);
      if (mistakes.length === 0) return [];
      const whose = sentences.me ? said.mine : sentences.whose(seat);
      const text = fillIn(said.replay, { whose, n: mistakes.length });
      return [button(text, () => startQuiz(mistakes), 'is-small')];
    });
  }

  // --- speaking --------------------------------------------------------------------------------

  /**
   * @param {Comment} what
   * @param {...Child} more
   */
  function speak({ lead = '', title, seat = null, sign = '', text, look = '' }, ...more) {
    alert.hidden = true;
    comment.className = `comment ${look}`;
    fill(again);
    fill(
      comment,
      lead && el('p', { class: 'eyebrow' }, lead),
      el(
        'p',
        { class: 'comment-title' },
        el('strong', {}, seat !== null && el('span', { class: `mark-${seat}` }), title),
        sign && el('span', { class: 'comment-grade' }, sign),
      ),
      el('p', {}, text),
      ...more,
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
    if (!step) return fillIn(said.endAnd, { result: sentences.result });
    return `${step.move}, ${sentences.deed(step)}, ${said.grades[step.grade]}`;
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
  function showWords(moment) {
    const { step, winner } = moment;
    if (!step) {
      speak({ title: said.end, seat: winner, text: `${sentences.result} ${whereDecided()}` });
      return;
    }
    const yours = step.player === sentences.me;
    const turning = yours ? said.yourTurningPoint : said.turningPoint;
    const comments = {
      lead: step.move === data.turning_point ? turning : '',
      title: sentences.deed(step),
      seat: step.player,
      sign: gradeText(step.grade),
      text: sentences.comment(step),
      look: LOOKS[signOf(step.grade)] ?? '',
    };
    speak(comments, lessonLink(moment));
    fill(again, moment.legal.length > 0 && button(said.playFromHere, () => play(moment), 'is-small'));
  }

  function whereDecided() {
    if (data.turning_point) return '';
    return data.winners.includes(null) ? said.someUnsolved : said.noTurningPoint;
  }

  /** @param {Moment} moment */
  function lessonLink({ step }) {
    if (!step?.lesson) return null;
    const { name, title } = step.lesson;
    const href = `/learn/${encodeURIComponent(name)}`;
    return el('p', {}, el('a', { class: 'lesson-link', href }, fillIn(said.lesson, { title })));
  }

  /** @param {Moment} moment */
  async function play(moment) {
    try {
      await playFrom(data, moment);
    } catch (error) {
      trouble(messageOf(error));
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
      let answer = await verdictOf(picks, moment.turn);
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
        answer = await verdictOf([...picks, picked], 3 - moment.turn);
        if (mine !== shown) return;
        explained.tell(whyWins(picked), ofLast(answer.verdict.reason), answer.legal);
        return;
      }
      const asked = await askedNow(moment, answer);
      if (mine !== shown) return;
      explained.tell(heading(answer), reason, asked);
      if (wins && moment.mistake && picked !== null) await refute(picks, picked, 3 - moment.turn, mine);
    } catch (error) {
      if (mine !== shown) return;
      if (step?.plain) explained.tell(words.shared.why, { kind: 'words', text: step.plain });
      else explained.untell();
      trouble(messageOf(error));
    }
  }

  /** @param {Judged} answer */
  function heading({ verdict: { wins, reason } }) {
    if (wins === null) return said.notWorkedOut;
    if (!wins) return said.whyNone;
    return typeof reason.pick === 'number' ? whyWins(reason.pick) : words.shared.why;
  }

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
    return (await verdictOf([...moment.picks, first], 3 - moment.turn)).legal;
  }

  /**
   * How a mistake is punished.
   *
   * @param {number[]} picks
   * @param {number} n
   * @param {number} turn  who answers it
   * @param {number} mine
   */
  async function refute(picks, n, turn, mine) {
    const { verdict } = await verdictOf([...picks, n], turn);
    if (mine !== shown) return;
    const text = fillIn(said.answerIs, { n, text: inWords(verdict.reason) });
    comment.append(el('p', { class: 'small' }, text));
  }

  function showStepper() {
    const { step } = moments[at];
    const next = moments.find((moment) => moment.mistake && moment.at > at);
    const name = step ? fillIn(said.place, { n: step.move, end }) : said.end;
    setBar(
      stepButton('first', 'M4 3v10M13 3L6 8l7 5z', said.toStart, 0, at > 0),
      stepButton('back', 'M11 3L4 8l7 5z', said.oneBack, at - 1, at > 0),
      el('p', { class: 'bar-title' }, name),
      stepButton('on', 'M5 3l7 5l-7 5z', said.oneOn, at + 1, at < end),
      stepButton('last', 'M12 3v10M3 3l7 5l-7 5z', said.toEnd, end, at < end),
      next && button(said.nextMistake, () => go(next.at), 'is-small'),
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
    if (!mode && !step) return;
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

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target, key } = event;
    if (mode || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element)) return;
    const onBoard = board.element.contains(target);
    if (target !== document.body && !onBoard && !element.contains(target)) return;
    if (target.closest('input, textarea, select, dialog')) return;
    /** @type {Record<string, number>} */
    const steps = { ',': -1, '.': 1, ...(onBoard ? {} : { ArrowLeft: -1, ArrowRight: 1 }) };
    if (steps[key] === undefined) return;
    event.preventDefault();
    go(at + steps[key]);
  }

  function begin() {
    const turning = moments.find(({ step }) => step && step.move === data.turning_point);
    const first = turning ?? moments.find((moment) => moment.mistake);
    if (!options.linger) {
      go(first?.at ?? 0, true);
      return;
    }
    go(end, true);
    const mine = shown;
    setTimeout(() => first && mine === shown && go(first.at), options.linger);
  }

  function save() {
    saveText(`${data.game}-${data.date}.txt`, data.record);
  }

  document.addEventListener('keydown', onKey);

  return {
    element,
    sentences,
    begin,
    pick,
    rest: () => explained.rest(),
    destroy() {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
      shown += 1;
      graph.destroy();
      element.remove();
    },
  };
}

/** @param {number} n */
const whyWins = (n) => fillIn(words.shared.whyWins, { n });

/** @param {HTMLElement} node */
const keyOf = (node) => node.dataset.key ?? node.textContent;

/** @type {Record<string, string>} */
const LOOKS = { '✓': 'is-good', '✕': 'is-bad' };
