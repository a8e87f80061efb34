// Dense algebra of strips in double precision, and conversions from and to single precision.

import { ROW32, ROW64 } from './strip-rows';

/** Number of rows of a partial sum. This part of two strips stays in the L1 cache. */
const CHUNK: i32 = 64;

export function gramStrips(out: usize, a: usize, b: usize, rowCount: i32): void {
  memory.fill(out, 0, 16 * ROW64);
  for (let row = 0; row < rowCount; row += CHUNK) {
    const rows = min(CHUNK, rowCount - row);
    const bytes = <usize>rows * ROW64;
    for (let i: usize = 0; i < 128; i += 32) {
      for (let j: usize = 0; j < 128; j += 32) {
        let s00 = f64x2.splat(0);
        let s01 = s00;
        let s10 = s00;
        let s11 = s00;
        let s20 = s00;
        let s21 = s00;
        let s30 = s00;
        let s31 = s00;
        let p = a + i;
        const end = p + bytes;
        let q = b + j;
        for (; p < end; p += ROW64) {
          const b0 = v128.load(q);
          const b1 = v128.load(q, 16);
          let s = v128.load_splat<f64>(p);
          s00 = f64x2.add(s00, f64x2.mul(s, b0));
          s01 = f64x2.add(s01, f64x2.mul(s, b1));
          s = v128.load_splat<f64>(p, 8);
          s10 = f64x2.add(s10, f64x2.mul(s, b0));
          s11 = f64x2.add(s11, f64x2.mul(s, b1));
          s = v128.load_splat<f64>(p, 16);
          s20 = f64x2.add(s20, f64x2.mul(s, b0));
          s21 = f64x2.add(s21, f64x2.mul(s, b1));
          s = v128.load_splat<f64>(p, 24);
          s30 = f64x2.add(s30, f64x2.mul(s, b0));
          s31 = f64x2.add(s31, f64x2.mul(s, b1));
          q += ROW64;
        }
        const to = out + (i << 4) + j;
        v128.store(to, f64x2.add(v128.load(to), s00));
        v128.store(to, f64x2.add(v128.load(to, 16), s01), 16);
        v128.store(to, f64x2.add(v128.load(to, 128), s10), 128);
        v128.store(to, f64x2.add(v128.load(to, 144), s11), 144);
        v128.store(to, f64x2.add(v128.load(to, 256), s20), 256);
        v128.store(to, f64x2.add(v128.load(to, 272), s21), 272);
        v128.store(to, f64x2.add(v128.load(to, 384), s30), 384);
        v128.store(to, f64x2.add(v128.load(to, 400), s31), 400);
      }
    }
    a += bytes;
    b += bytes;
  }
}

export function combineStrips(out: usize, start: usize, a: usize, coefficients: usize, rowCount: i32): void {
  for (let row = 0; row < rowCount; row++) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let s4 = s0;
    let s5 = s0;
    let s6 = s0;
    let s7 = s0;
    if (start) {
      s0 = v128.load(start);
      s1 = v128.load(start, 16);
      s2 = v128.load(start, 32);
      s3 = v128.load(start, 48);
      s4 = v128.load(start, 64);
      s5 = v128.load(start, 80);
      s6 = v128.load(start, 96);
      s7 = v128.load(start, 112);
      start += ROW64;
    }
    let c = coefficients;
    const end = a + ROW64;
    for (; a < end; a += 8) {
      const s = v128.load_splat<f64>(a);
      s0 = f64x2.add(s0, f64x2.mul(s, v128.load(c)));
      s1 = f64x2.add(s1, f64x2.mul(s, v128.load(c, 16)));
      s2 = f64x2.add(s2, f64x2.mul(s, v128.load(c, 32)));
      s3 = f64x2.add(s3, f64x2.mul(s, v128.load(c, 48)));
      s4 = f64x2.add(s4, f64x2.mul(s, v128.load(c, 64)));
      s5 = f64x2.add(s5, f64x2.mul(s, v128.load(c, 80)));
      s6 = f64x2.add(s6, f64x2.mul(s, v128.load(c, 96)));
      s7 = f64x2.add(s7, f64x2.mul(s, v128.load(c, 112)));
      c += ROW64;
    }
    v128.store(out, s0);
    v128.store(out, s1, 16);
    v128.store(out, s2, 32);
    v128.store(out, s3, 48);
    v128.store(out, s4, 64);
    v128.store(out, s5, 80);
    v128.store(out, s6, 96);
    v128.store(out, s7, 112);
    out += ROW64;
  }
}

export function subtractScaled(out: usize, a: usize, b: usize, factors: usize, rowCount: i32): void {
  const end = out + <usize>rowCount * ROW64;
  for (; out < end; out += ROW64) {
    for (let k: usize = 0; k < ROW64; k += 16) {
      v128.store(out + k, f64x2.sub(v128.load(a + k), f64x2.mul(v128.load(factors + k), v128.load(b + k))));
    }
    a += ROW64;
    b += ROW64;
  }
}

export function sumSquares(out: usize, a: usize, rowCount: i32): void {
  const end = a + <usize>rowCount * ROW64;
  memory.fill(out, 0, ROW64);
  for (; a < end; a += ROW64) {
    for (let k: usize = 0; k < ROW64; k += 16) {
      const v = v128.load(a + k);
      v128.store(out + k, f64x2.add(v128.load(out + k), f64x2.mul(v, v)));
    }
  }
}

export function narrowStrip(out: usize, from: usize, factors: usize, rowCount: i32): void {
  const end = from + <usize>rowCount * ROW64;
  for (; from < end; from += ROW64) {
    for (let k: usize = 0; k < 4; k++) {
      const f = factors + (k << 5);
      const p = from + (k << 5);
      const low = f32x4.demote_f64x2_zero(f64x2.mul(v128.load(f), v128.load(p)));
      const high = f32x4.demote_f64x2_zero(f64x2.mul(v128.load(f, 16), v128.load(p, 16)));
      v128.store(out + (k << 4), v128.shuffle<f32>(low, high, 0, 1, 4, 5));
    }
    out += ROW32;
  }
}

export function widenStrip(out: usize, from: usize, rowCount: i32): void {
  const end = out + <usize>rowCount * ROW64;
  for (; out < end; out += 16) {
    v128.store(out, f64x2.promote_low_f32x4(v128.load64_zero(from)));
    from += 8;
  }
}
