import { hashUnit } from '../../../../math/random.ts';

type Contains = (x: number, y: number, z: number) => boolean;

/** Returns random points of a shape in a box about the origin: [3 · count]. size [3]: half extents of the box. */
function fillShape(
  count: number,
  seed: number,
  size: readonly [number, number, number],
  contains: Contains,
): Float64Array {
  const points = new Float64Array(3 * count);
  for (let k = 0, trial = 0; k < count; trial++) {
    const x = size[0] * (2 * hashUnit(seed, trial, 0) - 1);
    const y = size[1] * (2 * hashUnit(seed, trial, 1) - 1);
    const z = size[2] * (2 * hashUnit(seed, trial, 2) - 1);
    if (!contains(x, y, z)) continue;
    points.set([x, y, z], 3 * k++);
  }
  return points;
}

/** Returns random points of a ball of radius 1 m: [3 · count]. */
export function fillBall(count: number, seed: number): Float64Array {
  return fillShape(count, seed, [1, 1, 1], (x, y, z) => x * x + y * y + z * z <= 1);
}

/** Returns random points of a cube of side 2 m: [3 · count]. */
export function fillCube(count: number, seed: number): Float64Array {
  return fillShape(count, seed, [1, 1, 1], () => true);
}

/** Returns random points of a letter S that consists of two arcs: [3 · count]. It is about 5 m tall and 0.6 m thick. */
export function fillLetter(count: number, seed: number): Float64Array {
  const inArc = (x: number, y: number) => Math.abs(Math.sqrt(x * x + y * y) - 1.1) < 0.3;
  return fillShape(count, seed, [1.5, 3, 0.3], (x, y) => {
    const inUpper = inArc(x, y - 1.1) && !(x > 0 && y < 1.1);
    const inLower = inArc(x, y + 1.1) && !(x < 0 && y > -1.1);
    return inUpper || inLower;
  });
}

export interface AssignCase {
  readonly name: 'ball to letter' | 'cube to cube';
  make(count: number): { from: Float64Array; to: Float64Array };
}

/**
 * The cases for tests and benchmarks of assignments. Cube to cube is the hardest: paths are about as short as the spacing, so
 * each poor choice increases the sum much. A ball that becomes a letter is an example of the paper.
 */
export const assignCases: readonly AssignCase[] = [
  { name: 'ball to letter', make: (count) => ({ from: fillBall(count, 1), to: fillLetter(count, 2) }) },
  { name: 'cube to cube', make: (count) => ({ from: fillCube(count, 1), to: fillCube(count, 2) }) },
];

/** Returns the sum of squared distances of an assignment. */
export function sumSquares(from: Float64Array, to: Float64Array, assignment: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < assignment.length; k++) {
    for (let axis = 0; axis < 3; axis++) sum += (from[3 * k + axis] - to[3 * assignment[k] + axis]) ** 2;
  }
  return sum;
}
