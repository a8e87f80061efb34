import {
  createMatrix,
  determinant,
  invertMatrix,
  multiplyMatrices,
  transformPoint,
} from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import { type MorphTrack, sampleTrack } from '../../morph/morph-track.ts';

/** Vertices whose displacement never exceeds this keep their weights, metres. */
const idleMetres = 5e-5;

/** A vertex of the flesh, and the joints of the file that carry it. */
interface FleshVertex {
  readonly surface: number;
  readonly vertex: number;
  /** Index of the vertex among those of its part of the track. */
  readonly part: number;
  readonly index: number;
  /** Indices among `FleshProblem.matrices`, with their weights. */
  readonly joints: readonly number[];
  readonly weights: readonly number[];
}

/**
 * The motion of one part of the flesh in the space of its main joint, so that the character's own motion is left out: where skinned vertices
 * with flesh are, and where each joint would carry them.
 */
export class FleshProblem {
  /** Node of the joint that carries most of the moving flesh. The new joints become its children. */
  readonly parent: number;
  readonly vertices: readonly FleshVertex[];
  /** Positions in the bind pose in the space of the parent joint, [3 · vertexCount]. */
  readonly rest: Float64Array;
  /** Sum of squared displacements over the sampled times, [vertexCount]. */
  readonly energy: Float64Array;
  /** Targets at the last time: positions in the space of the parent joint, [3 · vertexCount]. */
  readonly target: Float64Array;
  /** The same without flesh. */
  readonly bare: Float64Array;
  /** Metres per unit of the parent's space at the last time. */
  scale = 1;
  /** For each pair of skin and joint, the matrix from mesh space into the space of the parent joint at the last time. */
  readonly matrices: Float64Array[] = [];
  private readonly pairs: { readonly skin: number; readonly joint: number }[] = [];
  private readonly amplitudes: Float64Array;
  private readonly local: Float64Array;

  /** times: those over which the motion is measured. Throws a `RangeError` if no moving surface is skinned. */
  constructor(
    private readonly actor: Actor,
    private readonly track: MorphTrack,
    times: ArrayLike<number>,
  ) {
    this.amplitudes = new Float64Array(track.modeCount);
    const moved = this.listMoved(times);
    const { rig } = actor;
    const shares = new Map<number, number>();
    for (const { surface, vertex, energy } of moved) {
      const { skin, influenceCount, jointIndices, jointWeights } = rig.surfaces[surface];
      for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
        const node = rig.skins[skin].joints[jointIndices[k]];
        shares.set(node, (shares.get(node) ?? 0) + jointWeights[k] * energy);
      }
    }
    this.parent = [...shares].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0])[0];
    if (this.parent < 0) throw new RangeError('no skinned vertex moves');
    const kept = moved.filter(({ surface }) =>
      rig.skins[rig.surfaces[surface].skin].joints.includes(this.parent),
    );
    const pairOf = new Map<string, number>();
    this.vertices = kept.map(({ surface, vertex, part, index }) => {
      const { skin, influenceCount, jointIndices, jointWeights } = rig.surfaces[surface];
      const joints: number[] = [];
      const weights: number[] = [];
      for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
        if (jointWeights[k] <= 0) continue;
        const key = `${skin} ${jointIndices[k]}`;
        let pair = pairOf.get(key);
        if (pair === undefined) {
          pair = this.pairs.push({ skin, joint: jointIndices[k] }) - 1;
          this.matrices.push(createMatrix());
          pairOf.set(key, pair);
        }
        joints.push(pair);
        weights.push(jointWeights[k]);
      }
      return { surface, vertex, part, index, joints, weights };
    });
    this.energy = Float64Array.from(kept, ({ energy }) => energy);
    const count = this.vertices.length;
    this.rest = new Float64Array(3 * count);
    this.local = new Float64Array(3 * count);
    this.target = new Float64Array(3 * count);
    this.bare = new Float64Array(3 * count);
    this.vertices.forEach(({ surface, vertex }, v) => {
      const { skin, positions } = rig.surfaces[surface];
      const own = rig.skins[skin];
      const position = positions.subarray(3 * vertex, 3 * vertex + 3);
      this.local.set(position, 3 * v);
      transformPoint(point, own.inverseBind, position, 16 * own.joints.indexOf(this.parent));
      this.rest.set(point, 3 * v);
    });
  }

  /** Returns the index of a pair in its skin. */
  jointOf(pair: number): number {
    return this.pairs[pair].joint;
  }

  /** Computes `target`, `bare`, `matrices` and `scale` at a time. */
  show(seconds: number): void {
    const { actor, track, amplitudes, vertices, local, target, bare, matrices } = this;
    sampleTrack(track, seconds, amplitudes, 0);
    const pose = actor.poseAt(seconds);
    const world = pose.world.slice(16 * this.parent, 16 * this.parent + 16);
    if (!invertMatrix(inverse, world)) throw new RangeError('the joint that carries the flesh has no size');
    this.scale = Math.cbrt(Math.abs(determinant(world)));
    this.pairs.forEach(({ skin, joint }, pair) => {
      multiplyMatrices(matrices[pair], 0, inverse, 0, pose.jointMatrices(skin), 16 * joint);
    });
    vertices.forEach(({ part, index, joints, weights }, v) => {
      displaced.set(local.subarray(3 * v, 3 * v + 3));
      sum.fill(0);
      blend(sum, joints, weights, matrices, displaced);
      bare.set(sum, 3 * v);
      const { shapes, vertices: own } = track.surfaces[part];
      for (let mode = 0, at = 3 * index; mode < track.modeCount; mode++, at += 3 * own.length) {
        for (let axis = 0; axis < 3; axis++) displaced[axis] += amplitudes[mode] * shapes[at + axis];
      }
      sum.fill(0);
      blend(sum, joints, weights, matrices, displaced);
      target.set(sum, 3 * v);
    });
  }

  /** Writes the position to which a pair's joint carries a vertex at the last time. */
  carry(out: Float64Array, pair: number, v: number): void {
    carryPoint(out, this.matrices[pair], this.local, 3 * v);
  }

  private listMoved(times: ArrayLike<number>) {
    const { track, actor, amplitudes } = this;
    const pose = actor.poseAt(times[0]);
    return track.surfaces.flatMap(({ surface, vertices, shapes }, part) => {
      const { skin } = actor.rig.surfaces[surface];
      if (skin < 0) return [];
      const unit = Math.cbrt(Math.abs(determinant(pose.jointMatrices(skin).subarray(0, 16))));
      const energy = new Float64Array(vertices.length);
      const max = new Float64Array(vertices.length);
      for (let k = 0; k < times.length; k++) {
        sampleTrack(track, times[k], amplitudes, 0);
        for (let index = 0; index < vertices.length; index++) {
          let square = 0;
          for (let axis = 0; axis < 3; axis++) {
            let value = 0;
            for (let mode = 0; mode < track.modeCount; mode++)
              value += amplitudes[mode] * shapes[3 * (mode * vertices.length + index) + axis];
            square += value * value;
          }
          energy[index] += square * unit * unit;
          max[index] = Math.max(max[index], square * unit * unit);
        }
      }
      return Array.from(vertices, (vertex, index) => ({
        surface,
        vertex,
        part,
        index,
        energy: energy[index],
      })).filter(({ index }) => max[index] > idleMetres * idleMetres);
    });
  }
}

/** Writes the affine image of the point at values[offset…]. */
export function carryPoint(out: Float64Array, m: Float64Array, values: Float64Array, offset: number): void {
  const [x, y, z] = [values[offset], values[offset + 1], values[offset + 2]];
  out[0] = m[0] * x + m[4] * y + m[8] * z + m[12];
  out[1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  out[2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}

const point = new Float64Array(3);
const displaced = new Float64Array(3);
const sum = new Float64Array(3);
const inverse = createMatrix();

function blend(
  out: Float64Array,
  joints: readonly number[],
  weights: readonly number[],
  matrices: readonly Float64Array[],
  position: Float64Array,
): void {
  for (let k = 0; k < joints.length; k++) {
    transformPoint(point, matrices[joints[k]], position);
    for (let axis = 0; axis < 3; axis++) out[axis] += weights[k] * point[axis];
  }
}
