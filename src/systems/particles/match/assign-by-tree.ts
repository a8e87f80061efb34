import { selectLowest } from '../../../geometry/select-lowest.ts';
import { hashUnit } from '../../../math/random.ts';

/**
 * Number of power iterations. They bring a random direction near that of the largest variance, but leave it different for each
 * seed.
 */
const iterationCount = 3;

/** Approximate number of points of each set from which the covariance of a node is estimated. */
const sampleCount = 256;

/**
 * Assigns points by recursive bisection of both sets. Both are sorted along the same direction and halved, until each half is one
 * point. The direction is random, but near that of the largest variance of both sets together. Genest et al. 2025 (BSP-OT).
 *
 * from, to [3 · count]. Returns [count], a permutation: the index in `to` for each point of `from`.
 */
export function assignByTree(from: Float64Array, to: Float64Array, seed: number): Uint32Array {
  const count = from.length / 3;
  const sources = new Uint32Array(count);
  const targets = new Uint32Array(count);
  for (let k = 0; k < count; k++) sources[k] = targets[k] = k;
  const keys = new Float64Array(count);
  const direction = new Float64Array(3);
  const stack = [0, count];
  for (let node = 0; stack.length > 0; node++) {
    const end = stack.pop()!;
    const start = stack.pop()!;
    if (end - start < 2) continue;
    const middle = (start + end) >>> 1;
    chooseDirection(direction, from, sources, to, targets, start, end, seed, node);
    project(keys, from, sources, start, end, direction);
    selectLowest(sources, keys, start, end, middle);
    project(keys, to, targets, start, end, direction);
    selectLowest(targets, keys, start, end, middle);
    stack.push(start, middle, middle, end);
  }
  const assignment = new Uint32Array(count);
  for (let k = 0; k < count; k++) assignment[sources[k]] = targets[k];
  return assignment;
}

function project(
  keys: Float64Array,
  points: Float64Array,
  indices: Uint32Array,
  start: number,
  end: number,
  direction: Float64Array,
): void {
  const d0 = direction[0];
  const d1 = direction[1];
  const d2 = direction[2];
  for (let k = start; k < end; k++) {
    const p = 3 * indices[k];
    keys[k] = d0 * points[p] + d1 * points[p + 1] + d2 * points[p + 2];
  }
}

/** Sum of the covariances of both sets, each about its own mean: xx, yy, zz, xy, xz, yz. Scratch. */
const spread = new Float64Array(6);

function chooseDirection(
  out: Float64Array,
  from: Float64Array,
  sources: Uint32Array,
  to: Float64Array,
  targets: Uint32Array,
  start: number,
  end: number,
  seed: number,
  node: number,
): void {
  spread.fill(0);
  addSpread(from, sources, start, end);
  addSpread(to, targets, start, end);
  const [xx, yy, zz, xy, xz, yz] = spread;
  let x = 2 * hashUnit(seed, node, 1) - 1;
  let y = 2 * hashUnit(seed, node, 2) - 1;
  let z = 2 * hashUnit(seed, node, 3) - 1;
  for (let k = 0; k < iterationCount; k++) {
    const nextX = xx * x + xy * y + xz * z;
    const nextY = xy * x + yy * y + yz * z;
    const nextZ = xz * x + yz * y + zz * z;
    const length = Math.sqrt(nextX * nextX + nextY * nextY + nextZ * nextZ);
    if (!(length > 0)) break;
    x = nextX / length;
    y = nextY / length;
    z = nextZ / length;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

function addSpread(points: Float64Array, indices: Uint32Array, start: number, end: number): void {
  const stride = Math.ceil((end - start) / sampleCount);
  const first = 3 * indices[start];
  const x0 = points[first];
  const y0 = points[first + 1];
  const z0 = points[first + 2];
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let k = start; k < end; k += stride) {
    const p = 3 * indices[k];
    const x = points[p] - x0;
    const y = points[p + 1] - y0;
    const z = points[p + 2] - z0;
    n++;
    sx += x;
    sy += y;
    sz += z;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  spread[0] += xx - (sx * sx) / n;
  spread[1] += yy - (sy * sy) / n;
  spread[2] += zz - (sz * sz) / n;
  spread[3] += xy - (sx * sy) / n;
  spread[4] += xz - (sx * sz) / n;
  spread[5] += yz - (sy * sz) / n;
}
