/** Whoever came by an invitation is asked for a name, beside the game and without holding it up. */

import { messageOf, rename } from '../shared/api.js';
import { button, el, fill } from '../shared/dom.js';
import { LONGEST_NAME, settings } from '../shared/settings.js';
import * as storage from '../shared/storage.js';
import { fillIn, words } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */
/** @import { Session } from './session.js' */

/**
 * @param {HTMLElement} form
 * @param {Session} session
 */
export function createNaming(form, session) {
  let done = false;
  const id = 'naming-name';
  const label = el('label', { for: id });
  const looks = { id, class: 'input', maxlength: LONGEST_NAME, autocomplete: 'nickname' };
  const field = el('input', looks);
  const refused = el('p', { class: 'by-bad small', role: 'alert' });
  const close = () => {
    done = true;
    form.hidden = true;
  };
  const later = button(words.game.nameLater, close, 'is-small is-quiet');
  const save = el('button', { class: 'button is-small is-primary' }, words.game.nameSave);
  fill(form, label, field, el('div', { class: 'row' }, save, later), refused);

  /** @param {string} name */
  async function call(name) {
    const { view } = session;
    if (!view?.me || !name || name === view.state.people?.[view.me - 1].name) return;
    session.take(await rename(session.id, name, session.from(view.me).token));
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    refused.textContent = '';
    try {
      await call(field.value.trim());
      close();
      settings.put('name', field.value);
    } catch (error) {
      refused.textContent = messageOf(error);
    }
  });
  return {
    /** Somebody who changes the name in the settings means the game that is being played too. */
    follow() {
      if (session.view && !session.view.over) call(settings.get('name')).catch(() => {});
    },

    /** @param {View} view */
    show(view) {
      const { me, over, state } = view;
      const asks = me !== null && !over && !state.people?.[me - 1].name;
      form.hidden = done || !asks || !storage.seat(session.id).key;
      if (form.hidden || me === null) return;
      label.textContent = fillIn(words.game.nameAsked, { name: view.names[2 - me] });
    },
  };
}
