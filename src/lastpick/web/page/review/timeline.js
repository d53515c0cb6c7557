/**
 * A review as a row of moments: one before each thing that a player did, and one at the end.
 * Everything is read off the server's answer; no rule is known here.
 */

import { numbersOf } from '../shared/tiles.js';

/** @import { Asked, Moment, Review, Step } from '../shared/types.js' */

/** @param {Review} review */
export function momentsOf(review) {
  const { start } = review;
  /** @type {Moment[]} */
  const moments = [];
  /** @type {number[]} */
  let picks = [];
  /** @type {number[]} */
  let makers = [];
  /** @type {Record<string, number>} */
  let gone = start !== null && numbersOf(review.numbers).includes(start) ? { [start]: start } : {};
  let turn = 1;
  review.steps.forEach((step, at) => {
    const { mistake } = step;
    const legal = step.choices;
    turn = step.player;
    const winner = review.winners[at];
    moments.push({ at, step, start, picks, makers, gone, legal, turn, winner, mistake });
    if (isPick(step)) {
      picks = [...picks, step.event];
      makers = [...makers, step.player];
      gone = { ...gone, ...Object.fromEntries(step.removed.map((n) => [n, step.event])) };
    }
    turn = 3 - step.player;
  });
  const at = moments.length;
  const winner = review.winners[at];
  const end = { at, step: null, start, picks, makers, gone, legal: [], turn };
  moments.push({ ...end, winner, mistake: false });
  return moments;
}

/**
 * @param {Step|null} step
 * @returns {step is Step & {event: number}}
 */
export const isPick = (step) => typeof step?.event === 'number';

/**
 * @param {Moment} moment
 * @returns {moment is Moment & {step: Step}}
 */
export const isMistake = (moment) => moment.mistake;

/**
 * How the server is asked about positions of this game.
 *
 * @param {Review} review
 * @returns {Asked}
 */
export function askOf(review) {
  return review.toml ? { toml: review.toml } : { game: review.game, numbers: review.numbers };
}
