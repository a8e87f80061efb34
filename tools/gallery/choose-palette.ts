/** A box of the colour cube, at five bits per channel. */
interface Box {
  readonly entries: readonly Entry[];
  readonly weight: number;
}

interface Entry {
  readonly color: readonly [number, number, number];
  readonly count: number;
}

/**
 * Returns a palette of at most `count` ≤ 256 colours for a picture, by median cut, and the index of the nearest palette entry for every
 * pixel.
 */
export function choosePalette(rgb: Uint8Array, count: number): { palette: Uint8Array; indices: Uint8Array } {
  const boxes = [makeBox(countColors(rgb))];
  while (boxes.length < count) {
    let widest = -1;
    let max = 0;
    boxes.forEach((box, k) => {
      const spread = boxSpread(box).size ** 2 * Math.sqrt(box.weight);
      if (box.entries.length > 1 && spread > max) [widest, max] = [k, spread];
    });
    if (widest < 0) break;
    boxes.splice(widest, 1, ...cutBox(boxes[widest]));
  }
  const palette = new Uint8Array(3 * boxes.length);
  boxes.forEach(({ entries, weight }, k) => {
    for (let c = 0; c < 3; c++)
      palette[3 * k + c] = Math.round(
        entries.reduce((sum, { color, count: n }) => sum + color[c] * n, 0) / weight,
      );
  });
  const known = new Map<number, number>();
  const indices = new Uint8Array(rgb.length / 3);
  for (let k = 0; k < indices.length; k++) {
    const key = (rgb[3 * k] << 16) | (rgb[3 * k + 1] << 8) | rgb[3 * k + 2];
    let index = known.get(key);
    if (index === undefined) {
      index = nearestEntry(palette, rgb[3 * k], rgb[3 * k + 1], rgb[3 * k + 2]);
      known.set(key, index);
    }
    indices[k] = index;
  }
  return { palette, indices };
}

function countColors(rgb: Uint8Array): Entry[] {
  const sums = new Map<number, [number, number, number, number]>();
  for (let k = 0; k < rgb.length; k += 3) {
    const key = ((rgb[k] >> 2) << 12) | ((rgb[k + 1] >> 2) << 6) | (rgb[k + 2] >> 2);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    if (sum[3] === 0) sums.set(key, sum);
    sum[0] += rgb[k];
    sum[1] += rgb[k + 1];
    sum[2] += rgb[k + 2];
    sum[3]++;
  }
  return [...sums.values()].map(([r, g, b, n]) => ({ color: [r / n, g / n, b / n], count: n }));
}

const makeBox = (entries: readonly Entry[]): Box => ({
  entries,
  weight: entries.reduce((sum, { count }) => sum + count, 0),
});

/** Returns the channel along which a box has the largest perceived length, and that length. */
function boxSpread({ entries }: Box): { channel: number; size: number } {
  const fractions = [0.55, 1, 0.35];
  let best = { channel: 1, size: 0 };
  for (let channel = 0; channel < 3; channel++) {
    let [low, high] = [255, 0];
    for (const { color } of entries) {
      low = Math.min(low, color[channel]);
      high = Math.max(high, color[channel]);
    }
    const size = (high - low) * fractions[channel];
    if (size > best.size) best = { channel, size };
  }
  return best;
}

function cutBox(box: Box): [Box, Box] {
  const { channel } = boxSpread(box);
  const sorted = [...box.entries].sort((a, b) => a.color[channel] - b.color[channel]);
  let [taken, at] = [0, 0];
  while (at < sorted.length - 1 && taken + sorted[at].count <= box.weight / 2) taken += sorted[at++].count;
  at = Math.min(Math.max(1, at), sorted.length - 1);
  return [makeBox(sorted.slice(0, at)), makeBox(sorted.slice(at))];
}

function nearestEntry(palette: Uint8Array, red: number, green: number, blue: number): number {
  let best = 0;
  let min = Infinity;
  for (let k = 0; k * 3 < palette.length; k++) {
    const [dr, dg, db] = [palette[3 * k] - red, palette[3 * k + 1] - green, palette[3 * k + 2] - blue];
    const distance = 0.55 * dr * dr + dg * dg + 0.35 * db * db;
    if (distance < min) [best, min] = [k, distance];
  }
  return best;
}
