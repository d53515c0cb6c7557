/** A review in sentences. */

import { listed } from '../shared/dom.js';
import { isPick, THREW } from './timeline.js';
import { botName, possessive } from '../shared/words.js';

/** @import { Review, Step } from '../shared/types.js' */

/** @type {Record<string, string>} */
export const SIGNS = {
  'kept the win': '✓',
  [THREW]: '✕',
  'already lost': '–',
  'passed into the win': '↷',
  unknown: '?',
};

/**
 * @param {Review} review
 * @param {{me?: number|null, names?: string[]}} options
 */
export function createSentences(review, { me = null, names: given } = {}) {
  const names = review.players.map(({ name, bot }, i) => {
    const known = given?.[i] ?? name;
    return bot && (!known || known === bot) ? botName(bot) : (known ?? `Player ${i + 1}`);
  });
  /** @param {number} seat */
  const who = (seat) => (seat === me ? 'You' : names[seat - 1]);
  /**
   * @param {number} seat
   * @param {string} you  what follows "You"
   * @param {string} they  what follows a name
   */
  const says = (seat, you, they) => `${who(seat)} ${seat === me ? you : they}`;

  /** What a player did. @param {Step} step */
  function deed(step) {
    if (isPick(step)) return `${who(step.player)} picked ${step.event}`;
    return `${who(step.player)} ${LET_GO[step.event]}`;
  }

  /** @param {Step} step */
  function comment(step) {
    const { winning, player, event } = step;
    const all = step.choices.length;
    if (step.grade === THREW) {
      const verb = winning.length === 1 || butFew(step) ? 'wins' : 'win';
      const was = says(player, 'were', 'was');
      const how = isPick(step) ? 'this pick gave the win away' : LET_GO[event];
      const better = winning.length ? ` Instead: ${instead(step)} ${verb}.` : '';
      return `${was} winning, and ${how}.${better}`;
    }
    if (step.grade === 'kept the win') {
      if (all === 1) return 'The only pick, and it wins.';
      if (winning.length === all) return 'It wins, as every other pick does.';
      if (winning.length === 1) return 'Right: it keeps the win. No other pick does.';
      if (butFew(step)) return `Right: it keeps the win. So does ${instead(step)}.`;
      return `Right: it keeps the win. So ${others(winning, event)}.`;
    }
    if (step.grade === 'already lost') {
      const lost = `No pick wins here; ${says(3 - player, 'are', 'is')} winning.`;
      if (step.trap === null || all === 1) return lost;
      if (step.trap) return `${lost} ${event} is the hardest to answer.`;
      return `${lost} Harder to answer: ${either(step.traps)}.`;
    }
    if (step.grade === 'unknown') return UNKNOWN;
    if (step.grade === 'passed into the win') return PASSED;
    return `${step.grade[0].toUpperCase()}${step.grade.slice(1)}.`;
  }

  return {
    me,
    names,
    who,
    says,
    deed,
    comment,
    /** @param {number|null} seat */
    wins: (seat) => (seat ? `${says(seat, 'win', 'wins')} with best play.` : UNKNOWN),
    /** A name in the genitive; "your" for the person here. @param {number} seat */
    whose: (seat) => (seat === me ? 'your' : possessive(names[seat - 1])),
    /** The result, with the names of the players. */
    result: review.result
      .replace(/^Player ([12]) wins/, (_, seat) => says(Number(seat), 'won', 'won'))
      .replace(/ \((.*)\)$/, ': $1'),
  };
}

const UNKNOWN = 'Who wins is not worked out.';
const PASSED = 'No pick would have won; forfeiting the turn handed the position on.';
/** @type {Record<string, string>} */
const LET_GO = {
  pass: 'forfeited the turn',
  resign: 'resigned',
  concede: 'resigned',
  timeout: 'ran out of time',
  left: 'left the game',
};

/** "2", "2 or 7", "2, 7 or 9"; long lists are cut. @param {number[]} numbers */
export function either(numbers) {
  return listed(numbers, 8).replace(/ and (\d+)$/, ' or $1');
}

/**
 * What would have won: the picks, or all but a few where nearly every pick does.
 *
 * @param {Step} step
 */
export function instead(step) {
  return butFew(step) ? `any pick but ${either(losing(step))}` : either(step.winning);
}

/** @param {Step} step */
const losing = ({ choices, winning }) => choices.filter((n) => !winning.includes(n));
/** @param {Step} step */
const butFew = (step) => step.winning.length > 6 && losing(step).length <= 3;

/**
 * @param {number[]} winning
 * @param {Step['event']} event
 */
function others(winning, event) {
  const rest = winning.filter((n) => n !== event);
  return `${rest.length === 1 ? 'does' : 'do'} ${listed(rest, 8)}`;
}
