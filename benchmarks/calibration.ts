import type { Benchmark } from './benchmark.ts';

const size = 1024;

/**
 * A fixed plain kernel that is timed in every run: an integer five-point stencil over 1024² cells. Other results of a run, divided by this
 * result, can be compared between machines and days.
 */
export const calibration: Benchmark = {
  name: 'calibration.stencil.nsPerCell',
  unit: 'ns',
  run() {
    const from = new Int32Array(size * size);
    const to = new Int32Array(size * size);
    for (let k = 0; k < from.length; k++) from[k] = Math.imul(k, 0x9e3779b9) >> 8;
    relax(to, from);
    const begin = performance.now();
    for (let pass = 0; pass < 4; pass++) {
      relax(to, from);
      relax(from, to);
    }
    return ((performance.now() - begin) * 1e6) / (8 * size * size);
  },
};

function relax(to: Int32Array, from: Int32Array): void {
  for (let row = 1; row < size - 1; row++) {
    for (let k = row * size + 1; k < row * size + size - 1; k++) {
      to[k] = from[k] + ((from[k - 1] + from[k + 1] + from[k - size] + from[k + size] - 4 * from[k]) >> 3);
    }
  }
}
