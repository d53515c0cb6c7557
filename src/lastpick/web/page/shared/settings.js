/**
 * What a person has set for every page, kept on the device.
 *
 *   settings.get('sound')                 // false until somebody asks for it
 *   settings.put('theme', 'dark')         // applied at once on this page and in other tabs
 *   onSettings((name) => { ... })         // after each change
 *
 * What was stored may be garbage, from another version or from a curious hand: whatever is no value
 * of its setting is as if nothing had been set.
 */

import * as storage from './storage.js';

/**
 * @typedef {Object} Settings
 * @property {string} name  what this person is called; '' where they did not say
 * @property {'auto'|'light'|'dark'} theme
 * @property {boolean} sound
 * @property {'quick'|'calm'} pace  how long a bot takes
 * @property {'fit'|'large'} tiles  large: to be read from the back of a room
 * @property {'shown'|'asked'|'never'} legal  whether the board tells which picks are legal
 */

export const LONGEST_NAME = 30;

/** The values of each setting, the usual one first; a name may be any text. */
const VALUES = Object.freeze({
  theme: ['auto', 'light', 'dark'],
  sound: [false, true],
  pace: ['calm', 'quick'],
  tiles: ['fit', 'large'],
  legal: ['shown', 'asked', 'never'],
});

/** @type {Set<(name: keyof Settings) => void>} */
const listeners = new Set();

export const settings = {
  /**
   * @template {keyof Settings} K
   * @param {K} name
   * @returns {Settings[K]}
   */
  get(name) {
    return /** @type {any} */ (valid(name, storage.get(name)));
  },

  /**
   * @template {keyof Settings} K
   * @param {K} name
   * @param {Settings[K]} value
   */
  put(name, value) {
    const given = valid(name, value);
    if (given === settings.get(name)) return;
    storage.put(name, given);
    changed(name);
  },
};

/**
 * Be told of every change, here or in another tab.
 *
 * @param {(name: keyof Settings) => void} callback
 */
export function onSettings(callback) {
  listeners.add(callback);
}

/**
 * The value, or the usual one in place of what can be none.
 *
 * @param {keyof Settings} name
 * @param {unknown} value
 */
function valid(name, value) {
  if (name === 'name') {
    return typeof value === 'string' ? value.trim().slice(0, LONGEST_NAME) : '';
  }
  /** @type {readonly unknown[]} */
  const all = VALUES[name];
  return all.includes(value) ? value : all[0];
}

/** @param {keyof Settings} name */
function changed(name) {
  show();
  for (const callback of listeners) callback(name);
}

/** @type {HTMLMetaElement[]} */
const bars = Array.from(document.querySelectorAll('meta[name=theme-color]'));
const usual = bars.map((bar) => bar.content);

/** Styles read these; before the first paint `first-paint.js` sets the same. */
function show() {
  const root = document.documentElement;
  const theme = settings.get('theme');
  root.dataset.theme = theme;
  root.dataset.tiles = settings.get('tiles');
  bars.forEach((bar, i) => { // the frame of the browser around the page
    bar.content = theme === 'auto' ? usual[i] : getComputedStyle(document.body).backgroundColor;
  });
}

show();
storage.onOtherTab((key) => {
  if (key === 'name' || key in VALUES) changed(/** @type {keyof Settings} */ (key));
});
addEventListener('pageshow', (event) => event.persisted && show());
