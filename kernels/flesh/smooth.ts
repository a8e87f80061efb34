// The steps of the V-cycle between two matrix products, in single precision.

import { ROW32 } from './strip-rows';

export function smoothStrip(
  x: usize, step: usize, residual: usize, inverse: usize, nodeCount: i32, size: i32, keep: f32, gain: f32,
): void {
  const keeps = f32x4.splat(keep);
  const gains = f32x4.splat(gain);
  const nodeBytes = <usize>size * ROW32;
  const rowBytes = <usize>size << 2;
  for (let node = 0; node < nodeCount; node++) {
    for (let i = 0; i < size; i++) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      let from = residual;
      for (let j: usize = 0; j < rowBytes; j += 4) {
        const s = v128.load_splat<f32>(inverse + j);
        a0 = f32x4.add(a0, f32x4.mul(s, v128.load(from)));
        a1 = f32x4.add(a1, f32x4.mul(s, v128.load(from, 16)));
        a2 = f32x4.add(a2, f32x4.mul(s, v128.load(from, 32)));
        a3 = f32x4.add(a3, f32x4.mul(s, v128.load(from, 48)));
        from += ROW32;
      }
      inverse += rowBytes;
      if (keep == 0) {
        a0 = f32x4.mul(gains, a0);
        a1 = f32x4.mul(gains, a1);
        a2 = f32x4.mul(gains, a2);
        a3 = f32x4.mul(gains, a3);
      } else {
        a0 = f32x4.add(f32x4.mul(keeps, v128.load(step)), f32x4.mul(gains, a0));
        a1 = f32x4.add(f32x4.mul(keeps, v128.load(step, 16)), f32x4.mul(gains, a1));
        a2 = f32x4.add(f32x4.mul(keeps, v128.load(step, 32)), f32x4.mul(gains, a2));
        a3 = f32x4.add(f32x4.mul(keeps, v128.load(step, 48)), f32x4.mul(gains, a3));
      }
      v128.store(step, a0);
      v128.store(step, a1, 16);
      v128.store(step, a2, 32);
      v128.store(step, a3, 48);
      v128.store(x, f32x4.add(v128.load(x), a0));
      v128.store(x, f32x4.add(v128.load(x, 16), a1), 16);
      v128.store(x, f32x4.add(v128.load(x, 32), a2), 32);
      v128.store(x, f32x4.add(v128.load(x, 48), a3), 48);
      step += ROW32;
      x += ROW32;
    }
    residual += nodeBytes;
  }
}

export function addStrip(x: usize, step: usize, rowCount: i32): void {
  const end = x + <usize>rowCount * ROW32;
  for (; x < end; x += 16) {
    v128.store(x, f32x4.add(v128.load(x), v128.load(step)));
    step += 16;
  }
}

export function prolongEdges(out: usize, coarse: usize, parents: usize, nodeCount: i32): void {
  const half = f32x4.splat(0.5);
  for (let node = 0; node < nodeCount; node++) {
    const a = coarse + <usize>load<u32>(parents) * (3 * ROW32);
    const b = coarse + <usize>load<u32>(parents, 4) * (3 * ROW32);
    for (let k: usize = 0; k < 3 * ROW32; k += 16) {
      v128.store(out + k, f32x4.mul(half, f32x4.add(v128.load(a + k), v128.load(b + k))));
    }
    parents += 8;
    out += 3 * ROW32;
  }
}

export function restrictEdges(coarse: usize, fine: usize, parents: usize, nodeCount: i32, coarseCount: i32): void {
  memory.fill(coarse, 0, <usize>coarseCount * (3 * ROW32));
  const half = f32x4.splat(0.5);
  for (let node = 0; node < nodeCount; node++) {
    const a = coarse + <usize>load<u32>(parents) * (3 * ROW32);
    const b = coarse + <usize>load<u32>(parents, 4) * (3 * ROW32);
    for (let k: usize = 0; k < 3 * ROW32; k += 16) {
      const increment = f32x4.mul(half, v128.load(fine + k));
      v128.store(a + k, f32x4.add(v128.load(a + k), increment));
      v128.store(b + k, f32x4.add(v128.load(b + k), increment));
    }
    parents += 8;
    fine += 3 * ROW32;
  }
}
