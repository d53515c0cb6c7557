/** A game as this page knows it: the latest state, the seats held here, who was heard when. */

import * as api from '../shared/api.js';
import { settings } from '../shared/settings.js';
import * as storage from '../shared/storage.js';
import { titleOf, words } from '../shared/words.js';
import { viewOf } from './view.js';

/** @import { HeldState, Person, Presence, State, View } from '../shared/types.js' */

const seconds = () => performance.now() / 1000;

/** The secret in the address of this page, if it was opened by an invitation. */
export function invited() {
  return new URLSearchParams(location.hash.slice(1)).get('invite');
}

/** Take the secret out of the address, so that it is not shared by accident. */
function hideInvite() {
  history.replaceState(history.state, '', location.pathname);
}

export class Session {
  /**
   * @param {string} id
   * @param {(before: HeldState|null) => void} onState  a state has come; `before` is the one until now
   */
  constructor(id, onState) {
    this.id = id;
    this.onState = onState;
    this.tokens = storage.seat(id).tokens;
    /** @type {HeldState|null} */
    this.state = null;
    /** @type {View|null} */
    this.view = null;
    this.problem = ''; // what stays true until something succeeds
    this.connection = 'connecting';
    /** @type {Person[]|undefined} */
    this.people = undefined;
    this.claimAfter = Infinity;
    this.heard = 0; // when `people` came, on this page's clock
    this.offset = 0; // the server's clock minus ours, in seconds
  }

  /** Take a state, unless a newer one is here already. @param {State|null} next */
  take(next) {
    if (!next || next.id !== this.id) return;
    if (this.state && next.version < this.state.version) return;
    if (next.people && next.now) this.hear(next.people, next.now);
    const before = this.state;
    this.claimAfter = next.claim_after ?? this.claimAfter;
    const title = titleOf(next);
    this.state = { ...next, title, people: this.people, claim_after: this.claimAfter };
    this.view = viewOf(this.state, this.tokens);
    this.onState(before);
  }

  /** Take news of who is there. @param {Presence} news */
  presence({ now, seen }) {
    if (!this.state || !this.people) return;
    this.hear(this.people.map((person, i) => ({ ...person, seen: seen[i] })), now);
    this.state = { ...this.state, people: this.people };
    this.view = viewOf(this.state, this.tokens);
  }

  /**
   * @param {Person[]} people
   * @param {number} now  on the server's clock
   */
  hear(people, now) {
    this.people = people;
    this.heard = seconds();
    this.offset = now - this.heard;
  }

  /** The server's time, in seconds; whatever becomes of the date here, it goes on. */
  serverNow() {
    return seconds() + this.offset;
  }

  /** How many seconds ago each player was heard; without a connection nobody can tell. */
  away() {
    if (!this.people || this.connection !== 'live') return [0, 0];
    const since = seconds() - this.heard;
    return this.people.map(({ seen }) => (seen === null ? 0 : seen + since));
  }

  /**
   * For how many seconds a player has been silent as a claim counts it: since the last event, too,
   * which there must be time to answer.
   *
   * @param {number} seat
   */
  silent(seat) {
    const at = this.state?.at ?? -Infinity;
    return Math.min(this.away()[seat - 1], this.serverNow() - at);
  }

  /** The token and the version that a call of a seat goes with. @param {number} seat */
  from(seat) {
    return { token: this.tokens[seat], version: this.state?.version ?? 0 };
  }

  /** The token that shows the server who listens here. */
  token() {
    return Object.values(this.tokens)[0] ?? null;
  }

  /** The server does not know the seats: go on as a spectator. */
  unseat() {
    this.tokens = {};
    this.problem = words.game.unseated;
  }

  /**
   * Take the seat that an invitation offers. The key is kept first, so that a reload joins again
   * as the same person.
   *
   * @param {string} secret
   * @param {(error: Error) => void} onRetry
   */
  async accept(secret, onRetry) {
    if (this.token()) {
      hideInvite();
      return;
    }
    const key = storage.seat(this.id).key ?? api.randomKey();
    storage.keepSeat(this.id, { key });
    let name = settings.get('name');
    for (let attempt = 0; ; attempt += 1) {
      try {
        const body = { invite: secret, key, ...(name && { name }) };
        const { tokens, state } = await api.join(this.id, body);
        storage.keepSeat(this.id, { tokens });
        this.tokens = tokens;
        hideInvite();
        this.take(state);
        return;
      } catch (thrown) {
        const error = api.apiError(thrown);
        if (name && error.status === 422) {
          name = ''; // such as that of the other player: the seat comes first
          continue;
        }
        if (!api.worthRepeating(error.status)) {
          hideInvite();
          if (error.status !== 404) this.problem = error.message;
          return;
        }
        onRetry(error);
        await api.sleep(Math.max(error.wait * 1000, api.backoff(attempt)));
      }
    }
  }
}
