import { selectLowest } from '../../../geometry/select-lowest.ts';

/** Coordinates of one kind of point: x y z of point i are `planes[axis][stride · i]`. */
export interface PlaneTriple {
  readonly planes: readonly [Float64Array, Float64Array, Float64Array];
  readonly stride: number;
}

/**
 * Splits [start, end) of both lists in the middle, so that the half of `particles` with the lower coordinates along an axis gets
 * the half of `goals` with the lower coordinates. Paired, for two clouds with equal counts. The axis is the one along which both
 * are wide (max product of their extents, which shortens paths most), or else the longest axis of the particles.
 *
 * order [≥ end]: indices into `indices`, which are indices of `particles`. goalOrder [≥ end]: indices of `goals`. If goals are
 * null, only the particles are split. keys [≥ end] is scratch. Returns the middle.
 */
export function splitGroup(
  order: Uint32Array,
  indices: Uint32Array,
  particles: PlaneTriple,
  goalOrder: Uint32Array,
  goals: PlaneTriple | null,
  start: number,
  end: number,
  keys: Float64Array,
): number {
  const middle = (start + end + 1) >>> 1;
  let axis = 0;
  let bestProduct = -1;
  let bestExtent = -1;
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    const plane = particles.planes[a];
    for (let i = start; i < end; i++) {
      const value = plane[particles.stride * indices[order[i]]];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const extent = high - low;
    const product = goals ? extent * measureExtent(goals, a, goalOrder, start, end) : 0;
    if (product > bestProduct || (product === bestProduct && extent > bestExtent)) {
      bestProduct = product;
      bestExtent = extent;
      axis = a;
    }
  }
  const plane = particles.planes[axis];
  for (let i = start; i < end; i++) keys[i] = plane[particles.stride * indices[order[i]]];
  selectLowest(order, keys, start, end, middle);
  if (goals) {
    const goalPlane = goals.planes[axis];
    for (let i = start; i < end; i++) keys[i] = goalPlane[goals.stride * goalOrder[i]];
    selectLowest(goalOrder, keys, start, end, middle);
  }
  return middle;
}

function measureExtent(
  points: PlaneTriple,
  axis: number,
  order: Uint32Array,
  start: number,
  end: number,
): number {
  const plane = points.planes[axis];
  let low = Infinity;
  let high = -Infinity;
  for (let i = start; i < end; i++) {
    const value = plane[points.stride * order[i]];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
