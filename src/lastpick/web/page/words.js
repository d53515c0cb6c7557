/** Players and results in plain words. */

const LEVELS = {
  'level:1': 'Beginner bot',
  'level:2': 'Casual bot',
  'level:3': 'Friendly bot',
  'level:4': 'Strong bot',
  'level:5': 'Expert bot',
  perfect: 'Perfect bot',
  greedy: 'Greedy bot',
  random: 'Random bot',
};

export const isBot = (seat) => seat !== 'person';

/** A bot's name for people. */
export const botName = (seat) => LEVELS[seat] ?? `Bot ${seat}`;

/**
 * The names of both seats.
 *
 * @param {string[]} seats  as in the state
 * @param {{name: string|null}[]|undefined} people
 */
export function namesOf(seats, people) {
  return seats.map((seat, i) => {
    const name = people?.[i]?.name;
    if (name) return name;
    return isBot(seat) ? botName(seat) : `Player ${i + 1}`;
  });
}

/** Why a game ended. @param {string} loser  the name of the one who lost, or "you" */
export function reasonText(reason, loser) {
  const you = loser === 'you';
  const Loser = you ? 'You' : loser;
  return (
    {
      'no legal pick': `${Loser} ${you ? 'have' : 'has'} no legal pick left.`,
      resignation: `${Loser} resigned.`,
      'out of time': `${Loser} ran out of time.`,
      'left the game': `${Loser} left the game.`,
    }[reason] ?? `${Loser} lost: ${reason}.`
  );
}

/** Seconds as on a clock: 4:05, and tenths when it gets tight. */
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
