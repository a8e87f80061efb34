/**
 * Reorders the indices in [start, end) so that the `middle − start` indices with the lowest keys come first (Hoare's selection).
 *
 * indices, keys [≥ end] are reordered together. Items with equal keys may be on either side. The time is linear on average. Keys must not
 * contain NaN.
 */
export function selectLowest(
  indices: Uint32Array,
  keys: Float64Array,
  start: number,
  end: number,
  middle: number,
): void {
  let low = start;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(keys[low], keys[(low + high) >>> 1], keys[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const key = keys[i];
      keys[i] = keys[j];
      keys[j] = key;
      const index = indices[i];
      indices[i++] = indices[j];
      indices[j--] = index;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
