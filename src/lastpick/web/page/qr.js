// QR codes after ISO/IEC 18004: byte mode, error correction level M, versions 1 to 20.

import { svg } from './dom.js';

// For versions 1 to 20 at level M: error correction bytes in each block, and how many blocks.
const EC_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const LEVEL_M = 0b00;
const QUIET = 4; // light modules that the standard demands around a symbol

const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x, y) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The QR code of a text, as an SVG element: dark on light in every colour scheme. */
export function qrSvg(text, label = 'QR code') {
  const rows = qrMatrix(text);
  const side = rows.length + 2 * QUIET;
  const picture = svg('svg', {
    viewBox: `0 0 ${side} ${side}`,
    role: 'img',
    'aria-label': label,
    'shape-rendering': 'crispEdges',
  });
  const dark = rows.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  picture.append(
    svg('rect', { width: side, height: side, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
  return picture;
}

/**
 * The modules of a text's QR code, row by row; true is dark.
 * @param {string} text up to 666 bytes of UTF-8
 * @returns {boolean[][]}
 */
export function qrMatrix(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= EC_BYTES.length; version++) {
    const symbol = new QrSymbol(version);
    const room = symbol.capacity - EC_BYTES[version - 1] * BLOCKS[version - 1];
    if (bytes.length + (version < 10 ? 2 : 3) <= room) {
      symbol.place(interleaved(padded(bytes, version, room), version));
      return symbol.bestMasked();
    }
  }
  throw new RangeError(`${bytes.length} bytes are too many for a QR code`);
}

/** One symbol: its modules, and which of them are fixed patterns that carry no data. */
class QrSymbol {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = grid(this.size);
    this.fixed = grid(this.size);
    this.drawTiming();
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) {
      this.drawSquares(x, y, 4); // a finder and its light separator
    }
    this.drawAlignment();
    this.drawVersion();
    this.drawFormat(0); // reserves its place until the mask is known
  }

  /** How many whole bytes the free modules hold. */
  get capacity() {
    return Math.floor(this.fixed.flat().filter((fixed) => !fixed).length / 8);
  }

  set(x, y, dark) {
    if (x >= 0 && y >= 0 && x < this.size && y < this.size) {
      this.dark[y][x] = Boolean(dark);
      this.fixed[y][x] = true;
    }
  }

  drawTiming() {
    for (let i = 0; i < this.size; i++) {
      this.set(i, 6, i % 2 === 0);
      this.set(6, i, i % 2 === 0);
    }
  }

  /** Squares within squares: the rings at distance 2 and 4 are light, the others dark. */
  drawSquares(cx, cy, reach, light = [2, 4]) {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(cx + dx, cy + dy, !light.includes(ring));
      }
    }
  }

  drawAlignment() {
    if (this.version === 1) return;
    const count = Math.floor(this.version / 7) + 2;
    const step = 2 * Math.ceil((this.size - 13) / (2 * count - 2));
    const last = this.size - 7;
    const at = [6, ...Array.from({ length: count - 1 }, (_, i) => last - i * step).reverse()];
    for (const y of at) {
      for (const x of at) {
        const onFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!onFinder) this.drawSquares(x, y, 2, [1]);
      }
    }
  }

  drawVersion() {
    if (this.version < 7) return;
    const bits = (this.version << 12) | remainder(this.version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), this.size - 11 + (i % 3)];
      this.set(near, far, (bits >> i) & 1);
      this.set(far, near, (bits >> i) & 1);
    }
  }

  /** The level and the mask, twice, with a code of their own. */
  drawFormat(mask) {
    const data = (LEVEL_M << 3) | mask;
    const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
    const end = this.size - 1;
    for (let i = 0; i < 15; i++) {
      const bit = (bits >> i) & 1;
      const skip = (k) => (k >= 6 ? k + 1 : k); // the timing pattern runs through
      if (i < 8) {
        this.set(8, skip(i), bit);
        this.set(end - i, 8, bit);
      } else {
        this.set(i === 8 ? 7 : 14 - i, 8, bit);
        this.set(8, end - 14 + i, bit);
      }
    }
    this.set(8, end - 7, true);
  }

  /** Lays the bytes out, bit by bit, in columns of two, up and down from the right. */
  place(bytes) {
    let next = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the timing pattern's column
      const upward = ((right + 1) & 2) === 0;
      for (let i = 0; i < this.size; i++) {
        const y = upward ? this.size - 1 - i : i;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = Boolean((bytes[next >> 3] >> (7 - (next & 7))) & 1);
          next++;
        }
      }
    }
  }

  bestMasked() {
    const masked = MASKS.map((mask, number) => {
      this.drawFormat(number);
      const flips = (x, y) => !this.fixed[y][x] && mask(x, y);
      return this.dark.map((row, y) => row.map((on, x) => on !== flips(x, y)));
    });
    const penalties = masked.map(penalty);
    return masked[penalties.indexOf(Math.min(...penalties))];
  }
}

function grid(size) {
  return Array.from({ length: size }, () => new Array(size).fill(false));
}

/** The remainder of `data`, shifted by `degree`, by a binary polynomial of that degree. */
function remainder(data, degree, polynomial) {
  let rest = data << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit--) {
    if ((rest >> bit) & 1) rest ^= polynomial << (bit - degree);
  }
  return rest;
}

/** The data bytes: mode and length, the text, the terminator and padding up to `room`. */
function padded(bytes, version, room) {
  const long = version >= 10; // from here the length takes 16 bits
  const length = long ? [bytes.length >> 8, bytes.length & 255] : [bytes.length];
  const nibbles = [0b0100, ...[...length, ...bytes].flatMap((b) => [b >> 4, b & 15]), 0];
  const data = [];
  for (let i = 0; i < nibbles.length; i += 2) data.push((nibbles[i] << 4) | nibbles[i + 1]);
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Splits the data into blocks, and takes bytes from the blocks, then their codes, in turn. */
function interleaved(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const longer = data.length % count; // so many blocks, the last ones, hold a byte more
  const blocks = [];
  for (let i = 0, start = 0; i < count; i++) {
    const end = start + short + (i >= count - longer ? 1 : 0);
    blocks.push(data.slice(start, end));
    start = end;
  }
  const codes = blocks.map((block) => errorCode(block, EC_BYTES[version - 1]));
  return [...inTurn(blocks), ...inTurn(codes)];
}

function inTurn(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  const column = (i) => blocks.filter((block) => i < block.length).map((block) => block[i]);
  return Array.from({ length: longest }, (_, i) => column(i)).flat();
}

/** The Reed-Solomon code of a block: its remainder by (x - 1)(x - 2)(x - 4)... over GF(256). */
function errorCode(block, length) {
  let divisor = [1]; // from the highest power down
  for (let i = 0, root = 1; i < length; i++, root = times(root, 2)) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((c, k) => c ^ (k ? times(divisor[k - 1], root) : 0));
  }
  const rest = [...block, ...new Array(length).fill(0)];
  for (let i = 0; i < block.length; i++) {
    const lead = rest[i];
    divisor.forEach((c, k) => (rest[i + k] ^= times(c, lead)));
  }
  return rest.slice(block.length);
}

/** The product in GF(256), modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** How hard a symbol is to read, by the four rules of the standard. */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  const lines = [...rows, ...columns].map((line) => line.map(Number).join(''));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const same = [rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]];
      if (same.every((on) => on === rows[y][x])) points += 3;
    }
  }
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
