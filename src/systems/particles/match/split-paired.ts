/**
 * Moves the indices of [start, end) so that the `middle − start` with the lowest keys come first (Hoare's selection).
 *
 * indices, keys [≥ end] move together. Ties may fall on either side. Linear on average; keys must not hold NaN.
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

/**
 * Halves two sets of points across the same axis with the same counts: the one in which they are widest, both together.
 *
 * from, to [3 · n]; of both index lists the range [start, end) is reordered so that [start, middle) holds those lowest
 * along the axis; `middle` is half way unless given. keys [≥ end] is scratch. Returns the axis: 0, 1 or 2.
 */
export function splitPaired(
  from: Float64Array,
  to: Float64Array,
  fromIndices: Uint32Array,
  toIndices: Uint32Array,
  start: number,
  end: number,
  middle: number = (start + end) >>> 1,
  keys: Float64Array = new Float64Array(end),
): number {
  let widest = 0;
  let width = -1;
  for (let axis = 0; axis < 3; axis++) {
    const sum = extent(from, fromIndices, start, end, axis) + extent(to, toIndices, start, end, axis);
    if (sum > width) {
      width = sum;
      widest = axis;
    }
  }
  for (let k = start; k < end; k++) keys[k] = from[3 * fromIndices[k] + widest];
  selectLowest(fromIndices, keys, start, end, middle);
  for (let k = start; k < end; k++) keys[k] = to[3 * toIndices[k] + widest];
  selectLowest(toIndices, keys, start, end, middle);
  return widest;
}

function extent(
  points: Float64Array,
  indices: Uint32Array,
  start: number,
  end: number,
  axis: number,
): number {
  let low = Infinity;
  let high = -Infinity;
  for (let k = start; k < end; k++) {
    const value = points[3 * indices[k] + axis];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
