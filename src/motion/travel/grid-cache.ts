/** If there are more entries than this, all are dropped, so that memory does not grow with the length of a run. */
const maxEntries = 8192;

/** Caches the results of a pure function of an integer. Entries are dropped from time to time; this does not change results. */
export class GridCache<Value> {
  private readonly known = new Map<number, Value>();

  constructor(private readonly compute: (n: number) => Value) {}

  at(n: number): Value {
    const known = this.known.get(n);
    if (known !== undefined) return known;
    const value = this.compute(n);
    if (this.known.size >= maxEntries) this.known.clear();
    this.known.set(n, value);
    return value;
  }
}

/**
 * Returns the weights of four successive samples at position s ∈ [0, 1] between the second and the third: a cubic B-spline, which is
 * smooth.
 */
export function cubicWeights(s: number): readonly [number, number, number, number] {
  const r = 1 - s;
  return [
    (r * r * r) / 6,
    (3 * s * s * s - 6 * s * s + 4) / 6,
    (3 * r * r * r - 6 * r * r + 4) / 6,
    (s * s * s) / 6,
  ];
}

/** Evaluates at any position u a smooth curve that lies near the samples of a function of integers. */
export function sampleSpline(at: (n: number) => number, u: number): number {
  const n = Math.floor(u);
  const [a, b, c, d] = cubicWeights(u - n);
  return a * at(n - 1) + b * at(n) + c * at(n + 1) + d * at(n + 2);
}

/** Weights [2 · reach + 1] of a symmetric kernel that add up to 1: (1 − (k / (reach + 1))²)². */
export function bellWeights(reach: number): Float64Array {
  const weights = new Float64Array(2 * reach + 1);
  let sum = 0;
  for (let k = -reach; k <= reach; k++) {
    const s = k / (reach + 1);
    weights[k + reach] = (1 - s * s) * (1 - s * s);
    sum += weights[k + reach];
  }
  return weights.map((weight) => weight / sum);
}
