/** A review in sentences. Every kind of event and every grade has its own. */

import { unknownKind } from '../shared/exhaustive.js';
import { outcomeText } from '../shared/outcome-text.js';
import { botName, fillIn, possessive, words } from '../shared/words.js';
import { isPick } from './timeline.js';

/** @import { Grade, Review, Step } from '../shared/types.js' */

const said = words.review;

const LONGEST = 40; // characters of a name that a reason may hold

/** What is said of the person here, and of somebody else. @typedef {{you: string, other: string}} Forms */

/** @param {Grade} grade */
export function signOf(grade) {
  switch (grade) {
    case 'kept the win':
      return '✓';
    case 'threw it away':
      return '✕';
    case 'already lost':
      return '–';
    case 'passed into the win':
      return '↷';
    case 'offered':
      return '⇄';
    case 'given':
      return '·';
    case 'unknown':
    case 'not graded':
      return '?';
    default:
      return unknownKind(grade);
  }
}

/** A grade with its sign. @param {Grade} grade */
export const gradeText = (grade) => `${signOf(grade)} ${said.grades[grade]}`;

/** What the list of picks shows of a step. @param {Step['event']} event */
export function shortly(event) {
  if (typeof event === 'number') return String(event);
  switch (event) {
    case 'pass':
    case 'resign':
    case 'concede':
    case 'timeout':
    case 'left':
      return said.inList[event];
    default:
      return unknownKind(event);
  }
}

/**
 * @param {Review} review
 * @param {{me?: number|null, names?: string[]}} options
 */
export function createSentences(review, { me = null, names: given } = {}) {
  const names = review.players.map(({ name, bot }, i) => {
    const known = given?.[i] ?? name;
    return bot && (!known || known === bot) ? botName(bot) : known;
  });
  /** @param {number} seat */
  const who = (seat) => (seat === me ? words.shared.you : names[seat - 1]);
  /** @param {number} seat */
  const called = (seat) => (seat === me ? 'you' : names[seat - 1].slice(0, LONGEST));
  /**
   * @param {Forms} forms
   * @param {number} seat
   * @param {Record<string, string|number>} [values]
   */
  const of = (forms, seat, values = {}) =>
    fillIn(seat === me ? forms.you : forms.other, { name: names[seat - 1], ...values });

  /** What a player did. @param {Step} step */
  function deed({ event, player }) {
    if (typeof event === 'number') return fillIn(said.did.pick, { who: who(player), n: event });
    switch (event) {
      case 'pass':
      case 'resign':
      case 'concede':
      case 'timeout':
      case 'left':
        return fillIn(said.did[event], { who: who(player) });
      default:
        return unknownKind(event);
    }
  }

  /** @param {Step} step */
  function comment(step) {
    switch (step.grade) {
      case 'threw it away':
        return threw(step);
      case 'kept the win':
        return kept(step);
      case 'already lost':
        return lost(step);
      case 'passed into the win':
        return said.passedOn;
      case 'offered':
        return review.swapped ? said.takenOver : said.notTakenOver;
      case 'given':
        return said.givenPick;
      case 'unknown':
        return said.unknown;
      case 'not graded':
        return said.notGraded;
      default:
        return unknownKind(step.grade);
    }
  }

  /** @param {Step} step */
  function threw(step) {
    const { event, player, winning } = step;
    const how = of(said.letGo[typeof event === 'number' ? 'pick' : event], player);
    if (winning.length === 0) return how;
    const one = winning.length === 1 || butFew(step);
    const better = fillIn(one ? said.insteadWins : said.insteadWin, { picks: instead(step) });
    return `${how} ${better}`;
  }

  /** @param {Step} step */
  function kept(step) {
    const { winning, choices, event } = step;
    if (choices.length === 1) return said.onlyPick;
    if (winning.length === choices.length) return said.allWin;
    if (winning.length === 1) return said.onlyWin;
    if (butFew(step)) return fillIn(said.rightSoDoes, { picks: instead(step) });
    const rest = winning.filter((n) => n !== event);
    return fillIn(rest.length === 1 ? said.rightSoDoes : said.rightSoDo, { picks: all(rest) });
  }

  /** @param {Step} step */
  function lost(step) {
    const { player, event, choices, trap, traps } = step;
    if (!isPick(step)) return of(said.lostAnyway, 3 - player);
    const here = of(said.lostHere, 3 - player);
    if (trap === null || choices.length === 1) return here;
    if (trap) return `${here} ${fillIn(said.hardest, { n: event })}`;
    return `${here} ${fillIn(said.harder, { picks: either(traps) })}`;
  }

  return {
    me,
    names,
    who,
    of,
    deed,
    comment,
    /** @param {number|null} seat */
    wins: (seat) => (seat ? of(said.bestPlay, seat) : said.unknown),
    /**
     * The player to move and the other, as the reasons call them.
     *
     * @param {number} turn
     * @returns {[string, string]}
     */
    named: (turn) => [called(turn), called(3 - turn)],
    /** A name in the genitive; "your" for the person here. @param {number} seat */
    whose: (seat) => (seat === me ? said.your : possessive(names[seat - 1])),
    /** Who won and why, in one sentence. */
    result: resultOf(review, names, me),
  };
}

/**
 * @param {Review} review
 * @param {string[]} names
 * @param {number|null} me
 */
function resultOf({ outcome, last_pick: lastPick }, names, me) {
  if (!outcome) return said.unfinished;
  const { title, why } = outcomeText({ outcome, lastPick, names, me });
  return `${title.replace(/!$/, '')}. ${why}`;
}

const MOST = 8; // numbers that are listed

/** "2", "2 and 7", "2, 7 and 9"; long lists are cut. @param {number[]} numbers */
const all = (numbers) => joined(numbers, said.and);

/** "2", "2 or 7", "2, 7 or 9"; long lists are cut. @param {number[]} numbers */
export const either = (numbers) => joined(numbers, said.or);

/**
 * @param {number[]} numbers
 * @param {string} two
 */
function joined(numbers, two) {
  if (numbers.length <= 1) return numbers.join('');
  if (numbers.length > MOST) {
    const n = numbers.length - MOST;
    return fillIn(said.andMore, { first: numbers.slice(0, MOST).join(', '), n });
  }
  return fillIn(two, { first: numbers.slice(0, -1).join(', '), last: Number(numbers.at(-1)) });
}

/**
 * What would have won: the picks, or all but a few where nearly every pick does.
 *
 * @param {Step} step
 */
export function instead(step) {
  return butFew(step) ? fillIn(said.anyBut, { picks: either(losing(step)) }) : either(step.winning);
}

/** @param {Step} step */
const losing = ({ choices, winning }) => choices.filter((n) => !winning.includes(n));
/** @param {Step} step */
const butFew = (step) => step.winning.length > 6 && losing(step).length <= 3;
