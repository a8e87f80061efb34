/** State of a sample while others are filled: unknown; known; to be filled in this ring; to be filled in the next ring. */
const [unknown, known, current, waiting] = [0, 1, 2, 3];

/**
 * Fills masked samples from the nearest known ones, ring by ring. The value of a sample is the mean of those of its eight neighbours that
 * were known before this ring. So all values stay within the range of the known ones.
 *
 * heights, mask [columns · rows], with at least one known sample. Overwrites heights where the mask is 1.
 */
export function fillMasked(
  heights: Float64Array,
  mask: Uint8Array,
  columns: number,
  rows: number,
  min: number,
  max: number,
): void {
  const states = mask.map((flag) => (flag ? unknown : known));
  let maskedCount = 0;
  for (let k = 0; k < mask.length; k++) maskedCount += mask[k];
  const queue = new Int32Array(maskedCount);
  let end = 0;
  for (let k = 0; k < mask.length; k++) {
    if (states[k] !== unknown || !touches(states, k, columns, rows)) continue;
    states[k] = waiting;
    queue[end++] = k;
  }
  for (let start = 0; start < end; ) {
    const ringEnd = end;
    for (let q = start; q < ringEnd; q++) states[queue[q]] = current;
    for (let q = start; q < ringEnd; q++) {
      const k = queue[q];
      const row = Math.floor(k / columns);
      const column = k - row * columns;
      let sum = 0;
      let count = 0;
      for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
        for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++) {
          const neighbour = j * columns + i;
          if (states[neighbour] === known) {
            sum += heights[neighbour];
            count++;
          } else if (states[neighbour] === unknown) {
            states[neighbour] = waiting;
            queue[end++] = neighbour;
          }
        }
      }
      heights[k] = Math.min(max, Math.max(min, sum / count));
    }
    for (let q = start; q < ringEnd; q++) states[queue[q]] = known;
    start = ringEnd;
  }
}

function touches(states: Uint8Array, k: number, columns: number, rows: number): boolean {
  const row = Math.floor(k / columns);
  const column = k - row * columns;
  for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++)
    for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++)
      if (states[j * columns + i] === known) return true;
  return false;
}
