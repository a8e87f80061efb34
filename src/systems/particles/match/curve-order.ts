import { hashUnit } from '../../../math/random.ts';

/** Bits of a key for each axis. A key has 30 bits, which three passes of 10 bits sort. */
const axisBits = 10;
const binCount = 1024;

/**
 * Sorts pairs along a Z-order curve (Morton 1966). In each round the curve is rotated and shifted differently, and pairs are taken
 * at a different fraction of their paths. So pairs that are near each other come together in at least one of the orders.
 */
export class CurveOrder {
  private keys: Uint32Array;
  private order: Uint32Array;
  private spareKeys: Uint32Array;
  private spareOrder: Uint32Array;
  private readonly bins = new Uint32Array(binCount);
  private readonly axes = new Float64Array(9);

  constructor(readonly count: number) {
    this.keys = new Uint32Array(count);
    this.order = new Uint32Array(count);
    this.spareKeys = new Uint32Array(count);
    this.spareOrder = new Uint32Array(count);
  }

  /**
   * Sorts the points position + fraction · (goal − position). Rotation, shift and fraction are random for each (seed, round).
   *
   * positions, goals [3 · count] finite. Returns a permutation, [count]. It is valid until the next call.
   */
  sort(positions: Float64Array, goals: Float64Array, seed: number, round: number): Uint32Array {
    rotateAxes(this.axes, seed, round);
    this.fillKeys(positions, goals, seed, round);
    for (let shift = 0; shift < 3 * axisBits; shift += axisBits) this.sortBits(shift);
    return this.order;
  }

  private fillKeys(positions: Float64Array, goals: Float64Array, seed: number, round: number): void {
    const { keys, order, count } = this;
    const [a0, a1, a2, b0, b1, b2, c0, c1, c2] = this.axes;
    const fraction = hashUnit(seed, round, 4);
    let lowA = Infinity;
    let lowB = Infinity;
    let lowC = Infinity;
    let highA = -Infinity;
    let highB = -Infinity;
    let highC = -Infinity;
    for (let p = 0; p < 3 * count; p += 3) {
      const x = positions[p] + fraction * (goals[p] - positions[p]);
      const y = positions[p + 1] + fraction * (goals[p + 1] - positions[p + 1]);
      const z = positions[p + 2] + fraction * (goals[p + 2] - positions[p + 2]);
      const a = a0 * x + a1 * y + a2 * z;
      const b = b0 * x + b1 * y + b2 * z;
      const c = c0 * x + c1 * y + c2 * z;
      if (a < lowA) lowA = a;
      if (a > highA) highA = a;
      if (b < lowB) lowB = b;
      if (b > highB) highB = b;
      if (c < lowC) lowC = c;
      if (c > highC) highC = c;
    }
    // Points cover half of the cells along each axis, so that a shift by up to the other half fits.
    const half = binCount / 2;
    const width = Math.max(highA - lowA, highB - lowB, highC - lowC);
    const scale = width > 0 ? (half - 1) / width : 0;
    const shiftA = half * hashUnit(seed, round, 5);
    const shiftB = half * hashUnit(seed, round, 6);
    const shiftC = half * hashUnit(seed, round, 7);
    for (let k = 0, p = 0; k < count; k++, p += 3) {
      const x = positions[p] + fraction * (goals[p] - positions[p]);
      const y = positions[p + 1] + fraction * (goals[p + 1] - positions[p + 1]);
      const z = positions[p + 2] + fraction * (goals[p + 2] - positions[p + 2]);
      const a = (a0 * x + a1 * y + a2 * z - lowA) * scale + shiftA;
      const b = (b0 * x + b1 * y + b2 * z - lowB) * scale + shiftB;
      const c = (c0 * x + c1 * y + c2 * z - lowC) * scale + shiftC;
      keys[k] = spaceBits(a) | (spaceBits(b) << 1) | (spaceBits(c) << 2);
      order[k] = k;
    }
  }

  /** Runs one stable counting pass of the radix sort, over ten bits of the keys. */
  private sortBits(shift: number): void {
    const { keys, order, spareKeys, spareOrder, bins, count } = this;
    bins.fill(0);
    for (let k = 0; k < count; k++) bins[(keys[k] >>> shift) & (binCount - 1)]++;
    let sum = 0;
    for (let bin = 0; bin < binCount; bin++) {
      const size = bins[bin];
      bins[bin] = sum;
      sum += size;
    }
    for (let k = 0; k < count; k++) {
      const at = bins[(keys[k] >>> shift) & (binCount - 1)]++;
      spareKeys[at] = keys[k];
      spareOrder[at] = order[k];
    }
    this.keys = spareKeys;
    this.order = spareOrder;
    this.spareKeys = keys;
    this.spareOrder = order;
  }
}

/** Writes the rows of a random rotation matrix, made from a quaternion, to out [9]. */
function rotateAxes(out: Float64Array, seed: number, round: number): void {
  let x = 2 * hashUnit(seed, round, 0) - 1;
  let y = 2 * hashUnit(seed, round, 1) - 1;
  let z = 2 * hashUnit(seed, round, 2) - 1;
  let w = 2 * hashUnit(seed, round, 3) - 1;
  const length = Math.sqrt(x * x + y * y + z * z + w * w) || 1;
  x /= length;
  y /= length;
  z /= length;
  w /= length;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[3] = 2 * (x * y + z * w);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - x * w);
  out[6] = 2 * (x * z - y * w);
  out[7] = 2 * (y * z + x * w);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** Returns the ten low bits with two zeros inserted after each. */
function spaceBits(value: number): number {
  let bits = value & (binCount - 1);
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}
