/** Sounds, made as they are needed; none until somebody asks for them in the settings. */

import { settings } from './settings.js';

/** @typedef {[pitch: number, start: number, length: number]} Note  in hertz and seconds */

/** @type {Record<'one'|'two'|'refused'|'won'|'lost', Note[]>} */
const TUNES = {
  one: [[392, 0, 0.12]],
  two: [[294, 0, 0.12]],
  refused: [[147, 0, 0.09], [139, 0.08, 0.12]],
  won: [[392, 0, 0.14], [494, 0.12, 0.14], [587, 0.24, 0.14], [784, 0.36, 0.34]],
  lost: [[330, 0, 0.2], [262, 0.2, 0.36]],
};
const LOUDEST = 0.14;

/** @type {AudioContext|null} */
let audio = null;

/** @param {keyof typeof TUNES} name */
export function play(name) {
  if (!settings.get('sound') || document.hidden || !('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  for (const [pitch, start, length] of TUNES[name]) {
    const at = audio.currentTime + start;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUDEST, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** A pick of Player 1 or 2. @param {number} seat */
export const playPick = (seat) => play(seat === 1 ? 'one' : 'two');
