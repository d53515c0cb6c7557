/** A win is celebrated: circles and squares fly up from the last pick, and are gone again. */

import { el } from '../shared/dom.js';
import { still } from './pacing.js';

const PIECES = 44;

/** @param {Element|null} from  where they start */
export function celebrate(from) {
  if (still() || document.hidden) return;
  const { x, y, width, height } = (from ?? document.documentElement).getBoundingClientRect();
  const cheer = el('div', { class: 'cheer', 'aria-hidden': 'true' });
  cheer.style.setProperty('--at-x', `${x + width / 2}px`);
  cheer.style.setProperty('--at-y', `${y + height / 2}px`);
  for (let i = 0; i < PIECES; i += 1) {
    const piece = el('i', { class: `mark-${(i % 2) + 1}` });
    const angle = (i / PIECES) * 2 * Math.PI + Math.random();
    const reach = 80 + Math.random() * Math.min(innerWidth, innerHeight) * 0.45;
    piece.style.setProperty('--x', `${Math.cos(angle) * reach}px`);
    piece.style.setProperty('--y', `${Math.sin(angle) * reach - 60}px`);
    piece.style.setProperty('--spin', `${Math.random() * 720 - 360}deg`);
    piece.style.setProperty('--wait', `${Math.random() * 120}ms`);
    cheer.append(piece);
  }
  document.body.append(cheer);
  setTimeout(() => cheer.remove(), 2000);
}
