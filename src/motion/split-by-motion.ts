/**
 * Returns the index of each vertex's point, [vertexCount]. Vertices at the same position that move alike are one point. Points are numbered
 * in the order of their first vertices.
 *
 * positionOf: [vertexCount] equal for vertices at the same position. joints, weights: [influenceCount · vertexCount] the influences of each
 * vertex, in any order, with indices that mean the same for all vertices, and their weights, which add up to
 * 1. minCommon: two vertices move alike if at least this fraction of their weights is common, 0..1.
 */
export function splitByMotion(
  positionOf: Uint32Array,
  joints: Uint32Array,
  weights: Float32Array,
  influenceCount: number,
  minCommon: number,
): Uint32Array {
  const pointOf = new Uint32Array(positionOf.length);
  /** For each point: its first vertex, and the previous point at the same position, −1 if there is none. */
  const firstVertex: number[] = [];
  const pointBefore: number[] = [];
  const lastPoint = new Int32Array(positionOf.length).fill(-1);
  for (let vertex = 0; vertex < positionOf.length; vertex++) {
    const position = positionOf[vertex];
    let point = lastPoint[position];
    while (point >= 0 && !movesAlike(firstVertex[point], vertex)) point = pointBefore[point];
    if (point < 0) {
      point = firstVertex.push(vertex) - 1;
      pointBefore.push(lastPoint[position]);
      lastPoint[position] = point;
    }
    pointOf[vertex] = point;
  }
  return pointOf;

  function movesAlike(a: number, b: number): boolean {
    return influenceCount === 0 || sharedWeight(joints, weights, influenceCount, a, b) >= minCommon;
  }
}

/** Returns the fraction of their weights that two vertices have in common, 0..1. The arguments are those of `splitByMotion`. */
export function sharedWeight(
  joints: Uint32Array,
  weights: Float32Array,
  influenceCount: number,
  a: number,
  b: number,
): number {
  let shared = 0;
  for (let p = a * influenceCount; p < (a + 1) * influenceCount; p++) {
    if (weights[p] === 0) continue;
    for (let q = b * influenceCount; q < (b + 1) * influenceCount; q++) {
      if (joints[p] === joints[q]) shared += Math.min(weights[p], weights[q]);
    }
  }
  return shared;
}
