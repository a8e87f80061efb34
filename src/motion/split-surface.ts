import type { Rig, RigSurface } from './rig.ts';
import { keepVertices } from './weld-vertices.ts';

/** A joint with fewer triangles than this does not get its own part. */
const minPartTriangles = 100;

/**
 * Splits a skinned surface into parts by the joint with the largest weight in each triangle, named `surface/joint`. Joints with few
 * triangles (fingers, toes) join their parent's part. Together the parts contain every triangle once; vertices between two parts are in
 * both. A surface that is not skinned, or that is small, is not split. If a single joint moves the whole surface, the surface has the name
 * of the joint.
 */
export function splitSurface(rig: Rig, surface: RigSurface): RigSurface[] {
  if (surface.skin < 0) return [surface];
  const owners = findOwners(surface);
  const homes = joinSmallParts(rig, surface, owners);
  const parts = new Map<number, number[]>();
  owners.forEach((owner, triangle) => {
    const home = homes[owner];
    const part = parts.get(home);
    if (part) part.push(triangle);
    else parts.set(home, [triangle]);
  });
  const { joints } = rig.skins[surface.skin];
  const nameFor = (joint: number) => `${surface.name}/${nameJoint(rig, joints[joint])}`;
  if (parts.size < 2) {
    // A surface that a single joint carries gets the joint's name.
    const isCarried = owners.length > 0 && owners.every((owner) => owner === owners[0]);
    return [isCarried ? { ...surface, name: nameFor(owners[0]) } : surface];
  }
  return [...parts].map(([joint, triangles]) => ({
    ...pickTriangles(surface, triangles),
    name: nameFor(joint),
  }));
}

/**
 * Divides a part into the triangles in which chosen nodes have the largest weight, and the others. If all triangles belong to the same
 * kind, the part is returned unchanged. Otherwise the others are divided again, by the joint with the largest weight in each triangle, and
 * named `part/joint`.
 */
export function divideSurface(
  rig: Rig,
  surface: RigSurface,
  isChosen: (node: number) => boolean,
): { readonly chosen: RigSurface | null; readonly others: readonly RigSurface[] } {
  if (surface.skin < 0) {
    return isChosen(surface.node) ? { chosen: surface, others: [] } : { chosen: null, others: [surface] };
  }
  const { joints } = rig.skins[surface.skin];
  const chosen: number[] = [];
  const others = new Map<number, number[]>();
  findOwners(surface).forEach((owner, triangle) => {
    if (isChosen(joints[owner])) chosen.push(triangle);
    else if (others.has(owner)) others.get(owner)!.push(triangle);
    else others.set(owner, [triangle]);
  });
  if (others.size === 0) return { chosen: surface, others: [] };
  if (chosen.length === 0) return { chosen: null, others: [surface] };
  return {
    chosen: pickTriangles(surface, chosen),
    others: [...others].map(([joint, triangles]) => ({
      ...pickTriangles(surface, triangles),
      name: `${surface.name}/${nameJoint(rig, joints[joint])}`,
    })),
  };
}

function nameJoint(rig: Rig, node: number): string {
  return rig.nodes[node].name || `joint ${node}`;
}

/** Returns for every triangle the joint with the largest weight over its corners. */
function findOwners(surface: RigSurface): Uint16Array {
  const { indices, influenceCount, jointIndices, jointWeights } = surface;
  const owners = new Uint16Array(indices.length / 3);
  for (let triangle = 0; triangle < owners.length; triangle++) {
    const weights = new Map<number, number>();
    let heaviest = 0;
    for (let corner = 0; corner < 3; corner++) {
      const first = influenceCount * indices[3 * triangle + corner];
      for (let k = first; k < first + influenceCount; k++) {
        const weight = (weights.get(jointIndices[k]) ?? 0) + jointWeights[k];
        weights.set(jointIndices[k], weight);
        if (weight <= heaviest) continue;
        heaviest = weight;
        owners[triangle] = jointIndices[k];
      }
    }
  }
  return owners;
}

/** Returns, for every joint of the skin, the joint to whose part its triangles are assigned. */
function joinSmallParts(rig: Rig, surface: RigSurface, owners: Uint16Array): Uint16Array {
  const { joints } = rig.skins[surface.skin];
  const jointOfNode = new Map([...joints].map((node, joint) => [node, joint]));
  const counts = new Uint32Array(joints.length);
  for (const owner of owners) counts[owner]++;
  const homes = Uint16Array.from(joints.keys());
  // Children come before parents, so that a chain of small joints is merged upwards.
  for (const node of rig.order.toReversed()) {
    const joint = jointOfNode.get(node);
    if (joint === undefined || counts[joint] >= minPartTriangles) continue;
    let parent = rig.nodes[node].parent;
    while (parent >= 0 && !jointOfNode.has(parent)) parent = rig.nodes[parent].parent;
    if (parent < 0) continue;
    homes[joint] = jointOfNode.get(parent)!;
    counts[homes[joint]] += counts[joint];
  }
  // Parents come before children, so that a parent's assignment is final.
  for (const node of rig.order) {
    const joint = jointOfNode.get(node);
    if (joint !== undefined) homes[joint] = homes[homes[joint]];
  }
  return homes;
}

/** Returns the surface with only these triangles, in this order. */
export function pickTriangles(surface: RigSurface, triangles: readonly number[]): RigSurface {
  const kept: number[] = [];
  const newIndices = new Map<number, number>();
  const indices = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, index) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = surface.indices[3 * triangle + corner];
      let newIndex = newIndices.get(vertex);
      if (newIndex === undefined) {
        newIndex = kept.push(vertex) - 1;
        newIndices.set(vertex, newIndex);
      }
      indices[3 * index + corner] = newIndex;
    }
  });
  const part = keepVertices(surface, kept, indices);
  // Most morph targets only move the face. Elsewhere they need not be summed.
  const isMorphed = part.morphTargets.some((deltas) => deltas.some((delta) => delta !== 0));
  return isMorphed ? part : { ...part, morphTargets: [] };
}
