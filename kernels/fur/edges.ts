// Springs between tips.

import { EDGE_STIFFNESS } from './fur-params.generated';
import { edgeEndsOf, edgeLengthsOf, forceOf, offsetOf, rootOf } from './fur-store.generated';
import { add, div, dot, mul, splat, sub } from './pair';

function gather(p: usize, a: usize, b: usize): v128 {
  return v128.load64_lane(p + b, v128.load64_zero(p + a), 1);
}

function addTo(p: usize, value: f64): void { store<f64>(p, load<f64>(p) + value); }

/** Adds the forces of the springs between tips, two springs at a time, in the order of the springs. */
export function addEdges(fur: usize, params: usize, count: i32): void {
  const dx = offsetOf(fur, 0);
  const dy = offsetOf(fur, 1);
  const dz = offsetOf(fur, 2);
  const rx = rootOf(fur, 0);
  const ry = rootOf(fur, 1);
  const rz = rootOf(fur, 2);
  const fx = forceOf(fur, 0);
  const fy = forceOf(fur, 1);
  const fz = forceOf(fur, 2);
  const stiffness = v128.load_splat<f64>(params, EDGE_STIFFNESS);
  const lengths = edgeLengthsOf(fur);
  let ends = edgeEndsOf(fur);
  for (let o: usize = 0, last = <usize>count << 3; o < last; o += 16, ends += 16) {
    const a = <usize>load<u32>(ends) << 3;
    const b = <usize>load<u32>(ends, 4) << 3;
    const c = <usize>load<u32>(ends, 8) << 3;
    const d = <usize>load<u32>(ends, 12) << 3;
    const x = add(sub(gather(rx, b, d), gather(rx, a, c)), sub(gather(dx, b, d), gather(dx, a, c)));
    const y = add(sub(gather(ry, b, d), gather(ry, a, c)), sub(gather(dy, b, d), gather(dy, a, c)));
    const z = add(sub(gather(rz, b, d), gather(rz, a, c)), sub(gather(dz, b, d), gather(dz, a, c)));
    const length = f64x2.sqrt(dot(x, y, z, x, y, z));
    const ratio = div(v128.load(lengths + o), f64x2.pmax(length, splat(1e-12)));
    const factor = mul(stiffness, sub(splat(1), ratio));
    const px = mul(factor, x);
    const py = mul(factor, y);
    const pz = mul(factor, z);
    addTo(fx + a, f64x2.extract_lane(px, 0));
    addTo(fy + a, f64x2.extract_lane(py, 0));
    addTo(fz + a, f64x2.extract_lane(pz, 0));
    addTo(fx + b, -f64x2.extract_lane(px, 0));
    addTo(fy + b, -f64x2.extract_lane(py, 0));
    addTo(fz + b, -f64x2.extract_lane(pz, 0));
    addTo(fx + c, f64x2.extract_lane(px, 1));
    addTo(fy + c, f64x2.extract_lane(py, 1));
    addTo(fz + c, f64x2.extract_lane(pz, 1));
    addTo(fx + d, -f64x2.extract_lane(px, 1));
    addTo(fy + d, -f64x2.extract_lane(py, 1));
    addTo(fz + d, -f64x2.extract_lane(pz, 1));
  }
}
