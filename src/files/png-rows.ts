import type { PngHeader } from './png-read.ts';

/** A pass of an interlaced picture: its first column and row, and the distances between its columns and between its rows. */
interface Pass {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

const whole: readonly Pass[] = [{ left: 0, top: 0, across: 1, down: 1 }];
/** The seven passes of Adam7 interlacing. PNG specification, 8.2. */
const adam7: readonly Pass[] = [
  { left: 0, top: 0, across: 8, down: 8 },
  { left: 4, top: 0, across: 8, down: 8 },
  { left: 0, top: 4, across: 4, down: 8 },
  { left: 2, top: 0, across: 4, down: 4 },
  { left: 0, top: 2, across: 2, down: 4 },
  { left: 1, top: 0, across: 2, down: 2 },
  { left: 0, top: 1, across: 1, down: 2 },
];

/** Returns the number of bytes of all filtered rows of a picture, including the filter byte of each row. */
export function measurePngRows(header: PngHeader): number {
  return sizesOf(header).reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
}

/**
 * Returns the samples of filtered rows: undoes filters and interlacing. filtered: `measurePngRows(header)` bytes. Throws Error for an
 * unknown filter.
 */
export function unpackPngRows(filtered: Uint8Array, header: PngHeader): Uint8Array | Uint16Array {
  const { width, height, depth, channels, isInterlaced } = header;
  const pixelBits = depth * channels;
  const rowBytes = Math.ceil((width * pixelBits) / 8);
  const out = new Uint8Array(height * rowBytes);
  let at = 0;
  for (const size of sizesOf(header)) {
    const length = size.rows * (1 + size.rowBytes);
    const rows = isInterlaced ? new Uint8Array(size.rows * size.rowBytes) : out;
    undoFilters(rows, filtered.subarray(at, at + length), size, Math.ceil(pixelBits / 8));
    if (isInterlaced) spreadPass(out, rows, size, { pixelBits, rowBytes });
    at += length;
  }
  if (depth < 16) return out;
  const samples = new Uint16Array(out.length / 2);
  for (let k = 0; k < samples.length; k++) samples[k] = (out[2 * k] << 8) | out[2 * k + 1];
  return samples;
}

interface PassSize {
  readonly pass: Pass;
  readonly columns: number;
  readonly rows: number;
  readonly rowBytes: number;
}

/** Returns the sizes of the passes that contain pixels. A picture that is not interlaced is one pass. */
function sizesOf({ width, height, depth, channels, isInterlaced }: PngHeader): PassSize[] {
  return (isInterlaced ? adam7 : whole).flatMap((pass) => {
    const columns = Math.ceil((width - pass.left) / pass.across);
    const rows = Math.ceil((height - pass.top) / pass.down);
    const rowBytes = Math.ceil((columns * depth * channels) / 8);
    return columns > 0 && rows > 0 ? [{ pass, columns, rows, rowBytes }] : [];
  });
}

/** Undoes the row filters. step: distance in bytes to the pixel on the left, at least 1. PNG specification, 9.2. */
function undoFilters(out: Uint8Array, filtered: Uint8Array, size: PassSize, step: number): void {
  const { rows, rowBytes } = size;
  for (let row = 0; row < rows; row++) {
    const from = row * (1 + rowBytes);
    const filter = filtered[from];
    const line = filtered.subarray(from + 1, from + 1 + rowBytes);
    const at = row * rowBytes;
    // Bytes above the first row and left of the first pixel count as 0.
    const above = row > 0 ? at - rowBytes : -1;
    if (filter === 0) out.set(line, at);
    else if (filter === 1) {
      for (let k = 0; k < rowBytes; k++) out[at + k] = line[k] + (k < step ? 0 : out[at + k - step]);
    } else if (filter === 2) {
      for (let k = 0; k < rowBytes; k++) out[at + k] = line[k] + (above < 0 ? 0 : out[above + k]);
    } else if (filter === 3) {
      for (let k = 0; k < rowBytes; k++) {
        const left = k < step ? 0 : out[at + k - step];
        const up = above < 0 ? 0 : out[above + k];
        out[at + k] = line[k] + ((left + up) >> 1);
      }
    } else if (filter === 4) {
      for (let k = 0; k < rowBytes; k++) {
        const left = k < step ? 0 : out[at + k - step];
        const up = above < 0 ? 0 : out[above + k];
        const corner = k < step || above < 0 ? 0 : out[above + k - step];
        out[at + k] = line[k] + predictPaeth(left, up, corner);
      }
    } else throw new Error(`a row with filter ${filter}`);
  }
}

/** Returns the Paeth predictor: that one of the three neighbours which is nearest to left + up − corner. PNG specification, 9.4. */
function predictPaeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Copies the pixels of a pass to their positions in the picture. */
function spreadPass(
  out: Uint8Array,
  rows: Uint8Array,
  { pass, columns, rows: rowCount, rowBytes: passBytes }: PassSize,
  { pixelBits, rowBytes }: { pixelBits: number; rowBytes: number },
): void {
  for (let row = 0; row < rowCount; row++) {
    const from = row * passBytes;
    const to = (pass.top + row * pass.down) * rowBytes;
    for (let column = 0; column < columns; column++) {
      const target = pass.left + column * pass.across;
      if (pixelBits >= 8) {
        const bytes = pixelBits / 8;
        for (let k = 0; k < bytes; k++) out[to + target * bytes + k] = rows[from + column * bytes + k];
      } else {
        const value = sampleAt(rows, from, column, pixelBits);
        const bit = target * pixelBits;
        out[to + (bit >> 3)] |= value << (8 - pixelBits - (bit & 7));
      }
    }
  }
}

/** Returns a sample of fewer than 8 bits. The first sample is in the highest bits of a byte. */
function sampleAt(bytes: Uint8Array, from: number, index: number, bits: number): number {
  const bit = index * bits;
  return (bytes[from + (bit >> 3)] >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}
