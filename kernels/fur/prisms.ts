// Backward Euler of prisms, whose tips are connected over whole parts of the skin. Solved by conjugate gradients with the
// 3 × 3 diagonal block of each strand as preconditioner.

import { DT, EDGE_STIFFNESS, STIFFNESS } from './fur-params.generated';
import { edgeEndsOf, edgeLengthsOf, rootOf } from './fur-store.generated';
import { predict, writeStrandBlock } from './implicit';
import { moveTips } from './move-tips';
import { add, dot, mul, splat, sub } from './pair';
import { DIRECTION, REACH, STRAND_PREDICTION_BYTES } from './strand-prediction.generated';

/**
 * The solver stops when the squared residual has fallen to this fraction of the squared right-hand side, or after the number of iterations
 * below.
 */
const TOLERANCE: f64 = 1e-24;
const MAX_ITERATIONS: i32 = 200;

/** Record of a spring: its vector [3], its stiffness across the vector times dt², and the additional stiffness along the vector. */
const SPRING: usize = 40;
const ACROSS_SPRING: usize = 24;
const ALONG_SPRING: usize = 32;

/**
 * Addresses of the parts of the work buffer. All are planes of strands except predictions and springs. Blocks are symmetric: of
 * their 9 planes only the lower triangle is used.
 */
let predictions: usize = 0;
let blocks: usize = 0;
let inverses: usize = 0;
let answer: usize = 0;
let residual: usize = 0;
let direction: usize = 0;
let image: usize = 0;
let preconditioned: usize = 0;
let springs: usize = 0;
/** Bytes of a plane. */
let size: usize = 0;

/**
 * Runs a step. `work` contains 45 numbers for each of `count` strands (with padding) and 5 for each spring. Returns the number of
 * iterations.
 */
export function stepPrisms(
  fur: usize, params: usize, work: usize, count: i32, strandCount: i32, edgeCount: i32, flags: i32,
): i32 {
  size = <usize>count << 3;
  predictions = work;
  blocks = predictions + 12 * size;
  inverses = blocks + 9 * size;
  answer = inverses + 9 * size;
  residual = answer + 3 * size;
  direction = residual + 3 * size;
  image = direction + 3 * size;
  preconditioned = image + 3 * size;
  springs = preconditioned + 3 * size;
  writeBlocks(fur, params, flags);
  // The padding must not contribute to the sums.
  for (let o = <usize>strandCount << 3; o < size; o += 8) {
    for (let axis: usize = 0; axis < 3; axis++) store<f64>(residual + axis * size + o, 0);
  }
  addSprings(fur, params, edgeCount);
  invertBlocks();
  const iterations = solve(fur, edgeCount);
  for (let o: usize = 0; o < size; o += 16) {
    const ax = v128.load(answer + o);
    const ay = v128.load(answer + size + o);
    moveTips(fur, params, o, false, strandAt(o), ax, ay, v128.load(answer + 2 * size + o));
  }
  return iterations;
}

/** Returns the address of the prediction of the pair at byte o of the planes. */
function strandAt(o: usize): usize { return predictions + 12 * o; }

/** Writes the diagonal blocks of the strands, and their forces as the residual. */
function writeBlocks(fur: usize, params: usize, flags: i32): void {
  const dt = v128.load_splat<f64>(params, DT);
  const hard = mul(mul(dt, dt), v128.load_splat<f64>(params, STIFFNESS));
  for (let o: usize = 0; o < size; o += 16) {
    const strand = strandAt(o);
    predict(fur, params, o, false, flags, strand);
    writeStrandBlock(strand, hard, blocks + o, 3 * size, size, residual + o, size);
  }
}

/** Returns one number of the prediction of a strand. */
function predictionOf(strand: usize, quantity: usize): f64 {
  return load<f64>(predictions + (strand >> 1) * STRAND_PREDICTION_BYTES + quantity + ((strand & 1) << 3));
}

function addTo(p: usize, value: f64): void { store<f64>(p, load<f64>(p) + value); }

/** Computes the springs at the predicted positions and adds their contributions to blocks and forces. */
function addSprings(fur: usize, params: usize, edgeCount: i32): void {
  const dt = load<f64>(params, DT);
  const hard = dt * dt * load<f64>(params, EDGE_STIFFNESS);
  const lengths = edgeLengthsOf(fur);
  let ends = edgeEndsOf(fur);
  let spring = springs;
  for (let e = 0; e < edgeCount; e++, ends += 8, spring += SPRING) {
    const a = <usize>load<u32>(ends);
    const b = <usize>load<u32>(ends, 4);
    const startReach = predictionOf(a, REACH);
    const endReach = predictionOf(b, REACH);
    for (let axis: usize = 0; axis < 3; axis++) {
      const roots = rootOf(fur, axis);
      const apart = load<f64>(roots + (b << 3)) - load<f64>(roots + (a << 3));
      const tip = endReach * predictionOf(b, DIRECTION + (axis << 4));
      store<f64>(spring + (axis << 3), apart + (tip - startReach * predictionOf(a, DIRECTION + (axis << 4))));
    }
    const x = load<f64>(spring);
    const y = load<f64>(spring, 8);
    const z = load<f64>(spring, 16);
    const length = max<f64>(sqrt<f64>(x * x + y * y + z * z), 1e-12);
    const force = hard * (1 - load<f64>(lengths + (<usize>e << 3)) / length);
    const stretch = max<f64>(force, 0);
    const along = (hard - stretch) / (length * length);
    store<f64>(spring, stretch, ACROSS_SPRING);
    store<f64>(spring, along, ALONG_SPRING);
    for (let i: usize = 0; i < 3; i++) {
      const ei = load<f64>(spring + (i << 3));
      const row = along * ei;
      for (let j: usize = 0; j <= i; j++) {
        let value = row * load<f64>(spring + (j << 3));
        if (i === j) value += stretch;
        const block = blocks + (3 * i + j) * size;
        addTo(block + (a << 3), value);
        addTo(block + (b << 3), value);
      }
      const pull = force * ei;
      addTo(residual + i * size + (a << 3), pull);
      addTo(residual + i * size + (b << 3), -pull);
    }
  }
}

function invertBlocks(): void {
  for (let o: usize = 0; o < size; o += 16) {
    const from = blocks + o;
    const a = v128.load(from);
    const b = v128.load(from + 3 * size);
    const c = v128.load(from + 4 * size);
    const d = v128.load(from + 6 * size);
    const e = v128.load(from + 7 * size);
    const f = v128.load(from + 8 * size);
    const p = sub(mul(c, f), mul(e, e));
    const q = sub(mul(d, e), mul(b, f));
    const r = sub(mul(b, e), mul(c, d));
    const inverse = f64x2.div(splat(1), add(add(mul(a, p), mul(b, q)), mul(d, r)));
    const to = inverses + o;
    v128.store(to, mul(p, inverse));
    v128.store(to + 3 * size, mul(q, inverse));
    v128.store(to + 4 * size, mul(sub(mul(a, f), mul(d, d)), inverse));
    v128.store(to + 6 * size, mul(r, inverse));
    v128.store(to + 7 * size, mul(sub(mul(b, d), mul(a, e)), inverse));
    v128.store(to + 8 * size, mul(sub(mul(a, c), mul(b, b)), inverse));
  }
}

function solve(fur: usize, edgeCount: i32): i32 {
  memory.fill(answer, 0, 3 * size);
  multiplyBlocks(preconditioned, inverses, residual);
  memory.copy(direction, preconditioned, 3 * size);
  let strength = dotAll(residual, preconditioned);
  const enough = TOLERANCE * strength;
  let iterations = 0;
  while (strength > enough && strength > 0 && iterations < MAX_ITERATIONS) {
    multiplyBlocks(image, blocks, direction);
    subtractSprings(fur, edgeCount);
    const length = splat(strength / dotAll(direction, image));
    for (let o: usize = 0, last: usize = 3 * size; o < last; o += 16) {
      v128.store(answer + o, add(v128.load(answer + o), mul(length, v128.load(direction + o))));
      v128.store(residual + o, sub(v128.load(residual + o), mul(length, v128.load(image + o))));
    }
    multiplyBlocks(preconditioned, inverses, residual);
    const next = dotAll(residual, preconditioned);
    const ratio = splat(next / strength);
    for (let o: usize = 0, last: usize = 3 * size; o < last; o += 16) {
      v128.store(direction + o, add(v128.load(preconditioned + o), mul(ratio, v128.load(direction + o))));
    }
    strength = next;
    iterations++;
  }
  return iterations;
}

/** Returns the dot product over all strands. Strands with even and odd numbers are summed separately. */
function dotAll(p: usize, q: usize): f64 {
  let sum = splat(0);
  for (let o: usize = 0; o < size; o += 16) {
    const x = v128.load(p + o);
    const y = v128.load(p + size + o);
    const z = v128.load(p + 2 * size + o);
    sum = add(sum, dot(x, y, z, v128.load(q + o), v128.load(q + size + o), v128.load(q + 2 * size + o)));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Computes out ← matrix · vector, block by block. */
function multiplyBlocks(out: usize, matrix: usize, vector: usize): void {
  for (let o: usize = 0; o < size; o += 16) {
    const x = v128.load(vector + o);
    const y = v128.load(vector + size + o);
    const z = v128.load(vector + 2 * size + o);
    const b = v128.load(matrix + 3 * size + o);
    const d = v128.load(matrix + 6 * size + o);
    const e = v128.load(matrix + 7 * size + o);
    v128.store(out + o, dot(v128.load(matrix + o), b, d, x, y, z));
    v128.store(out + size + o, dot(b, v128.load(matrix + 4 * size + o), e, x, y, z));
    v128.store(out + 2 * size + o, dot(d, e, v128.load(matrix + 8 * size + o), x, y, z));
  }
}

/** Subtracts the off-diagonal contributions of the springs, both ends of a spring at once. */
function subtractSprings(fur: usize, edgeCount: i32): void {
  let ends = edgeEndsOf(fur);
  let spring = springs;
  const ix = image;
  const iy = image + size;
  const iz = image + 2 * size;
  const px = direction;
  const py = direction + size;
  const pz = direction + 2 * size;
  for (let e = 0; e < edgeCount; e++, ends += 8, spring += SPRING) {
    const a = <usize>load<u32>(ends) << 3;
    const b = <usize>load<u32>(ends, 4) << 3;
    const x = gather(px, b, a);
    const y = gather(py, b, a);
    const z = gather(pz, b, a);
    const ex = v128.load_splat<f64>(spring);
    const ey = v128.load_splat<f64>(spring, 8);
    const ez = v128.load_splat<f64>(spring, 16);
    const stretch = v128.load_splat<f64>(spring, ACROSS_SPRING);
    const from = mul(v128.load_splat<f64>(spring, ALONG_SPRING), dot(ex, ey, ez, x, y, z));
    subtractFrom(ix, a, b, add(mul(stretch, x), mul(from, ex)));
    subtractFrom(iy, a, b, add(mul(stretch, y), mul(from, ey)));
    subtractFrom(iz, a, b, add(mul(stretch, z), mul(from, ez)));
  }
}

function gather(p: usize, a: usize, b: usize): v128 {
  return v128.load64_lane(p + b, v128.load64_zero(p + a), 1);
}

function subtractFrom(p: usize, a: usize, b: usize, value: v128): void {
  store<f64>(p + a, load<f64>(p + a) - f64x2.extract_lane(value, 0));
  store<f64>(p + b, load<f64>(p + b) - f64x2.extract_lane(value, 1));
}
