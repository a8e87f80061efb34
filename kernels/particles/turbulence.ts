// Curl noise: a field of no divergence, as splines on a periodic lattice.

import { accelerationOf, cohortOf, placeOf, sourceOf } from './store';

/** Bytes from row to row, layer to layer and component to component, of the field and of its base. */
const ROW: usize = 18 << 3;
const LAYER: usize = ROW << 4;
const COMPONENT: usize = LAYER << 4;
const BASE_ROW: usize = 34 << 3;
const BASE_LAYER: usize = BASE_ROW << 4;
const BASE_COMPONENT: usize = BASE_LAYER << 4;

/**
 * field = w0 · base shifted by s0 + w1 · base shifted by s1; shifts [3] along x, y, z, 0..15. Component c lies with axis c
 * outermost, then the next in turn.
 */
export function blendField(
  field: usize, base: usize,
  w0: f64, x0: i32, y0: i32, z0: i32,
  w1: f64, x1: i32, y1: i32, z1: i32,
): void {
  blendComponent(field, base, w0, x0, y0, z0, w1, x1, y1, z1);
  blendComponent(field + COMPONENT, base + BASE_COMPONENT, w0, y0, z0, x0, w1, y1, z1, x1);
  blendComponent(field + 2 * COMPONENT, base + 2 * BASE_COMPONENT, w0, z0, x0, y0, w1, z1, x1, y1);
}

function blendComponent(
  out: usize, base: usize,
  w0: f64, a0: i32, b0: i32, c0: i32,
  w1: f64, a1: i32, b1: i32, c1: i32,
): void {
  const first = f64x2.splat(w0);
  const second = f64x2.splat(w1);
  for (let a = 0; a < 16; a++) {
    for (let b = 0; b < 16; b++) {
      let p = base + <usize>((a + a0) & 15) * BASE_LAYER + <usize>((b + b0) & 15) * BASE_ROW + (<usize>c0 << 3);
      let q = base + <usize>((a + a1) & 15) * BASE_LAYER + <usize>((b + b1) & 15) * BASE_ROW + (<usize>c1 << 3);
      for (const end = out + ROW; out < end; out += 16, p += 16, q += 16) {
        v128.store(out, f64x2.add(f64x2.mul(first, v128.load(p)), f64x2.mul(second, v128.load(q))));
      }
    }
  }
}

/** Along its own axis a component is quadratic, along the other two linear. */
// @ts-ignore
@inline function sample(component: usize, quad: i32, f: f64, linear: i32, g: f64, last: i32, h: f64): f64 {
  const rest = 1.0 - f;
  const q0 = f64x2.splat(0.5 * rest * rest);
  const q1 = f64x2.splat(0.5 + f * rest);
  const q2 = f64x2.splat(0.5 * f * f);
  const row0 = component + <usize>((linear + 1) & 15) * ROW + (<usize>last << 3) + 8;
  const row1 = component + <usize>((linear + 2) & 15) * ROW + (<usize>last << 3) + 8;
  const layer0 = <usize>quad * LAYER;
  const layer1 = <usize>((quad + 1) & 15) * LAYER;
  const layer2 = <usize>((quad + 2) & 15) * LAYER;
  let s0 = f64x2.mul(q0, v128.load(row0 + layer0));
  s0 = f64x2.add(s0, f64x2.mul(q1, v128.load(row0 + layer1)));
  s0 = f64x2.add(s0, f64x2.mul(q2, v128.load(row0 + layer2)));
  let s1 = f64x2.mul(q0, v128.load(row1 + layer0));
  s1 = f64x2.add(s1, f64x2.mul(q1, v128.load(row1 + layer1)));
  s1 = f64x2.add(s1, f64x2.mul(q2, v128.load(row1 + layer2)));
  const sum = f64x2.add(f64x2.mul(f64x2.splat(1.0 - g), s0), f64x2.mul(f64x2.splat(g), s1));
  return (1.0 - h) * f64x2.extract_lane(sum, 0) + h * f64x2.extract_lane(sum, 1);
}

/** An octave is 14 doubles: rotation [9] by rows, 1 / lattice spacing, offset [3] in cells, strength. */
export function addTurbulence(
  particles: usize, mask: usize, field: usize, octaves: usize, octaveCount: i32, first: i32, end: i32,
): void {
  const x = placeOf(particles, 0);
  const y = placeOf(particles, 1);
  const z = placeOf(particles, 2);
  const ax = accelerationOf(particles, 0);
  const ay = accelerationOf(particles, 1);
  const az = accelerationOf(particles, 2);
  const cohorts = cohortOf(particles);
  const sources = sourceOf(particles);
  const last = octaves + <usize>octaveCount * 112;
  for (let i = <usize>first; i < <usize>end; i++) {
    if (load<i32>(cohorts + (i << 2)) < 0) continue;
    const o = i << 3;
    const px = load<f64>(x + o);
    const py = load<f64>(y + o);
    const pz = load<f64>(z + o);
    let sx = 0.0;
    let sy = 0.0;
    let sz = 0.0;
    for (let p = octaves; p < last; p += 112) {
      const scale = load<f64>(p, 72);
      const lx = (load<f64>(p) * px + load<f64>(p, 8) * py + load<f64>(p, 16) * pz) * scale + load<f64>(p, 80);
      const ly = (load<f64>(p, 24) * px + load<f64>(p, 32) * py + load<f64>(p, 40) * pz) * scale + load<f64>(p, 88);
      const lz = (load<f64>(p, 48) * px + load<f64>(p, 56) * py + load<f64>(p, 64) * pz) * scale + load<f64>(p, 96);
      const cx = floor<f64>(lx);
      const cy = floor<f64>(ly);
      const cz = floor<f64>(lz);
      const fx = lx - cx;
      const fy = ly - cy;
      const fz = lz - cz;
      const i0 = <i32>cx & 15;
      const j0 = <i32>cy & 15;
      const k0 = <i32>cz & 15;
      const ux = sample(field, i0, fx, j0, fy, k0, fz);
      const uy = sample(field + COMPONENT, j0, fy, k0, fz, i0, fx);
      const uz = sample(field + 2 * COMPONENT, k0, fz, i0, fx, j0, fy);
      const strength = load<f64>(p, 104);
      sx += strength * (load<f64>(p) * ux + load<f64>(p, 24) * uy + load<f64>(p, 48) * uz);
      sy += strength * (load<f64>(p, 8) * ux + load<f64>(p, 32) * uy + load<f64>(p, 56) * uz);
      sz += strength * (load<f64>(p, 16) * ux + load<f64>(p, 40) * uy + load<f64>(p, 64) * uz);
    }
    let own = 1.0;
    if (mask !== 0) own = load<f64>(mask + (<usize>load<i32>(sources + (i << 2)) << 3));
    store<f64>(ax + o, load<f64>(ax + o) + own * sx);
    store<f64>(ay + o, load<f64>(ay + o) + own * sy);
    store<f64>(az + o, load<f64>(az + o) + own * sz);
  }
}
