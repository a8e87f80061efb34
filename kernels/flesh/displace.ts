// Displaces a mesh by its mode shapes on the CPU, as a vertex shader does on the GPU.

/** Computes out = base + Σ amplitude · shape, eight floats at a time in registers. Rows are `stride` bytes long, a multiple of 32. */
export function displace(out: usize, base: usize, shapes: usize, amplitudes: usize, modeCount: i32, stride: usize): void {
  const end = amplitudes + (<usize>modeCount << 2);
  for (let k: usize = 0; k < stride; k += 32) {
    let a = v128.load(base + k);
    let b = v128.load(base + k, 16);
    let shape = shapes + k;
    for (let q = amplitudes; q < end; q += 4) {
      const s = v128.load_splat<f32>(q);
      a = f32x4.add(a, f32x4.mul(s, v128.load(shape)));
      b = f32x4.add(b, f32x4.mul(s, v128.load(shape, 16)));
      shape += stride;
    }
    v128.store(out + k, a);
    v128.store(out + k, b, 16);
  }
}

/** Scales `count` vectors of three floats to unit length, in place. Vectors of length 0 do not change. */
export function normalize(vectors: usize, count: i32): void {
  for (let k = 0; k < count; k++, vectors += 12) {
    const x = load<f32>(vectors);
    const y = load<f32>(vectors, 4);
    const z = load<f32>(vectors, 8);
    const square = x * x + y * y + z * z;
    if (!(square > 0)) continue;
    const factor: f32 = 1 / sqrt<f32>(square);
    store<f32>(vectors, x * factor);
    store<f32>(vectors, y * factor, 4);
    store<f32>(vectors, z * factor, 8);
  }
}
