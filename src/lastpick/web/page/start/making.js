/** Making a game and going there. */

import { createGame, sleep } from '../shared/api.js';
import * as storage from '../shared/storage.js';

/** @import { NewGame } from '../shared/types.js' */

/**
 * Make a game, keep its seats, and go there.
 *
 * @param {NewGame} body
 */
export async function makeGame(body) {
  const made = await createGame({ ...body, qr: body.seats.includes('friend') });
  storage.keepSeat(made.id, { tokens: made.tokens, invite: made.invite, qr: made.qr });
  storage.goToGame(made.id);
  await sleep(8000); // the next page comes; until then nothing here should be pressed again
}
