import { InputError } from '../../../input-error.ts';
import type { Rig } from '../../../motion/rig.ts';

export interface RegionChoice {
  /** Surfaces of the rig that may be in the region. Absent: all. */
  readonly surfaces?: readonly number[];
  /** Nodes whose weights define the region. Absent or empty: the whole surfaces. */
  readonly joints?: readonly number[];
  /** For each surface of the rig: [vertexCount] factors of the weights, 0..1. Absent or null: 1. */
  readonly mask?: readonly (Float32Array | null)[];
}

/**
 * Returns the weights of each surface of the rig in a region. The weights of a surface are [vertexCount], 0..1, or null if the surface is
 * excluded or has no vertex in the region. A rigid surface is in the region if its carrier is a joint of the region, see `findCarriers`.
 *
 * Throws InputError for surfaces, joints and masks that do not fit the rig.
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
          `expected ${vertexCount} values, one per vertex of "${surface.name}", got ${own.length}`,
        );
      }
      for (let vertex = 0; vertex < vertexCount; vertex++) {
        const factor = own[vertex];
        if (!(factor >= 0 && factor <= 1)) {
          throw InputError.at(`${path}.mask`, `expected values in 0..1, got ${factor} at vertex ${vertex}`);
        }
        out[vertex] *= factor;
      }
    }
    return out.some((weight) => weight > 0) ? out : null;
  });
}

/**
 * Returns the carrier of each surface of the rig: the node whose motion a rigid surface follows, or −1 if the surface is skinned.
 *
 * The search begins at the surface's own node and goes up the hierarchy. The carrier is the first node that is in `joints`, is a
 * joint of a skin, or is moved by a clip. If there is no such node, the carrier is the surface's own node. A head on the head's
 * joint is therefore not part of the chest, although the chest's joint is above the head's joint in the hierarchy.
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
