import { composeMatrix, createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Rig } from '../rig.ts';

/**
 * Points that ride on nodes by linear blend skinning, flattened: point p has the influences starts[p] … starts[p + 1],
 * and stands at Σ matrix(nodes[k]) · (offsets[4k …]), where an offset is (weight · x, weight · y, weight · z, weight)
 * of the point in its node's own space. Rest data.
 */
export interface FigurePoints {
  readonly count: number;
  readonly starts: Int32Array;
  readonly nodes: Int32Array;
  readonly offsets: Float64Array;
}

/**
 * Every vertex of a figure. Skinned surfaces count, and rigid ones that ride on a joint of a skin (or, in a rig without
 * skins, on any node that a clip moves, else on any node at all): a ground plane or a prop beside the figure does not.
 * A rig without surfaces gives the origins of its nodes. Morph targets are left out.
 */
export function collectFigurePoints(rig: Rig): FigurePoints {
  const rides = findRiders(rig);
  const builder = new PointBuilder();
  for (const surface of rig.surfaces) {
    const vertexCount = surface.positions.length / 3;
    if (surface.skin < 0) {
      if (!rides(surface.node)) continue;
      for (let v = 0; v < vertexCount; v++) {
        const p = surface.positions.subarray(3 * v, 3 * v + 3);
        builder.add(surface.node, 1, p[0], p[1], p[2]);
        builder.endPoint();
      }
      continue;
    }
    const { joints, inverseBind } = rig.skins[surface.skin];
    for (let v = 0; v < vertexCount; v++) {
      const [x, y, z] = surface.positions.subarray(3 * v, 3 * v + 3);
      for (let k = v * surface.influenceCount; k < (v + 1) * surface.influenceCount; k++) {
        const weight = surface.jointWeights[k];
        if (!(weight > 0)) continue;
        const joint = surface.jointIndices[k];
        const m = inverseBind.subarray(16 * joint, 16 * joint + 16);
        builder.add(
          joints[joint],
          weight,
          m[0] * x + m[4] * y + m[8] * z + m[12],
          m[1] * x + m[5] * y + m[9] * z + m[13],
          m[2] * x + m[6] * y + m[10] * z + m[14],
        );
      }
      builder.endPoint();
    }
  }
  if (rig.surfaces.length === 0) {
    for (let node = 0; node < rig.nodes.length; node++) {
      builder.add(node, 1, 0, 0, 0);
      builder.endPoint();
    }
  }
  return builder.finish();
}

/** The chosen points alone, each set of equal points once (an unindexed mesh repeats its vertices). */
export function selectFigurePoints(points: FigurePoints, chosen: readonly number[]): FigurePoints {
  const builder = new PointBuilder();
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

/** out[3 · count] = where the points stand, given node matrices [16 · nodeCount]. Allocates nothing. */
export function placeFigurePoints(out: Float64Array, points: FigurePoints, matrices: Float64Array): void {
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

/** The node that has the largest share in point p. */
export function dominantNode(points: FigurePoints, p: number): number {
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
  private readonly starts = [0];
  private readonly nodes: number[] = [];
  private readonly offsets: number[] = [];

  add(node: number, weight: number, x: number, y: number, z: number): void {
    this.nodes.push(node);
    this.offsets.push(weight * x, weight * y, weight * z, weight);
  }

  endPoint(): void {
    this.starts.push(this.nodes.length);
  }

  finish(): FigurePoints {
    return {
      count: this.starts.length - 1,
      starts: Int32Array.from(this.starts),
      nodes: Int32Array.from(this.nodes),
      offsets: Float64Array.from(this.offsets),
    };
  }
}

/** Node matrices [16 · nodeCount] of the file's own pose, in rig space. */
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
