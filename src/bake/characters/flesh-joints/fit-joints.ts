import { maxOf } from '../../../math/lists.ts';
import { createMatrix } from '../../../math/matrix.ts';
import { RigidFit } from './fit-rigid.ts';
import { carryPoint, type FleshProblem } from './flesh-problem.ts';
import { solveWeights } from './solve-weights.ts';

/** Maximum number of joints that move a vertex, as every engine supports it. */
export const maxInfluences = 4;
/** Numbers of alternations: of weights and transforms over all times, and of the transforms at one time. */
const rounds = 12;
const sweeps = 6;
/** Number of steps that move the centres of the initial groups. */
const groupSteps = 8;

/** The weights of a vertex: on joints of the file (by pair) and on new joints. Their sum is 1. */
export interface JointWeights {
  readonly pairs: readonly number[];
  readonly pairWeights: readonly number[];
  readonly joints: readonly number[];
  readonly jointWeights: readonly number[];
}

/** New joints that move flesh. */
export interface JointFit {
  /** Middle of each new joint in the bind pose, in the space of the parent joint, [3 · count]. */
  readonly centers: Float64Array;
  readonly weights: readonly JointWeights[];
}

/**
 * Finds new joints and weights that approximate the motion of flesh: skinning decomposition (Le & Deng 2012). It alternates between the
 * weights, for fixed transforms, and the rigid transform of each joint at each time, for fixed weights. The joints of the file stay as they
 * are. times: those that are fitted.
 */
export function fitJoints(problem: FleshProblem, count: number, times: ArrayLike<number>): JointFit {
  const groups = groupVertices(problem, count);
  const { rest, vertices, energy } = problem;
  const total = maxOf(groups) + 1;
  const centers = new Float64Array(3 * total);
  for (let group = 0; group < total; group++) {
    const sums = [0, 0, 0, 0];
    groups.forEach((own, v) => {
      if (own !== group) return;
      for (let axis = 0; axis < 3; axis++) sums[axis] += energy[v] * rest[3 * v + axis];
      sums[3] += energy[v];
    });
    for (let axis = 0; axis < 3; axis++) centers[3 * group + axis] = sums[axis] / sums[3];
  }
  // The first transforms move each group as its flesh moves.
  const transforms = Array.from(times, () => Array.from({ length: total }, () => createMatrix()));
  const fit = new RigidFit();
  for (let k = 0; k < times.length; k++) {
    problem.show(times[k]);
    const { target, bare } = problem;
    for (let group = 0; group < total; group++) {
      fit.clear();
      groups.forEach((own, v) => {
        if (own !== group) return;
        const [x, y, z] = [rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]];
        const at = (axis: number) => target[3 * v + axis] - bare[3 * v + axis];
        fit.add(energy[v], x, y, z, x + at(0), y + at(1), z + at(2));
      });
      fit.solve(transforms[k][group]);
    }
  }
  let weights: JointWeights[] = [];
  for (let round = 0; round < rounds; round++) {
    weights = fitWeights(problem, transforms, times);
    if (round === rounds - 1) break;
    for (let k = 0; k < times.length; k++) {
      problem.show(times[k]);
      solveTransforms(problem, weights, transforms[k], 1);
    }
  }
  if (vertices.length !== weights.length) throw new Error('a vertex has no weights');
  return { centers, weights };
}

/** Improves the transforms of all new joints at the time that the problem shows. */
export function solveTransforms(
  problem: FleshProblem,
  weights: readonly JointWeights[],
  transforms: readonly Float64Array[],
  count = sweeps,
): void {
  const { rest, target } = problem;
  const users = transforms.map((_, joint) => {
    const list: { v: number; weight: number }[] = [];
    weights.forEach(({ joints, jointWeights }, v) => {
      const at = joints.indexOf(joint);
      if (at >= 0) list.push({ v, weight: jointWeights[at] });
    });
    return list;
  });
  const fit = new RigidFit();
  for (let sweep = 0; sweep < count; sweep++) {
    transforms.forEach((transform, joint) => {
      fit.clear();
      for (const { v, weight } of users[joint]) {
        blendVertex(blended, problem, weights[v], transforms, v);
        carryPoint(point, transform, rest, 3 * v);
        const at = (axis: number) => point[axis] + (target[3 * v + axis] - blended[axis]) / weight;
        fit.add(weight * weight, rest[3 * v], rest[3 * v + 1], rest[3 * v + 2], at(0), at(1), at(2));
      }
      fit.solve(transform);
    });
  }
}

/** Writes the position of a vertex at the time that the problem shows, in the space of the parent joint. */
export function blendVertex(
  out: Float64Array,
  problem: FleshProblem,
  { pairs, pairWeights, joints, jointWeights }: JointWeights,
  transforms: readonly Float64Array[],
  v: number,
): void {
  out.fill(0);
  pairs.forEach((pair, k) => {
    problem.carry(carried, pair, v);
    for (let axis = 0; axis < 3; axis++) out[axis] += pairWeights[k] * carried[axis];
  });
  joints.forEach((joint, k) => {
    carryPoint(carried, transforms[joint], problem.rest, 3 * v);
    for (let axis = 0; axis < 3; axis++) out[axis] += jointWeights[k] * carried[axis];
  });
}

/** Finds the weights of every vertex for fixed transforms. */
function fitWeights(
  problem: FleshProblem,
  transforms: readonly (readonly Float64Array[])[],
  times: ArrayLike<number>,
): JointWeights[] {
  const { vertices, rest, target, bare } = problem;
  const added = transforms[0].length;
  const sizes = vertices.map(({ joints }) => joints.length + added);
  const grams = sizes.map((size) => new Float64Array(size * size));
  const rights = sizes.map((size) => new Float64Array(size));
  const columns = new Float64Array(3 * maxOf(sizes, 1));
  for (let time = 0; time < times.length; time++) {
    problem.show(times[time]);
    vertices.forEach(({ joints }, v) => {
      const size = sizes[v];
      // Differences from the position without flesh are small, so that the equations are well conditioned.
      for (let k = 0; k < size; k++) {
        if (k < joints.length) problem.carry(carried, joints[k], v);
        else carryPoint(carried, transforms[time][k - joints.length], rest, 3 * v);
        for (let axis = 0; axis < 3; axis++) columns[3 * k + axis] = carried[axis] - bare[3 * v + axis];
      }
      for (let a = 0; a < size; a++) {
        for (let axis = 0; axis < 3; axis++)
          rights[v][a] += columns[3 * a + axis] * (target[3 * v + axis] - bare[3 * v + axis]);
        for (let b = 0; b <= a; b++) {
          let product = 0;
          for (let axis = 0; axis < 3; axis++) product += columns[3 * a + axis] * columns[3 * b + axis];
          grams[v][a * size + b] += product;
          if (a !== b) grams[v][b * size + a] += product;
        }
      }
    });
  }
  return vertices.map(({ joints }, v) => {
    const x = solveWeights(grams[v], rights[v], sizes[v], maxInfluences);
    const used = [...x.keys()].filter((k) => x[k] > 1e-4);
    const sum = used.reduce((value, k) => value + x[k], 0);
    const own = used.filter((k) => k < joints.length);
    const others = used.filter((k) => k >= joints.length);
    return {
      pairs: own.map((k) => joints[k]),
      pairWeights: own.map((k) => x[k] / sum),
      joints: others.map((k) => k - joints.length),
      jointWeights: others.map((k) => x[k] / sum),
    };
  });
}

/** Divides the vertices into groups by their positions; those that move most count most. Returns the group of each vertex. */
function groupVertices({ rest, energy, vertices }: FleshProblem, count: number): Int32Array {
  const groups = new Int32Array(vertices.length);
  const distance = (v: number, center: ArrayLike<number>) =>
    (rest[3 * v] - center[0]) ** 2 + (rest[3 * v + 1] - center[1]) ** 2 + (rest[3 * v + 2] - center[2]) ** 2;
  const centers: number[][] = [];
  const nearest = new Float64Array(vertices.length).fill(1);
  while (centers.length < count) {
    let best = 0;
    for (let v = 1; v < vertices.length; v++)
      if (energy[v] * nearest[v] > energy[best] * nearest[best]) best = v;
    if (!(energy[best] * nearest[best] > 0)) break;
    const center = Array.from(rest.subarray(3 * best, 3 * best + 3));
    centers.push(center);
    for (let v = 0; v < vertices.length; v++)
      nearest[v] = centers.length === 1 ? distance(v, center) : Math.min(nearest[v], distance(v, center));
  }
  for (let step = 0; step < groupSteps; step++) {
    const sums = centers.map(() => [0, 0, 0, 0]);
    for (let v = 0; v < vertices.length; v++) {
      let group = 0;
      for (let k = 1; k < centers.length; k++)
        if (distance(v, centers[k]) < distance(v, centers[group])) group = k;
      groups[v] = group;
      for (let axis = 0; axis < 3; axis++) sums[group][axis] += energy[v] * rest[3 * v + axis];
      sums[group][3] += energy[v];
    }
    sums.forEach((sum, k) => {
      if (sum[3] > 0) centers[k] = sum.slice(0, 3).map((value) => value / sum[3]);
    });
  }
  return groups;
}

const carried = new Float64Array(3);
const blended = new Float64Array(3);
const point = new Float64Array(3);
