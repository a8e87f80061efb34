/**
 * Fills what is masked from the nearest samples that are known, ring by ring: each the mean of its neighbours (of eight)
 * that were known or filled a ring before. So no value lies outside the range of the known ones.
 *
 * heights, mask [columns · rows], at least one sample known; overwrites heights where the mask is 1.
 */
export function fillMasked(
  heights: Float64Array,
  mask: Uint8Array,
  columns: number,
  rows: number,
  min: number,
  max: number,
): void {
  const known = new Uint8Array(mask.length);
  for (let k = 0; k < mask.length; k++) known[k] = mask[k] ? 0 : 1;
  let ring: number[] = [];
  for (let k = 0; k < mask.length; k++) if (known[k] === 0 && meanAround(k) !== null) ring.push(k);
  // 0 not known, 1 known, 2 in the ring that is being filled.
  while (ring.length > 0) {
    for (const k of ring) known[k] = 2;
    for (const k of ring) heights[k] = Math.min(max, Math.max(min, meanAround(k)!));
    const next: number[] = [];
    for (const k of ring) known[k] = 1;
    for (const k of ring) {
      visitAround(k, (neighbour) => {
        if (known[neighbour] !== 0) return;
        known[neighbour] = 3;
        next.push(neighbour);
      });
    }
    ring = next;
  }

  function meanAround(k: number): number | null {
    let sum = 0;
    let count = 0;
    visitAround(k, (neighbour) => {
      if (known[neighbour] !== 1) return;
      sum += heights[neighbour];
      count++;
    });
    return count > 0 ? sum / count : null;
  }

  function visitAround(k: number, visit: (neighbour: number) => void): void {
    const row = Math.floor(k / columns);
    const column = k - row * columns;
    const left = Math.max(0, column - 1);
    const right = Math.min(columns - 1, column + 1);
    for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++) {
      for (let i = left; i <= right; i++) if (j !== row || i !== column) visit(j * columns + i);
    }
  }
}
