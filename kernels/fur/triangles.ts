// Backward Euler of separable prisms: three strands and the three springs between their tips, a 9 × 9 system. Two triangles at once.

import { DT, EDGE_STIFFNESS, STIFFNESS } from './fur-params.generated';
import { edgeLengthsOf, rootOf } from './fur-store.generated';
import { pairAt, predict, writeStrandBlock } from './implicit';
import { moveTips } from './move-tips';
import { add, div, dot, larger, mul, splat, sub } from './pair';
import { DIRECTION, REACH, STRAND_PREDICTION_BYTES } from './strand-prediction.generated';

/** Memory for three predictions, the matrix [9][9] and the right-hand side [9]. */
const strands = memory.data(576, 16);
const matrix = memory.data(1296, 16);
const right = memory.data(144, 16);

function entry(i: usize, j: usize): usize { return matrix + ((i * 9 + j) << 4); }

/** Corner c of triangle t is strand c · triangleCount + t. The spring with the same number connects the corners c and c + 1. */
export function stepTriangles(fur: usize, params: usize, triangleCount: i32, flags: i32): void {
  const dt = v128.load_splat<f64>(params, DT);
  const hard = mul(mul(dt, dt), v128.load_splat<f64>(params, STIFFNESS));
  for (let t = 0; t < triangleCount; t += 2) {
    const single = t + 1 === triangleCount;
    for (let c: usize = 0; c < 3; c++) {
      const strand = strands + c * STRAND_PREDICTION_BYTES;
      predict(fur, params, <usize>(<i32>c * triangleCount + t) << 3, single, flags, strand);
      writeStrandBlock(strand, hard, entry(3 * c, 3 * c), entry(1, 0) - matrix, 16, right + 48 * c, 16);
    }
    for (let c = 0; c < 3; c++) addSpring(fur, params, triangleCount, t, single, <usize>c);
    solve();
    for (let c: usize = 0; c < 3; c++) {
      const answer = right + 48 * c;
      const o = <usize>(<i32>c * triangleCount + t) << 3;
      const ax = v128.load(answer);
      const ay = v128.load(answer, 16);
      moveTips(fur, params, o, single, strands + c * STRAND_PREDICTION_BYTES, ax, ay, v128.load(answer, 32));
    }
  }
}

/** Adds the spring between the tips of two corners. */
function addSpring(fur: usize, params: usize, triangleCount: i32, t: i32, single: bool, corner: usize): void {
  const next: usize = corner === 2 ? 0 : corner + 1;
  const from = <usize>(<i32>corner * triangleCount + t) << 3;
  const to = <usize>(<i32>next * triangleCount + t) << 3;
  const start = strands + corner * STRAND_PREDICTION_BYTES;
  const end = strands + next * STRAND_PREDICTION_BYTES;
  const startReach = v128.load(start, REACH);
  const endReach = v128.load(end, REACH);
  const dt = v128.load_splat<f64>(params, DT);
  const hard = mul(mul(dt, dt), v128.load_splat<f64>(params, EDGE_STIFFNESS));
  const ex = difference(fur, 0, from, to, single, start, end, startReach, endReach);
  const ey = difference(fur, 1, from, to, single, start, end, startReach, endReach);
  const ez = difference(fur, 2, from, to, single, start, end, startReach, endReach);
  const length = larger(f64x2.sqrt(dot(ex, ey, ez, ex, ey, ez)), splat(1e-12));
  const ratio = div(pairAt(edgeLengthsOf(fur) + from, single), length);
  const slack = sub(splat(1), ratio);
  const force = mul(hard, slack);
  const stretch = larger(force, splat(0));
  const along = div(sub(hard, stretch), mul(length, length));
  // Only blocks below the diagonal are stored. The last spring connects corner 2 with corner 0.
  const low = 3 * min<usize>(corner, next);
  const high = 3 * (corner > next ? corner : next);
  for (let i: usize = 0; i < 3; i++) {
    const ei = i === 0 ? ex : i === 1 ? ey : ez;
    const row = mul(along, ei);
    for (let j: usize = 0; j < 3; j++) {
      const ej = j === 0 ? ex : j === 1 ? ey : ez;
      let value = mul(row, ej);
      if (i === j) value = add(value, stretch);
      v128.store(entry(high + i, low + j), f64x2.neg(value));
      if (j > i) continue;
      v128.store(entry(low + i, low + j), add(v128.load(entry(low + i, low + j)), value));
      v128.store(entry(high + i, high + j), add(v128.load(entry(high + i, high + j)), value));
    }
    const pull = mul(force, ei);
    const a = right + ((3 * corner + i) << 4);
    const b = right + ((3 * next + i) << 4);
    v128.store(a, add(v128.load(a), pull));
    v128.store(b, sub(v128.load(b), pull));
  }
}

function difference(
  fur: usize, axis: usize, from: usize, to: usize, single: bool, start: usize, end: usize, startReach: v128, endReach: v128,
): v128 {
  const roots = rootOf(fur, axis);
  const apart = sub(pairAt(roots + to, single), pairAt(roots + from, single));
  const tip = mul(endReach, v128.load(end + DIRECTION + (axis << 4)));
  return add(apart, sub(tip, mul(startReach, v128.load(start + DIRECTION + (axis << 4)))));
}

/**
 * Solves the system in place by L D Lᵀ. The matrix becomes L below the diagonal, 1 / D on the diagonal, and D Lᵀ above. The solution
 * replaces the right-hand side.
 */
function solve(): void {
  for (let j: usize = 0; j < 9; j++) {
    let inverse = splat(0);
    for (let i = j; i < 9; i++) {
      let sum = v128.load(entry(i, j));
      for (let k: usize = 0; k < j; k++) sum = sub(sum, mul(v128.load(entry(i, k)), v128.load(entry(k, j))));
      if (i === j) {
        inverse = div(splat(1), sum);
        v128.store(entry(j, j), inverse);
      } else {
        v128.store(entry(j, i), sum);
        v128.store(entry(i, j), mul(sum, inverse));
      }
    }
  }
  for (let i: usize = 0; i < 9; i++) {
    let sum = v128.load(right + (i << 4));
    for (let k: usize = 0; k < i; k++) sum = sub(sum, mul(v128.load(entry(i, k)), v128.load(right + (k << 4))));
    v128.store(right + (i << 4), sum);
  }
  for (let r: usize = 0; r < 9; r++) {
    const i = 8 - r;
    let sum = mul(v128.load(right + (i << 4)), v128.load(entry(i, i)));
    for (let k = i + 1; k < 9; k++) sum = sub(sum, mul(v128.load(entry(k, i)), v128.load(right + (k << 4))));
    v128.store(right + (i << 4), sum);
  }
}
