// The exact filter of every mode of many parts, two modes at a time.

/** Bytes of a part's record in the table. */
const RECORD: usize = 32;

/** Sum of `rows` products of a splatted input with two modes' coefficients. */
// @ts-ignore
@inline function force(transfer: usize, row: usize, inputs: usize): v128 {
  let sum = f64x2.mul(v128.load(transfer), v128.load_splat<f64>(inputs));
  for (let k = 1; k < 12; k++) {
    transfer += row;
    inputs += 8;
    sum = f64x2.add(sum, f64x2.mul(v128.load(transfer), v128.load_splat<f64>(inputs)));
  }
  return sum;
}

/** 1 / ⁴√(1 + x⁴): what keeps a force below its limit, and leaves one that is well below it alone. */
// @ts-ignore
@inline function saturate(x: f64): f64 {
  const square = x * x;
  return 1.0 / sqrt<f64>(sqrt<f64>(1.0 + square * square));
}

export function filter(table: usize, count: i32): void {
  for (let part = 0; part < count; part++, table += RECORD) {
    const row = <usize>load<u32>(table) << 3;
    const coefficients = <usize>load<u32>(table, 4);
    const transfer = <usize>load<u32>(table, 8);
    const inputs = <usize>load<u32>(table, 12);
    const state = <usize>load<u32>(table, 16);
    const forces = <usize>load<u32>(table, 20);
    let sum0 = f64x2.splat(0);
    let sum1 = sum0;
    for (let k: usize = 0; k < row; k += 16) {
      const f0 = force(transfer + k, row, inputs);
      const f1 = force(transfer + k, row, inputs + 96);
      v128.store(forces + k, f0);
      v128.store(forces + row + k, f1);
      sum0 = f64x2.add(sum0, f64x2.mul(f0, f0));
      sum1 = f64x2.add(sum1, f64x2.mul(f1, f1));
    }
    const inverse = load<f64>(inputs, 192);
    const x0 = sqrt<f64>(f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1)) * inverse;
    const x1 = sqrt<f64>(f64x2.extract_lane(sum1, 0) + f64x2.extract_lane(sum1, 1)) * inverse;
    store<f64>(inputs, x1, 200);
    const s0 = f64x2.splat(saturate(x0));
    const s1 = f64x2.splat(saturate(x1));
    for (let k: usize = 0; k < row; k += 16) {
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
