import { composeMatrix, createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Rig, RigSkin, RigSurface } from '../rig.ts';

/**
 * Points that move with nodes by linear blend skinning, in flat arrays. Point p has the influences starts[p] … starts[p + 1], and
 * is at Σ matrix(nodes[k]) · (offsets[4k …]), where an offset is (weight · x, weight · y, weight · z, weight) of the point in its
 * node's own space. Never changes.
 */
export interface CharacterPoints {
  readonly count: number;
  readonly starts: Int32Array;
  readonly nodes: Int32Array;
  readonly offsets: Float64Array;
}

/**
 * Returns every vertex of a character: vertices of skinned surfaces, and of rigid ones attached to a joint of a skin (in a rig without
 * skins: to any animated node, otherwise to any node). A ground plane or a prop beside the character is not included. A rig without
 * surfaces gives the origins of its nodes. Morph targets are ignored.
 */
export function collectCharacterPoints(rig: Rig): CharacterPoints {
  const rides = findRiders(rig);
  const surfaces = rig.surfaces.filter((surface) => surface.skin >= 0 || rides(surface.node));
  const builder = new PointBuilder(
    surfaces.reduce((sum, surface) => sum + surface.positions.length / 3, 0) || rig.nodes.length,
    surfaces.reduce((sum, { positions, influenceCount, skin }) => {
      return sum + (positions.length / 3) * (skin < 0 ? 1 : influenceCount);
    }, 0) || rig.nodes.length,
  );
  for (const surface of surfaces) {
    if (surface.skin < 0) addRigidPoints(builder, surface);
    else addSkinnedPoints(builder, surface, rig.skins[surface.skin]);
  }
  if (rig.surfaces.length === 0) {
    for (let node = 0; node < rig.nodes.length; node++) {
      builder.add(node, 1, 0, 0, 0);
      builder.endPoint();
    }
  }
  return builder.finish();
}

function addRigidPoints(builder: PointBuilder, { node, positions }: RigSurface): void {
  for (let k = 0; k < positions.length; k += 3) {
    builder.add(node, 1, positions[k], positions[k + 1], positions[k + 2]);
    builder.endPoint();
  }
}

function addSkinnedPoints(builder: PointBuilder, surface: RigSurface, skin: RigSkin): void {
  const { positions, influenceCount, jointIndices, jointWeights } = surface;
  const { joints, inverseBind: m } = skin;
  for (let v = 0; v < positions.length / 3; v++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
      const weight = jointWeights[k];
      if (!(weight > 0)) continue;
      const o = 16 * jointIndices[k];
      builder.add(
        joints[jointIndices[k]],
        weight,
        m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12],
        m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13],
        m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14],
      );
    }
    builder.endPoint();
  }
}

/** Returns only the chosen points. Equal points are returned once (an unindexed mesh repeats its vertices). */
export function selectCharacterPoints(points: CharacterPoints, chosen: readonly number[]): CharacterPoints {
  const max = chosen.reduce((sum, p) => sum + points.starts[p + 1] - points.starts[p], 0);
  const builder = new PointBuilder(chosen.length, max);
  const seen = new Set<string>();
  for (const p of chosen) {
    const [from, to] = [points.starts[p], points.starts[p + 1]];
    const key = `${points.nodes.subarray(from, to)}:${points.offsets.subarray(4 * from, 4 * to)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (let k = from; k < to; k++) {
      const [x, y, z, weight] = points.offsets.subarray(4 * k, 4 * k + 4);
      builder.add(points.nodes[k], weight, x / weight, y / weight, z / weight);
    }
    builder.endPoint();
  }
  return builder.finish();
}

/** Computes the positions of the points from the node matrices. out: [3 · count]. matrices: [16 · nodeCount]. Allocates nothing. */
export function poseCharacterPoints(
  out: Float64Array,
  points: CharacterPoints,
  matrices: Float64Array,
): void {
  const { count, starts, nodes, offsets } = points;
  for (let p = 0; p < count; p++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = starts[p]; k < starts[p + 1]; k++) {
      const m = 16 * nodes[k];
      const a = offsets[4 * k];
      const b = offsets[4 * k + 1];
      const c = offsets[4 * k + 2];
      const w = offsets[4 * k + 3];
      x += matrices[m] * a + matrices[m + 4] * b + matrices[m + 8] * c + matrices[m + 12] * w;
      y += matrices[m + 1] * a + matrices[m + 5] * b + matrices[m + 9] * c + matrices[m + 13] * w;
      z += matrices[m + 2] * a + matrices[m + 6] * b + matrices[m + 10] * c + matrices[m + 14] * w;
    }
    out[3 * p] = x;
    out[3 * p + 1] = y;
    out[3 * p + 2] = z;
  }
}

/** Returns the node with the largest weight at point p. */
export function dominantNode(points: CharacterPoints, p: number): number {
  let best = points.starts[p];
  for (let k = best + 1; k < points.starts[p + 1]; k++) {
    if (points.offsets[4 * k + 3] > points.offsets[4 * best + 3]) best = k;
  }
  return points.nodes[best];
}

function findRiders(rig: Rig): (node: number) => boolean {
  const carriers = new Set<number>(rig.skins.flatMap((skin) => [...skin.joints]));
  if (carriers.size === 0) {
    for (const clip of rig.clips) for (const channel of clip.channels) carriers.add(channel.node);
  }
  if (carriers.size === 0) return () => true;
  return (start) => {
    for (let node = start; node >= 0; node = rig.nodes[node].parent) if (carriers.has(node)) return true;
    return false;
  };
}

class PointBuilder {
  private readonly starts: Int32Array;
  private readonly nodes: Int32Array;
  private readonly offsets: Float64Array;
  private count = 0;
  private used = 0;

  constructor(maxPoints: number, maxInfluences: number) {
    this.starts = new Int32Array(maxPoints + 1);
    this.nodes = new Int32Array(maxInfluences);
    this.offsets = new Float64Array(4 * maxInfluences);
  }

  add(node: number, weight: number, x: number, y: number, z: number): void {
    this.nodes[this.used] = node;
    const o = 4 * this.used++;
    this.offsets[o] = weight * x;
    this.offsets[o + 1] = weight * y;
    this.offsets[o + 2] = weight * z;
    this.offsets[o + 3] = weight;
  }

  endPoint(): void {
    this.starts[++this.count] = this.used;
  }

  finish(): CharacterPoints {
    const { count, used } = this;
    return {
      count,
      starts: this.starts.slice(0, count + 1),
      nodes: this.nodes.slice(0, used),
      offsets: this.offsets.slice(0, 4 * used),
    };
  }
}

/** Returns the node matrices of the file's own pose, in rig space, [16 · nodeCount]. */
export function restMatrices(rig: Rig): Float64Array {
  const matrices = new Float64Array(16 * rig.nodes.length);
  const local = createMatrix();
  for (const node of rig.order) {
    const { parent, translation, rotation, scale } = rig.nodes[node];
    composeMatrix(local, 0, translation, 0, rotation, 0, scale, 0);
    if (parent < 0) matrices.set(local, 16 * node);
    else multiplyMatrices(matrices, 16 * node, matrices, 16 * parent, local, 0);
  }
  return matrices;
}
