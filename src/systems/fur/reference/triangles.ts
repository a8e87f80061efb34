import { furParamsIndex } from '../records.generated.ts';
import { spring, writeSpring, writeStrandBlock } from './blocks.ts';
import { finishStrand, predictionLength, predictStrand } from './predict.ts';

const strands = new Float64Array(3 * predictionLength);
const matrix = new Float64Array(81);
const right = new Float64Array(9);
const edge = new Float64Array(spring.count);

/** Reference implementation of a step of backward Euler for separable prisms, a 9 × 9 system each. See kernels/fur/triangles.ts. */
export function stepTriangles(
  doubles: Float64Array,
  at: Uint32Array,
  params: number,
  triangleCount: number,
  flags: number,
): void {
  const square = doubles[params + furParamsIndex.dt] * doubles[params + furParamsIndex.dt];
  const hard = square * doubles[params + furParamsIndex.stiffness];
  const edgeHard = square * doubles[params + furParamsIndex.edgeStiffness];
  for (let t = 0; t < triangleCount; t++) {
    for (let c = 0; c < 3; c++) {
      const s = c * predictionLength;
      predictStrand(doubles, at, params, c * triangleCount + t, flags, strands, s);
      writeStrandBlock(strands, s, hard, matrix, 30 * c, 9, right, 3 * c);
    }
    for (let c = 0; c < 3; c++) addSpring(doubles, at, triangleCount, t, c, edgeHard);
    solveNine();
    for (let c = 0; c < 3; c++) {
      const i = c * triangleCount + t;
      finishStrand(doubles, at, params, i, strands, c * predictionLength, right, 3 * c);
    }
  }
}

function addSpring(
  doubles: Float64Array,
  at: Uint32Array,
  triangleCount: number,
  t: number,
  corner: number,
  hard: number,
): void {
  const next = (corner + 1) % 3;
  const a = corner * triangleCount + t;
  const b = next * triangleCount + t;
  writeSpring(
    doubles,
    at,
    a,
    a,
    b,
    strands,
    corner * predictionLength,
    next * predictionLength,
    hard,
    edge,
    0,
  );
  const low = 3 * Math.min(corner, next);
  const high = 3 * Math.max(corner, next);
  for (let i = 0; i < 3; i++) {
    const row = edge[spring.along] * edge[i];
    for (let j = 0; j < 3; j++) {
      let value = row * edge[j];
      if (i === j) value += edge[spring.stretch];
      matrix[9 * (high + i) + low + j] = -value;
      if (j > i) continue;
      matrix[9 * (low + i) + low + j] += value;
      matrix[9 * (high + i) + high + j] += value;
    }
    const pull = edge[spring.force] * edge[i];
    right[3 * corner + i] += pull;
    right[3 * next + i] -= pull;
  }
}

/**
 * Solves the system in place by L D Lᵀ. The matrix becomes L below the diagonal, 1 / D on the diagonal, and D Lᵀ above. The solution
 * replaces the right-hand side.
 */
function solveNine(): void {
  for (let j = 0; j < 9; j++) {
    let inverse = 0;
    for (let i = j; i < 9; i++) {
      let sum = matrix[9 * i + j];
      for (let k = 0; k < j; k++) sum -= matrix[9 * i + k] * matrix[9 * k + j];
      if (i === j) {
        inverse = 1 / sum;
        matrix[9 * j + j] = inverse;
      } else {
        matrix[9 * j + i] = sum;
        matrix[9 * i + j] = sum * inverse;
      }
    }
  }
  for (let i = 0; i < 9; i++) {
    for (let k = 0; k < i; k++) right[i] -= matrix[9 * i + k] * right[k];
  }
  for (let i = 8; i >= 0; i--) {
    let sum = right[i] * matrix[9 * i + i];
    for (let k = i + 1; k < 9; k++) sum -= matrix[9 * k + i] * right[k];
    right[i] = sum;
  }
}
