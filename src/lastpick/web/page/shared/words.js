/** Players, games and results in plain words; what is said of "you" is said here. */

/** @import { Person, State } from './types.js' */

/**
 * Written into the page by the server, which says these things elsewhere too.
 *
 * @type {{bots: Record<string, string>, whyLost: Record<string, string>}}
 */
const WORDS = JSON.parse(document.getElementById('words')?.textContent ?? '');

/** @param {string} seat  as in the state */
export const isBot = (seat) => seat !== 'person';

/** A bot's name for people. @param {string} seat */
export const botName = (seat) => WORDS.bots[seat] ?? `Bot ${seat}`;

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
    return isBot(seat) ? botName(seat) : `Player ${i + 1}`;
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
export const titleOf = ({ game, title }) => (title === game ? 'Own game' : title);

/**
 * The rule of a game in a line; a file without a summary leaves its relations as they were written.
 *
 * @param {State} state
 */
export function ruleText({ rule, relations, start, last_pick: lastPick }) {
  const misere = lastPick === 'loses';
  if (rule) return misere ? `${rule} Whoever cannot pick wins.` : rule;
  const written = Object.entries(relations)
    .filter(([, text]) => text && text !== 'any' && text !== 'itself')
    .map(([name, text]) => `${name}: ${text}`);
  if (start !== null) written.push(`starts from ${start}`);
  if (misere) written.push('whoever cannot pick wins');
  return written.join(' · ');
}

/**
 * Why a game ended.
 *
 * @param {string} reason  as in the state
 * @param {string} loser  the name of the one who lost, or "you"
 */
export function reasonText(reason, loser) {
  return sentence(loser, WORDS.whyLost[reason] ?? `lost: ${reason}`);
}

/**
 * Why a game ended in which whoever cannot pick wins.
 *
 * @param {string} winner  the name of the one who won, or "you"
 */
export function stuckText(winner) {
  return sentence(winner, `${WORDS.whyLost[STUCK]}, and the last pick loses`);
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
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
