/**
 * Separates points [3 · count] into the first one at each position and all repetitions. Returns the indices of both, ascending.
 * Positions are equal if all three numbers are equal. Uses a hash table: linear time.
 */
export function findDistinct(points: Float64Array): { distinct: Uint32Array; repeats: Uint32Array } {
  const count = points.length / 3;
  let size = 4;
  while (size < 2 * count) size *= 2;
  // Open addressing: 0 is an empty slot, k + 1 is point k.
  const table = new Uint32Array(size);
  const one = new Float64Array(1);
  const words = new Uint32Array(one.buffer);
  const distinct = new Uint32Array(count);
  let distinctCount = 0;
  for (let k = 0; k < count; k++) {
    let hash = 0;
    for (let p = 3 * k; p < 3 * k + 3; p++) {
      // Adding 0 converts −0 to 0, so that both have the same hash.
      one[0] = points[p] + 0;
      hash = Math.imul(hash ^ words[0], 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 15) ^ words[1], 0xc2b2ae35);
      hash ^= hash >>> 13;
    }
    let slot = hash & (size - 1);
    while (table[slot] !== 0 && !isEqual(points, table[slot] - 1, k)) slot = (slot + 1) & (size - 1);
    if (table[slot] !== 0) continue;
    table[slot] = k + 1;
    distinct[distinctCount++] = k;
  }
  const repeats = new Uint32Array(count - distinctCount);
  for (let k = 0, next = 0; k < count; k++) {
    if (distinct[next] === k && next < distinctCount) next++;
    else repeats[k - next] = k;
  }
  return { distinct: distinct.slice(0, distinctCount), repeats };
}

function isEqual(points: Float64Array, a: number, b: number): boolean {
  return (
    points[3 * a] === points[3 * b] &&
    points[3 * a + 1] === points[3 * b + 1] &&
    points[3 * a + 2] === points[3 * b + 2]
  );
}
