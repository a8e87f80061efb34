/** For each new sample of a line, the source samples from which it is computed, with their weights. */
interface Taps {
  readonly first: Int32Array;
  readonly count: number;
  /** Weights, [count · length]. The sum is 1 for each new sample. */
  readonly weights: Float64Array;
}

/** Returns the value of the cubic B-spline kernel. This kernel is smooth, reproduces linear slopes, and never overshoots. */
function bell(x: number): number {
  const a = Math.abs(x);
  if (a >= 2) return 0;
  const b = 2 - a;
  return a >= 1 ? (b * b * b) / 6 : 2 / 3 - a * a + (a * a * a) / 2;
}

function makeTaps(length: number, start: number, step: number): Taps {
  // If the resolution is reduced, the kernel is wider, so that all source samples contribute.
  const width = Math.max(1, step * 0.6);
  const count = Math.ceil(4 * width) + 1;
  const first = new Int32Array(length);
  const weights = new Float64Array(count * length);
  for (let k = 0; k < length; k++) {
    const center = start + k * step;
    first[k] = Math.ceil(center - 2 * width);
    let sum = 0;
    for (let tap = 0; tap < count; tap++) sum += bell((first[k] + tap - center) / width);
    for (let tap = 0; tap < count; tap++)
      weights[k * count + tap] = bell((first[k] + tap - center) / width) / sum;
  }
  return { first, count, weights };
}

/**
 * Resamples a grid: sample (i, j) of the result is at (startX + i · step, startY + j · step) of the source, in source samples. Outside the
 * source, its boundary values are repeated, or `outside` is used if given.
 *
 * source [columns · rows], result [outColumns · outRows], both row-major.
 */
export function resampleGrid(
  source: ArrayLike<number>,
  columns: number,
  rows: number,
  outColumns: number,
  outRows: number,
  startX: number,
  startY: number,
  step: number,
  outside?: number,
): Float32Array<ArrayBuffer> {
  const across = makeTaps(outColumns, startX, step);
  const down = makeTaps(outRows, startY, step);
  const rowFirst = Math.max(0, Math.min(rows - 1, down.first[0]));
  const rowLast = Math.max(rowFirst, Math.min(rows - 1, down.first[outRows - 1] + down.count - 1));
  const narrowed = new Float32Array(outColumns * (rowLast - rowFirst + 1));
  // If the value outside is 0, new samples that are completely outside are 0 and need not be computed.
  const sparse = outside === 0;
  for (let row = rowFirst; row <= rowLast; row++) {
    const base = row * columns;
    const target = (row - rowFirst) * outColumns;
    for (let i = 0; i < outColumns; i++) {
      let sum = 0;
      const begin = across.first[i];
      if (sparse && (begin >= columns || begin + across.count <= 0)) continue;
      if (begin >= 0 && begin + across.count <= columns) {
        const weights = i * across.count;
        for (let tap = 0; tap < across.count; tap++)
          sum += across.weights[weights + tap] * source[base + begin + tap];
        narrowed[target + i] = sum;
        continue;
      }
      for (let tap = 0; tap < across.count; tap++) {
        let x = begin + tap;
        const weight = across.weights[i * across.count + tap];
        if (x < 0 || x >= columns) {
          if (outside !== undefined) {
            sum += weight * outside;
            continue;
          }
          x = x < 0 ? 0 : columns - 1;
        }
        sum += weight * source[base + x];
      }
      narrowed[target + i] = sum;
    }
  }
  const out = new Float32Array(outColumns * outRows);
  for (let j = 0; j < outRows; j++) {
    const target = j * outColumns;
    for (let tap = 0; tap < down.count; tap++) {
      const weight = down.weights[j * down.count + tap];
      if (weight === 0) continue;
      let row = down.first[j] + tap;
      if (row < 0 || row >= rows) {
        if (sparse) continue;
        if (outside !== undefined) {
          for (let i = 0; i < outColumns; i++) out[target + i] += weight * outside;
          continue;
        }
        row = row < 0 ? 0 : rows - 1;
      }
      const from = (row - rowFirst) * outColumns;
      for (let i = 0; i < outColumns; i++) out[target + i] += weight * narrowed[from + i];
    }
  }
  return out;
}
