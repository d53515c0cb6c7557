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
 * of mistakes. Each gets the desk: the stage, the oracle, the talk, the bar above the board with
 * `setBar`, `words` and `trouble` to speak with, and `point` to show where in the game it is.
 */

import { call, gamePath, recordOf } from './api.js';
import { el, fill, svg } from './dom.js';
import { createGraph } from './graph.js';
import { createLine } from './line.js';
import { askOf, isPick, momentsOf } from './moments.js';
import { createMoves } from './moves.js';
import { createOracle } from './oracle.js';
import { announce, saveText } from './page.js';
import { createQuiz } from './quiz.js';
import { scoresOf } from './scores.js';
import { createStage } from './stage.js';
import { SIGNS, createTalk, whose } from './talk.js';

const STYLES = '/static/review.css';
const SETTLE = 90; // ms on a moment before the server is asked about it

export async function mountReview(element, source, options = {}) {
  linkStyles();
  element.classList.add('review');
  if (source.data) return mount(element, source.data, options, () => source.data.record);
  const id = source.game;
  fill(element, el('p', { class: 'muted', role: 'status' }, 'Looking at every pick…'));
  try {
    const data = await call(gamePath(id, 'review'));
    return mount(element, data, options, () => recordOf(id));
  } catch (error) {
    const again = () => mountReview(element, source, options);
    fill(
      element,
      el('p', { class: 'notice is-bad', role: 'alert' }, error.message),
      el('p', {}, button('Try again', again)),
    );
    return { destroy: () => fill(element) };
  }
}

/** A page that shows a review only now and then need not load its styles before. */
function linkStyles() {
  if (document.querySelector(`link[href="${STYLES}"]`)) return;
  document.head.append(el('link', { rel: 'stylesheet', href: STYLES }));
}

function mount(element, data, options, recordText) {
  const moments = momentsOf(data);
  const talk = createTalk(data, options);
  const oracle = createOracle(askOf(data));
  const end = moments.length - 1;
  const level = options.level ?? 2;
  const bar = el('div', { class: 'review-bar' });
  const comment = el('div', { class: 'comment' });
  const alert = el('p', { class: 'notice is-bad', role: 'alert', hidden: true });
  const stage = createStage({
    numbers: data.numbers,
    names: talk.names,
    onPick: (n) => pick(n),
    level: level + 1,
  });
  const graph = createGraph(moments, { who: talk.who, tell, onSelect: go });
  const moves = createMoves(moments, talk, go);
  const desk = { stage, oracle, talk, bar, setBar, words, trouble, point };
  let at = 0;
  let mode = null; // a line or a quiz; null while stepping through the game
  let shown = 0;
  let timer = 0;

  fill(
    element,
    el(
      'header',
      { class: 'review-head' },
      el('div', {}, ...heads(), el('p', { class: 'muted' }, headline())),
      el('div', { class: 'row' }, ...quizButtons(), button('Save the record', save)),
    ),
    scoresOf(data, moments, talk),
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
        stage.element,
      ),
      el(
        'aside',
        { class: 'panel review-side', 'aria-label': 'Picks' },
        el(`h${level + 1}`, {}, 'Picks'),
        moves.element,
        el('p', { class: 'small muted' }, KEYS),
      ),
    ),
  );

  /** Alone on a page, a review says what was played. */
  function heads() {
    if (level > 1) return [el(`h${level}`, {}, 'Review')];
    const played = `${data.title} ${data.numbers.replace('-', '–')}`;
    return [el('p', { class: 'eyebrow' }, 'Review'), el('h1', {}, played)];
  }

  function headline() {
    const turning = data.turning_point;
    const unsolved = data.winners.includes(null) && 'Some positions are too hard to solve.';
    const point = turning ? `The turning point was pick ${turning}.` : 'Nobody let go of a win.';
    return `${talk.result}. ${(!turning && unsolved) || point}`;
  }

  function quizButtons() {
    const seats = talk.me ? [talk.me] : [1, 2];
    return seats.flatMap((seat) => {
      const mistakes = moments.filter((moment) => moment.mistake && moment.turn === seat);
      if (mistakes.length === 0) return [];
      const name = talk.me ? 'my' : whose(talk, seat);
      const text = `Replay ${name} mistakes (${mistakes.length})`;
      return [button(text, () => startQuiz(mistakes), talk.me ? 'is-primary' : '')];
    });
  }

  // --- speaking --------------------------------------------------------------------------------

  function words({ title, seat = null, sign = '', text, more = '', look = '' }) {
    alert.hidden = true;
    comment.className = `comment ${look}`;
    fill(
      comment,
      el(
        'p',
        { class: 'comment-title' },
        el('strong', {}, seat && el('span', { class: `mark-${seat}` }), title),
        sign && el('span', { class: 'comment-grade' }, sign),
      ),
      el('p', {}, text),
      more && el('p', { class: 'small' }, more),
    );
  }

  /** Replaces what the bar holds; the focus stays on the same button, or goes to the main one. */
  function setBar(...children) {
    const held = bar.contains(document.activeElement) ? keyOf(document.activeElement) : null;
    fill(bar, ...children);
    if (held === null) return;
    const buttons = [...bar.querySelectorAll('button')];
    const main = bar.querySelector('.is-primary') ?? buttons.at(-1);
    (buttons.find((node) => keyOf(node) === held) ?? main)?.focus({ preventScroll: true });
  }

  function point(place) {
    at = place;
    graph.select(at);
    moves.select(at);
  }

  function trouble(text) {
    alert.textContent = text;
    alert.hidden = false;
  }

  function tell(place) {
    const { step } = moments[place];
    return step ? `${step.move}, ${talk.deed(step)}, ${step.grade}` : `The end. ${talk.result}`;
  }

  // --- stepping through the game ---------------------------------------------------------------

  function go(place, quietly = false) {
    mode = null;
    element.classList.remove('is-asking');
    point(Math.max(0, Math.min(end, place)));
    const moment = moments[at];
    const mine = (shown += 1);
    showStepper();
    showBoard(moment);
    showWords(moment);
    if (!quietly) announce(`${tell(at)}. ${moment.step ? talk.comment(moment.step) : ''}`);
    clearTimeout(timer);
    stage.wait();
    timer = setTimeout(() => explain(moment, mine), SETTLE);
  }

  /** The board before a pick, with the pick on it, and the picks that win. */
  function showBoard(moment, removes = {}) {
    const { step } = moment;
    const pick = isPick(step) ? step.event : null;
    const marks = { good: step?.winning ?? [], bad: moment.mistake && pick !== null ? [pick] : [] };
    const position = { ...moment, removes };
    if (pick !== null) {
      position.picks = [...moment.picks, pick];
      position.makers = [...moment.makers, step.player];
      position.removes = { ...removes, [pick]: step.removed };
    }
    stage.show(position, marks, { pick, open: step !== null });
  }

  function showWords({ step, winner }) {
    if (step) {
      words({
        title: talk.deed(step),
        seat: step.player,
        sign: `${SIGNS[step.grade] ?? ''} ${step.grade}`,
        text: talk.comment(step),
        look: LOOKS[SIGNS[step.grade]] ?? '',
      });
    } else {
      words({ title: 'The end', seat: winner, text: `${talk.result}.` });
    }
  }

  /** Asks the server why, and draws it. */
  async function explain(moment, mine) {
    const { step, picks } = moment;
    try {
      let answer = await oracle(picks);
      if (mine !== shown) return;
      const { reason, wins } = answer.verdict;
      showBoard(moment, answer.removes);
      const kept = isPick(step) && step.winning.includes(step.event);
      if (!step && answer.legal.length === 0) {
        stage.untell();
        return;
      }
      if (kept && reason.pick !== step.event) {
        // The reason names another winning pick; what the one played leaves is told instead.
        answer = await oracle([...picks, step.event]);
        if (mine !== shown) return;
        stage.tell(`Why ${step.event} wins`, answer.verdict.reason, answer.legal);
        return;
      }
      const asked = await askedNow(moment, answer);
      if (mine !== shown) return;
      stage.tell(wins ? `Why ${reason.pick} wins` : heading(wins), reason, asked);
      if (moment.mistake && isPick(step)) await refute(moment, mine);
    } catch (error) {
      if (mine !== shown) return;
      if (step?.reason) stage.tell('Why', { kind: 'words', text: step.reason });
      else stage.untell();
      trouble(error.message);
    }
  }

  const heading = (wins) => (wins === null ? 'Not worked out' : 'Why no pick wins');

  /** What the other one may pick against a pairing. */
  async function askedNow(moment, { verdict, legal }) {
    const { reason, wins } = verdict;
    if (!wins) return legal;
    if (reason.kind !== 'pairing') return null;
    return (await oracle([...moment.picks, reason.pick])).legal;
  }

  /** How a mistake is punished. */
  async function refute(moment, mine) {
    const { step, picks } = moment;
    const { verdict } = await oracle([...picks, step.event]);
    if (mine !== shown) return;
    const more = `The answer to ${step.event}: ${verdict.reason.text}`;
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
      next && button('Next mistake', () => go(next.at)),
    );
  }

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

  function pick(n) {
    const { step } = moments[at];
    if (!mode && step && n === step.event) {
      go(at + 1);
      return;
    }
    if (!mode) {
      clearTimeout(timer);
      shown += 1;
      mode = createLine(desk, moments[at], () => go(at, true));
    }
    mode.pick(n);
  }

  function startQuiz(mistakes) {
    clearTimeout(timer);
    shown += 1;
    element.classList.add('is-asking'); // the list must not give the answers away
    mode = createQuiz(desk, mistakes, () => go(at));
  }

  async function save() {
    try {
      saveText(`${data.game}-${data.date ?? 'game'}.txt`, await recordText());
    } catch (error) {
      trouble(error.message);
    }
  }

  function onKey(event) {
    const { target, key } = event;
    if (mode || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target !== document.body && !element.contains(target)) return;
    if (target.closest?.('input, textarea, select, dialog')) return;
    const onBoard = target.closest?.('.board');
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
      stage.destroy();
      fill(element);
    },
  };
}

const keyOf = (node) => node.dataset.key ?? node.textContent;

const LOOKS = { '✓': 'is-good', '✕': 'is-bad' };
const KEYS =
  'Keys: ← and → step through the game, and “,” and “.” do on the board too. ' +
  'Choose any other legal tile to try it.';

function button(text, onclick, look = '') {
  return el('button', { type: 'button', class: `button is-small ${look}`, onclick }, text);
}
