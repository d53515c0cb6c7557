/**
 * Players, games and results in plain words. What a person reads on a page stands in
 * `words/LANGUAGE/`, a file for each folder of pages; the server writes what a page needs into it, and
 * leaves sections empty that only modules use which are imported later.
 */

/** @import { Person, State } from './types.js' */

/**
 * Words by section and key; `bots` and `whyLost` come from rooms that say them elsewhere too.
 *
 * @typedef {Object} Words
 * @property {typeof import('../words/en/shared.json')} shared
 * @property {typeof import('../words/en/start.json')} start
 * @property {typeof import('../words/en/game.json')} game
 * @property {typeof import('../words/en/review.json')} review
 * @property {typeof import('../words/en/puzzles.json')} puzzles
 * @property {typeof import('../words/en/learn.json')} learn
 * @property {typeof import('../words/en/solo.json')} solo
 * @property {Record<string, string>} bots
 * @property {Record<string, string>} whyLost
 */

/** @type {Words} */
export const words = JSON.parse(document.getElementById('words')?.textContent ?? '');

/**
 * Fetch a section that was left for later. Modules may hold it before, and must not read from it.
 *
 * @param {'review'} name
 */
export async function loadWords(name) {
  const answer = await fetch(new URL(`../words/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words for ${name}`);
  Object.assign(words[name], await answer.json());
}

const plurals = new Intl.PluralRules(document.documentElement.lang);

/**
 * A text with its gaps filled: "{n} picks" becomes "4 picks". Where a text has forms, `n` chooses.
 *
 * @param {string|{one: string, other: string}} text
 * @param {Record<string, string|number>} values
 */
export function fillIn(text, values) {
  const form = typeof text === 'string' ? text : formOf(text, Number(values.n));
  return form.replace(/{(\w+)}/g, (_, name) => {
    if (!(name in values)) throw new Error(`"${form}" needs ${name}`);
    return String(values[name]);
  });
}

/**
 * @param {{one: string, other: string}} forms
 * @param {number} n
 */
const formOf = (forms, n) => (plurals.select(n) === 'one' ? forms.one : forms.other);

/** @param {string} seat  as in the state */
export const isBot = (seat) => seat !== 'person';

/** A bot's name for people. @param {string} seat */
export const botName = (seat) => words.bots[seat] ?? fillIn(words.shared.bot, { name: seat });

/**
 * The names of both seats.
 *
 * @param {string[]} seats  as in the state
 * @param {Person[]} [people]
 */
export function namesOf(seats, people) {
  return seats.map((seat, i) => {
    const name = people?.[i]?.name;
    if (name) return name;
    return isBot(seat) ? botName(seat) : fillIn(words.shared.player, { seat: i + 1 });
  });
}

/** A name in the genitive. @param {string} name */
export const possessive = (name) => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

/** A pool as people write it. @param {string} numbers  such as "1-20" */
export const poolText = (numbers) => numbers.replace('-', '–');

/**
 * What a game is called; a file without a title leaves only the name of all such games.
 *
 * @param {{game: string, title: string}} state
 */
export const titleOf = ({ game, title }) => (title === game ? words.shared.ownGame : title);

/**
 * The rule of a game in a line; a file without a summary leaves its relations as they were written.
 *
 * @param {State} state
 */
export function ruleText({ rule, relations, start, last_pick: lastPick }) {
  const misere = lastPick === 'loses';
  if (rule) return misere ? `${rule} ${words.shared.cannotPickWins}` : rule;
  const written = Object.entries(relations)
    .filter(([, text]) => text && text !== 'any' && text !== 'itself')
    .map(([name, text]) => `${name}: ${text}`);
  if (start !== null) written.push(fillIn(words.shared.startsFrom, { number: start }));
  if (misere) written.push(words.shared.cannotPickWins);
  return written.join(' · ');
}

/**
 * Why a game ended.
 *
 * @param {string} reason  as in the state
 * @param {string} loser  the name of the one who lost, or "you"
 */
export function reasonText(reason, loser) {
  const why = words.whyLost[reason];
  if (why === undefined) throw new Error(`no words for ${reason}`);
  return sentence(loser, why);
}

/**
 * Why a game ended in which whoever cannot pick wins.
 *
 * @param {string} winner  the name of the one who won, or "you"
 */
export function stuckText(winner) {
  return sentence(winner, fillIn(words.shared.lastPickLoses, { why: words.whyLost[STUCK] }));
}

export const STUCK = 'no legal pick';

/**
 * @param {string} who
 * @param {string} does
 */
const sentence = (who, does) =>
  who === 'you' ? `You ${does.replace(/^has /, 'have ')}.` : `${who} ${does}.`;

/** Seconds as on a clock: 4:05, and tenths when it gets tight. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(left);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** How long ago, roughly. @param {number} at  milliseconds since 1970 */
export function agoText(at, now = Date.now()) {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return words.shared.justNow;
  if (minutes < 60) return fillIn(words.shared.minutesAgo, { n: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 24) return fillIn(words.shared.hoursAgo, { n: hours });
  const days = Math.round(hours / 24);
  return days === 1 ? words.shared.yesterday : fillIn(words.shared.daysAgo, { n: days });
}
