// The exact filter of all modes of many parts.

import { INPUT_COUNT } from './constants.generated';
import { END, inverseMaxForceOf, OVERLOAD, START } from './filter-inputs.generated';
import {
  coefficientsOf, FILTER_PART_BYTES, forcesOf, inputsOf, rowLengthOf, stateOf, transferOf,
} from './filter-part.generated';

/** Returns 1 / ⁴√(1 + x⁴). This factor keeps a force below its limit. It hardly changes a force that is far below the limit. */
function saturate(x: f64): f64 {
  const square = x * x;
  return 1.0 / sqrt<f64>(sqrt<f64>(1.0 + square * square));
}

export function filter(table: usize, count: i32): void {
  for (let part = 0; part < count; part++, table += FILTER_PART_BYTES) {
    const row = <usize>rowLengthOf(table) << 3;
    const coefficients = coefficientsOf(table);
    const transfer = transferOf(table);
    const inputs = inputsOf(table);
    const state = stateOf(table);
    const forces = forcesOf(table);
    let sum0 = f64x2.splat(0);
    let sum1 = sum0;
    let k: usize = 0;
    // Processes four modes at a time, so that an input is loaded only once for all four modes, and a coefficient only once for both ends of
    // the step.
    for (; k + 16 < row; k += 32) {
      let from = transfer + k;
      let input = inputs;
      let x = v128.load(from);
      let y = v128.load(from, 16);
      let s = v128.load_splat<f64>(input, START);
      let a0 = f64x2.mul(x, s);
      let b0 = f64x2.mul(y, s);
      s = v128.load_splat<f64>(input, END);
      let a1 = f64x2.mul(x, s);
      let b1 = f64x2.mul(y, s);
      for (let n = 1; n < INPUT_COUNT; n++) {
        from += row;
        input += 8;
        x = v128.load(from);
        y = v128.load(from, 16);
        s = v128.load_splat<f64>(input, START);
        a0 = f64x2.add(a0, f64x2.mul(x, s));
        b0 = f64x2.add(b0, f64x2.mul(y, s));
        s = v128.load_splat<f64>(input, END);
        a1 = f64x2.add(a1, f64x2.mul(x, s));
        b1 = f64x2.add(b1, f64x2.mul(y, s));
      }
      const to = forces + k;
      v128.store(to, a0);
      v128.store(to, b0, 16);
      v128.store(to + row, a1);
      v128.store(to + row, b1, 16);
      sum0 = f64x2.add(f64x2.add(sum0, f64x2.mul(a0, a0)), f64x2.mul(b0, b0));
      sum1 = f64x2.add(f64x2.add(sum1, f64x2.mul(a1, a1)), f64x2.mul(b1, b1));
    }
    for (; k < row; k += 16) {
      let from = transfer + k;
      let input = inputs;
      let x = v128.load(from);
      let a0 = f64x2.mul(x, v128.load_splat<f64>(input, START));
      let a1 = f64x2.mul(x, v128.load_splat<f64>(input, END));
      for (let n = 1; n < INPUT_COUNT; n++) {
        from += row;
        input += 8;
        x = v128.load(from);
        a0 = f64x2.add(a0, f64x2.mul(x, v128.load_splat<f64>(input, START)));
        a1 = f64x2.add(a1, f64x2.mul(x, v128.load_splat<f64>(input, END)));
      }
      v128.store(forces + k, a0);
      v128.store(forces + row + k, a1);
      sum0 = f64x2.add(sum0, f64x2.mul(a0, a0));
      sum1 = f64x2.add(sum1, f64x2.mul(a1, a1));
    }
    const inverse = inverseMaxForceOf(inputs);
    let s0 = f64x2.splat(1);
    let s1 = s0;
    let x1 = 0.0;
    // Square roots and divisions take as long as four modes, so they are skipped if there is no maximum force.
    if (inverse > 0) {
      const x0 = sqrt<f64>(f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1)) * inverse;
      x1 = sqrt<f64>(f64x2.extract_lane(sum1, 0) + f64x2.extract_lane(sum1, 1)) * inverse;
      s0 = f64x2.splat(saturate(x0));
      s1 = f64x2.splat(saturate(x1));
    }
    store<f64>(inputs, x1, OVERLOAD);
    for (k = 0; k < row; k += 16) {
      const f0 = f64x2.mul(v128.load(forces + k), s0);
      const f1 = f64x2.mul(v128.load(forces + row + k), s1);
      const q = v128.load(state + k);
      const v = v128.load(state + row + k);
      let c = coefficients + k;
      let sum = f64x2.mul(v128.load(c), q);
      c += row;
      sum = f64x2.add(sum, f64x2.mul(v128.load(c), v));
      c += row;
      sum = f64x2.add(sum, f64x2.mul(v128.load(c), f0));
      c += row;
      v128.store(state + k, f64x2.add(sum, f64x2.mul(v128.load(c), f1)));
      c += row;
      sum = f64x2.mul(v128.load(c), q);
      c += row;
      sum = f64x2.add(sum, f64x2.mul(v128.load(c), v));
      c += row;
      sum = f64x2.add(sum, f64x2.mul(v128.load(c), f0));
      c += row;
      v128.store(state + row + k, f64x2.add(sum, f64x2.mul(v128.load(c), f1)));
    }
  }
}
