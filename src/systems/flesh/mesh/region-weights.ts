import { InputError } from '../../../input-error.ts';
import type { Rig } from '../../../motion/rig.ts';

export interface RegionChoice {
  /** Rig surfaces that may belong; absent: all. */
  readonly surfaces?: readonly number[];
  /** Nodes whose weight makes the region; absent or empty: the whole of the surfaces. */
  readonly joints?: readonly number[];
  /** By rig surface, [vertexCount] 0..1: multiplies the weight. Absent or null: 1. */
  readonly mask?: readonly (Float32Array | null)[];
}

/**
 * By rig surface, [vertexCount] how far each vertex belongs to a region, 0..1; null where a surface is left out or has no
 * vertex in it. A surface that rides rigidly on a node belongs where its carrier is a joint of the region, see `findCarriers`.
 *
 * Errors: InputError for surfaces, joints and masks that do not fit the rig.
 */
export function weighRegion(rig: Rig, choice: RegionChoice, path: string): (Float32Array | null)[] {
  const { surfaces, joints = [], mask } = choice;
  for (const surface of surfaces ?? []) {
    if (rig.surfaces[surface]) continue;
    throw InputError.at(`${path}.surfaces`, `expected surfaces below ${rig.surfaces.length}, got ${surface}`);
  }
  for (const joint of joints) {
    if (rig.nodes[joint]) continue;
    throw InputError.at(`${path}.joints`, `expected nodes below ${rig.nodes.length}, got ${joint}`);
  }
  const isJoint = new Set(joints);
  const carriers = findCarriers(rig, joints);
  return rig.surfaces.map((surface, index) => {
    if (surfaces && !surfaces.includes(index)) return null;
    const vertexCount = surface.positions.length / 3;
    const out = new Float32Array(vertexCount);
    if (joints.length === 0 || (surface.skin < 0 && isJoint.has(carriers[index]))) {
      out.fill(1);
    } else if (surface.skin >= 0) {
      const { influenceCount, jointIndices, jointWeights } = surface;
      const isIn = Array.from(rig.skins[surface.skin].joints, (node) => isJoint.has(node));
      for (let k = 0; k < jointWeights.length; k++) {
        if (isIn[jointIndices[k]]) out[Math.floor(k / influenceCount)] += jointWeights[k];
      }
    }
    const own = mask?.[index];
    if (own) {
      if (own.length !== vertexCount) {
        throw InputError.at(
          `${path}.mask`,
          `expected ${vertexCount} values, one a vertex of "${surface.name}", got ${own.length}`,
        );
      }
      for (let vertex = 0; vertex < vertexCount; vertex++) {
        const share = own[vertex];
        if (!(share >= 0 && share <= 1)) {
          throw InputError.at(`${path}.mask`, `expected values in 0..1, got ${share} at vertex ${vertex}`);
        }
        out[vertex] *= share;
      }
    }
    return out.some((weight) => weight > 0) ? out : null;
  });
}

/**
 * By rig surface, the node whose motion a rigid surface follows: the nearest, from its own node upward, that is named among
 * `joints`, is a joint of a skin or is moved by a clip; its own node where there is none. So a head that rides on the head's
 * joint is no part of the chest, though that joint stands higher in the same branch. −1 for skinned surfaces.
 */
export function findCarriers(rig: Rig, joints: readonly number[]): number[] {
  const moves = new Set(joints);
  for (const skin of rig.skins) for (const node of skin.joints) moves.add(node);
  for (const clip of rig.clips) {
    for (const { node, path } of clip.channels) if (path !== 'weights') moves.add(node);
  }
  return rig.surfaces.map(({ node, skin }) => {
    if (skin >= 0) return -1;
    for (let above = node; above >= 0; above = rig.nodes[above].parent) if (moves.has(above)) return above;
    return node;
  });
}
