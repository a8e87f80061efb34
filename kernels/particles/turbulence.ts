// Curl noise: a divergence-free field of splines on a periodic lattice, in single precision.

import { BASE_ROW, FIELD_LAYERS, FIELD_ROW, FIELD_SIZE } from './constants.generated';
import { MATRIX, OCTAVE_BYTES, OFFSET, ROTATION } from './octave.generated';
import { accelerationOf, cohortOf, positionOf, sourceOf } from './particle-store.generated';

/** Strides of rows, layers and components in bytes, of the field and of its base. */
const ROW_BYTES: usize = FIELD_ROW << 3;
const LAYER_BYTES: usize = ROW_BYTES * FIELD_SIZE;
const COMPONENT_BYTES: usize = LAYER_BYTES * FIELD_LAYERS;
const BASE_ROW_BYTES: usize = BASE_ROW << 3;
const BASE_LAYER_BYTES: usize = BASE_ROW_BYTES * FIELD_SIZE;
const BASE_COMPONENT_BYTES: usize = BASE_LAYER_BYTES * FIELD_SIZE;
/** Mask that wraps a cell into the field. */
const CELL_MASK: i32 = FIELD_SIZE - 1;

export function blendField(
  field: usize, base: usize,
  w0: f32, x0: i32, y0: i32, z0: i32,
  w1: f32, x1: i32, y1: i32, z1: i32,
): void {
  blendComponent(field, base, w0, x0, y0, z0, w1, x1, y1, z1);
  blendComponent(field + COMPONENT_BYTES, base + BASE_COMPONENT_BYTES, w0, y0, z0, x0, w1, y1, z1, x1);
  blendComponent(field + 2 * COMPONENT_BYTES, base + 2 * BASE_COMPONENT_BYTES, w0, z0, x0, y0, w1, z1, x1, y1);
}

function blendComponent(
  out: usize, base: usize,
  w0: f32, a0: i32, b0: i32, c0: i32,
  w1: f32, a1: i32, b1: i32, c1: i32,
): void {
  const first = f32x4.splat(w0);
  const second = f32x4.splat(w1);
  for (let a = 0; a < FIELD_LAYERS; a++) {
    for (let b = 0; b < FIELD_SIZE; b++) {
      let p = base + <usize>((a + a0) & CELL_MASK) * BASE_LAYER_BYTES + <usize>((b + b0) & CELL_MASK) * BASE_ROW_BYTES + (<usize>c0 << 3);
      let q = base + <usize>((a + a1) & CELL_MASK) * BASE_LAYER_BYTES + <usize>((b + b1) & CELL_MASK) * BASE_ROW_BYTES + (<usize>c1 << 3);
      for (const end = out + ROW_BYTES; out < end; out += 16, p += 16, q += 16) {
        v128.store(out, f32x4.add(f32x4.mul(first, v128.load(p)), f32x4.mul(second, v128.load(q))));
      }
    }
  }
}

/** Samples four corners at once in three layers, with the weights q of the layers and the weights of the corners. */
function sample(p: usize, q0: v128, q1: v128, q2: v128, corners: v128): v128 {
  const near = f32x4.add(f32x4.mul(q0, v128.load(p)), f32x4.mul(q1, v128.load(p, LAYER_BYTES)));
  return f32x4.mul(f32x4.add(near, f32x4.mul(q2, v128.load(p, 2 * LAYER_BYTES))), corners);
}

export function addTurbulence(
  particles: usize, mask: usize, field: usize, octaves: usize, octaveCount: i32, first: i32, end: i32,
): void {
  const x = positionOf(particles, 0);
  const y = positionOf(particles, 1);
  const z = positionOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const cohorts = cohortOf(particles);
  const sources = sourceOf(particles);
  const last = octaves + <usize>octaveCount * OCTAVE_BYTES;
  for (let i = <usize>first; i < <usize>end; i++) {
    if (load<i32>(cohorts + (i << 2)) < 0) continue;
    const o = i << 3;
    const px = v128.load_splat<f64>(x + o);
    const py = v128.load_splat<f64>(y + o);
    const pz = v128.load_splat<f64>(z + o);
    let sum = f32x4.splat(0);
    for (let p = octaves; p < last; p += OCTAVE_BYTES) {
      let l = f64x2.add(f64x2.mul(v128.load(p, MATRIX), px), f64x2.mul(v128.load(p, MATRIX + 32), py));
      l = f64x2.add(f64x2.add(l, f64x2.mul(v128.load(p, MATRIX + 64), pz)), v128.load(p, OFFSET));
      let m = f64x2.add(f64x2.mul(v128.load(p, MATRIX + 16), px), f64x2.mul(v128.load(p, MATRIX + 48), py));
      m = f64x2.add(f64x2.add(m, f64x2.mul(v128.load(p, MATRIX + 80), pz)), v128.load(p, OFFSET + 16));
      const lCell = f64x2.floor(l);
      const mCell = f64x2.floor(m);
      const f = v128.shuffle<f32>(
        f32x4.demote_f64x2_zero(f64x2.sub(l, lCell)), f32x4.demote_f64x2_zero(f64x2.sub(m, mCell)), 0, 1, 4, 5,
      );
      const cells = i32x4.trunc_sat_f64x2_s_zero(lCell);
      const i0 = <usize>(i32x4.extract_lane(cells, 0) & CELL_MASK);
      const j0 = <usize>(i32x4.extract_lane(cells, 1) & CELL_MASK);
      const k0 = <usize>(i32x4.extract_lane(i32x4.trunc_sat_f64x2_s_zero(mCell), 0) & CELL_MASK);
      const half = f32x4.splat(0.5);
      const r = f32x4.sub(f32x4.splat(1), f);
      const q0 = f32x4.mul(f32x4.mul(half, r), r);
      const q1 = f32x4.add(half, f32x4.mul(f, r));
      const q2 = f32x4.mul(f32x4.mul(half, f), f);
      const ux = sample(
        field + i0 * LAYER_BYTES + j0 * ROW_BYTES + (k0 << 3),
        v128.shuffle<f32>(q0, q0, 0, 0, 0, 0), v128.shuffle<f32>(q1, q1, 0, 0, 0, 0), v128.shuffle<f32>(q2, q2, 0, 0, 0, 0),
        f32x4.mul(v128.shuffle<f32>(r, f, 1, 5, 1, 5), v128.shuffle<f32>(r, f, 2, 2, 6, 6)),
      );
      const uy = sample(
        field + COMPONENT_BYTES + j0 * LAYER_BYTES + k0 * ROW_BYTES + (i0 << 3),
        v128.shuffle<f32>(q0, q0, 1, 1, 1, 1), v128.shuffle<f32>(q1, q1, 1, 1, 1, 1), v128.shuffle<f32>(q2, q2, 1, 1, 1, 1),
        f32x4.mul(v128.shuffle<f32>(r, f, 2, 6, 2, 6), v128.shuffle<f32>(r, f, 0, 0, 4, 4)),
      );
      const uz = sample(
        field + 2 * COMPONENT_BYTES + k0 * LAYER_BYTES + i0 * ROW_BYTES + (j0 << 3),
        v128.shuffle<f32>(q0, q0, 2, 2, 2, 2), v128.shuffle<f32>(q1, q1, 2, 2, 2, 2), v128.shuffle<f32>(q2, q2, 2, 2, 2, 2),
        f32x4.mul(v128.shuffle<f32>(r, f, 0, 4, 0, 4), v128.shuffle<f32>(r, f, 1, 1, 5, 5)),
      );
      // Sums corners 0 and 2, then 1 and 3, then both sums.
      const a = f32x4.add(v128.shuffle<f32>(ux, uy, 0, 1, 4, 5), v128.shuffle<f32>(ux, uy, 2, 3, 6, 7));
      const b = f32x4.add(uz, v128.shuffle<f32>(uz, uz, 2, 3, 2, 3));
      const u = f32x4.add(v128.shuffle<f32>(a, b, 0, 2, 4, 4), v128.shuffle<f32>(a, b, 1, 3, 5, 5));
      let rotated = f32x4.mul(v128.shuffle<f32>(u, u, 0, 0, 0, 0), v128.load(p, ROTATION));
      rotated = f32x4.add(rotated, f32x4.mul(v128.shuffle<f32>(u, u, 1, 1, 1, 1), v128.load(p, ROTATION + 16)));
      rotated = f32x4.add(rotated, f32x4.mul(v128.shuffle<f32>(u, u, 2, 2, 2, 2), v128.load(p, ROTATION + 32)));
      sum = f32x4.add(sum, rotated);
    }
    let own = 1.0;
    if (mask !== 0) own = load<f64>(mask + (<usize>load<i32>(sources + (i << 2)) << 3));
    store<f64>(ax + o, load<f64>(ax + o) + own * <f64>f32x4.extract_lane(sum, 0));
    store<f64>(ay + o, load<f64>(ay + o) + own * <f64>f32x4.extract_lane(sum, 1));
    store<f64>(az + o, load<f64>(az + o) + own * <f64>f32x4.extract_lane(sum, 2));
  }
}
