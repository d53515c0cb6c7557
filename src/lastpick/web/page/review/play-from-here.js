/** A game from a moment of a review, against a bot: whoever is to move there is the person here. */

import { createGame } from '../shared/api.js';
import * as storage from '../shared/storage.js';
import { words } from '../shared/words.js';
import { askOf } from './timeline.js';

/** @import { Moment, Review } from '../shared/types.js' */

const STRONGEST = 'perfect';

/** The bot of the game itself, if there was one that plays here too. @param {Review} review */
function botOf({ players }) {
  const bot = players.map((player) => player.bot).find((name) => name && name in words.bots);
  return bot ?? STRONGEST;
}

/**
 * Make the game, and go there.
 *
 * @param {Review} review
 * @param {Moment} moment
 */
export async function playFrom(review, { picks }) {
  const bot = botOf(review);
  const first = picks.length % 2 === 0;
  const name = storage.get('name', '') || null;
  const { id, tokens } = await createGame({
    ...askOf(review),
    seats: first ? ['me', bot] : [bot, 'me'],
    ...(name && { names: first ? [name, null] : [null, name] }),
    picks,
  });
  storage.keepSeat(id, { tokens });
  storage.goToGame(id);
}
