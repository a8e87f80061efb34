// Products of block sparse matrices with strips of 16 columns, so that each loaded entry is used 16 times.

import { ROW32, ROW64 } from './strip-rows';

/** Stores one v128 of columns. Mode 0: sum. Mode 1: out + sum. Mode −1: out − sum. */
function put32(out: usize, sum: v128, mode: i32): void {
  if (mode == 0) v128.store(out, sum);
  else if (mode > 0) v128.store(out, f32x4.add(v128.load(out), sum));
  else v128.store(out, f32x4.sub(v128.load(out), sum));
}

export function multiplyBlocks(
  out: usize, rowCount: i32, starts: usize, columns: usize, blocks: usize, x: usize, rowSize: i32, columnSize: i32, mode: i32,
): void {
  if (rowSize == 3 && columnSize == 3) multiplyThree(out, rowCount, starts, columns, blocks, x, mode);
  else multiplyAny(out, rowCount, starts, columns, blocks, x, rowSize, columnSize, mode);
}

/** Multiplies blocks of 3 × 3, eight columns of the strip at a time, so that six sums stay in registers. */
function multiplyThree(
  out: usize, rowCount: i32, starts: usize, columns: usize, blocks: usize, x: usize, mode: i32,
): void {
  for (let row = 0; row < rowCount; row++) {
    const first = load<u32>(starts + (<usize>row << 2));
    const last = load<u32>(starts + (<usize>row << 2), 4);
    const index = columns + (<usize>first << 2);
    const end = columns + (<usize>last << 2);
    const block = blocks + <usize>first * 36;
    for (let half: usize = 0; half < ROW32; half += 32) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let b0 = a0;
      let b1 = a0;
      let c0 = a0;
      let c1 = a0;
      const xs = x + half;
      let k = block;
      for (let p = index; p < end; p += 4) {
        const from = xs + <usize>load<u32>(p) * (3 * ROW32);
        let x0 = v128.load(from);
        let x1 = v128.load(from, 16);
        let s = v128.load_splat<f32>(k);
        a0 = f32x4.add(a0, f32x4.mul(s, x0));
        a1 = f32x4.add(a1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 12);
        b0 = f32x4.add(b0, f32x4.mul(s, x0));
        b1 = f32x4.add(b1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 24);
        c0 = f32x4.add(c0, f32x4.mul(s, x0));
        c1 = f32x4.add(c1, f32x4.mul(s, x1));
        x0 = v128.load(from, 64);
        x1 = v128.load(from, 80);
        s = v128.load_splat<f32>(k, 4);
        a0 = f32x4.add(a0, f32x4.mul(s, x0));
        a1 = f32x4.add(a1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 16);
        b0 = f32x4.add(b0, f32x4.mul(s, x0));
        b1 = f32x4.add(b1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 28);
        c0 = f32x4.add(c0, f32x4.mul(s, x0));
        c1 = f32x4.add(c1, f32x4.mul(s, x1));
        x0 = v128.load(from, 128);
        x1 = v128.load(from, 144);
        s = v128.load_splat<f32>(k, 8);
        a0 = f32x4.add(a0, f32x4.mul(s, x0));
        a1 = f32x4.add(a1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 20);
        b0 = f32x4.add(b0, f32x4.mul(s, x0));
        b1 = f32x4.add(b1, f32x4.mul(s, x1));
        s = v128.load_splat<f32>(k, 32);
        c0 = f32x4.add(c0, f32x4.mul(s, x0));
        c1 = f32x4.add(c1, f32x4.mul(s, x1));
        k += 36;
      }
      const to = out + <usize>row * (3 * ROW32) + half;
      put32(to, a0, mode);
      put32(to + 16, a1, mode);
      put32(to + 64, b0, mode);
      put32(to + 80, b1, mode);
      put32(to + 128, c0, mode);
      put32(to + 144, c1, mode);
    }
  }
}

function multiplyAny(
  out: usize, rowCount: i32, starts: usize, columns: usize, blocks: usize, x: usize, rowSize: i32, columnSize: i32, mode: i32,
): void {
  const rowBytes = <usize>columnSize << 2;
  const blockBytes = <usize>rowSize * rowBytes;
  const nodeBytes = <usize>columnSize * ROW32;
  for (let row = 0; row < rowCount; row++) {
    const first = load<u32>(starts + (<usize>row << 2));
    const last = load<u32>(starts + (<usize>row << 2), 4);
    const index = columns + (<usize>first << 2);
    const end = columns + (<usize>last << 2);
    for (let i = 0; i < rowSize; i++) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      let k = blocks + <usize>first * blockBytes + <usize>i * rowBytes;
      for (let p = index; p < end; p += 4) {
        let from = x + <usize>load<u32>(p) * nodeBytes;
        for (let j: usize = 0; j < rowBytes; j += 4) {
          const s = v128.load_splat<f32>(k + j);
          a0 = f32x4.add(a0, f32x4.mul(s, v128.load(from)));
          a1 = f32x4.add(a1, f32x4.mul(s, v128.load(from, 16)));
          a2 = f32x4.add(a2, f32x4.mul(s, v128.load(from, 32)));
          a3 = f32x4.add(a3, f32x4.mul(s, v128.load(from, 48)));
          from += ROW32;
        }
        k += blockBytes;
      }
      const to = out + (<usize>row * rowSize + i) * ROW32;
      put32(to, a0, mode);
      put32(to + 16, a1, mode);
      put32(to + 32, a2, mode);
      put32(to + 48, a3, mode);
    }
  }
}

/** Multiplies blocks of 3 × 3 in double precision, four columns of the strip at a time. */
export function multiplyStiffness(
  out: usize, rowCount: i32, starts: usize, columns: usize, blocks: usize, x: usize,
): void {
  for (let row = 0; row < rowCount; row++) {
    const first = load<u32>(starts + (<usize>row << 2));
    const last = load<u32>(starts + (<usize>row << 2), 4);
    const index = columns + (<usize>first << 2);
    const end = columns + (<usize>last << 2);
    const block = blocks + <usize>first * 72;
    for (let part: usize = 0; part < ROW64; part += 32) {
      let a0 = f64x2.splat(0);
      let a1 = a0;
      let b0 = a0;
      let b1 = a0;
      let c0 = a0;
      let c1 = a0;
      const xs = x + part;
      let k = block;
      for (let p = index; p < end; p += 4) {
        const from = xs + <usize>load<u32>(p) * (3 * ROW64);
        let x0 = v128.load(from);
        let x1 = v128.load(from, 16);
        let s = v128.load_splat<f64>(k);
        a0 = f64x2.add(a0, f64x2.mul(s, x0));
        a1 = f64x2.add(a1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 24);
        b0 = f64x2.add(b0, f64x2.mul(s, x0));
        b1 = f64x2.add(b1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 48);
        c0 = f64x2.add(c0, f64x2.mul(s, x0));
        c1 = f64x2.add(c1, f64x2.mul(s, x1));
        x0 = v128.load(from, 128);
        x1 = v128.load(from, 144);
        s = v128.load_splat<f64>(k, 8);
        a0 = f64x2.add(a0, f64x2.mul(s, x0));
        a1 = f64x2.add(a1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 32);
        b0 = f64x2.add(b0, f64x2.mul(s, x0));
        b1 = f64x2.add(b1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 56);
        c0 = f64x2.add(c0, f64x2.mul(s, x0));
        c1 = f64x2.add(c1, f64x2.mul(s, x1));
        x0 = v128.load(from, 256);
        x1 = v128.load(from, 272);
        s = v128.load_splat<f64>(k, 16);
        a0 = f64x2.add(a0, f64x2.mul(s, x0));
        a1 = f64x2.add(a1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 40);
        b0 = f64x2.add(b0, f64x2.mul(s, x0));
        b1 = f64x2.add(b1, f64x2.mul(s, x1));
        s = v128.load_splat<f64>(k, 64);
        c0 = f64x2.add(c0, f64x2.mul(s, x0));
        c1 = f64x2.add(c1, f64x2.mul(s, x1));
        k += 72;
      }
      const to = out + <usize>row * (3 * ROW64) + part;
      v128.store(to, a0);
      v128.store(to, a1, 16);
      v128.store(to, b0, 128);
      v128.store(to, b1, 144);
      v128.store(to, c0, 256);
      v128.store(to, c1, 272);
    }
  }
}

export function multiplyMass(
  out: usize, rowCount: i32, starts: usize, columns: usize, masses: usize, x: usize,
): void {
  for (let row = 0; row < rowCount; row++) {
    const first = load<u32>(starts + (<usize>row << 2));
    const last = load<u32>(starts + (<usize>row << 2), 4);
    const index = columns + (<usize>first << 2);
    const end = columns + (<usize>last << 2);
    // A node has 3 × 16 numbers. Eight numbers are processed at a time.
    for (let part: usize = 0; part < 3 * ROW64; part += 64) {
      let a0 = f64x2.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      const xs = x + part;
      let m = masses + (<usize>first << 3);
      for (let p = index; p < end; p += 4) {
        const from = xs + <usize>load<u32>(p) * (3 * ROW64);
        const s = v128.load_splat<f64>(m);
        a0 = f64x2.add(a0, f64x2.mul(s, v128.load(from)));
        a1 = f64x2.add(a1, f64x2.mul(s, v128.load(from, 16)));
        a2 = f64x2.add(a2, f64x2.mul(s, v128.load(from, 32)));
        a3 = f64x2.add(a3, f64x2.mul(s, v128.load(from, 48)));
        m += 8;
      }
      const to = out + <usize>row * (3 * ROW64) + part;
      v128.store(to, a0);
      v128.store(to, a1, 16);
      v128.store(to, a2, 32);
      v128.store(to, a3, 48);
    }
  }
}
