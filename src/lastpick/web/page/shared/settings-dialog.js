/** The settings dialog, behind the button in the header of every page. What is changed holds at once. */

import { byId } from './dom.js';
import { closable } from './page.js';
import { onSettings, settings } from './settings.js';
import { lasting } from './storage.js';

/** @import { Settings } from './settings.js' */

const dialog = byId('settings', HTMLDialogElement);
const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
const name = byId('settings-name', HTMLInputElement);
const radios = /** @type {NodeListOf<HTMLInputElement>} */ (
  form.querySelectorAll('input[type=radio]')
);

/** What is set, in the form; a name is left alone while somebody writes it. */
function fillIn() {
  for (const radio of radios) {
    const set = settings.get(/** @type {keyof Settings} */ (radio.name));
    radio.checked = String(set) === radio.value;
  }
  if (document.activeElement !== name) name.value = settings.get('name');
}

// A name holds once it is written, not letter by letter: a game tells it to the others.
form.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  /** @type {any} */
  const value = target.name === 'sound' ? target.value === 'true' : target.value;
  settings.put(/** @type {keyof Settings} */ (target.name), value);
});
dialog.addEventListener('close', () => settings.put('name', name.value));
onSettings(fillIn);
closable(dialog);
byId('settings-kept').hidden = !lasting;
byId('settings-not-kept').hidden = lasting;
byId('settings-open').addEventListener('click', () => {
  fillIn();
  dialog.showModal();
});
