import type { Rig, RigSurface } from './rig.ts';
import { keepVertices } from './weld-vertices.ts';

/** A joint with fewer triangles makes no part of its own. */
const smallestPart = 100;

/**
 * Parts of a skinned surface by the joint that holds most of each triangle, named `surface/joint`; joints with few
 * triangles (fingers, toes) join their parent's part. Together the parts hold every triangle once; vertices between two
 * parts stand in both. A surface that is not skinned, or small, stays whole; one that a single joint carries has its name.
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
    // What one joint carries whole is known by it too.
    const isCarried = owners.length > 0 && owners.every((owner) => owner === owners[0]);
    return [isCarried ? { ...surface, name: nameFor(owners[0]) } : surface];
  }
  return [...parts].map(([joint, triangles]) => ({
    ...pickTriangles(surface, triangles),
    name: nameFor(joint),
  }));
}

/**
 * A part divided into the triangles that chosen nodes hold most of, and the others. A part that is not mixed comes back as it
 * is; of one that is, the others are divided by the joint that holds most of each triangle, named `part/joint`.
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

/** For every triangle, the joint with the largest weight over its corners. */
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

/** For every joint of the skin, the joint whose part its triangles go to. */
function joinSmallParts(rig: Rig, surface: RigSurface, owners: Uint16Array): Uint16Array {
  const { joints } = rig.skins[surface.skin];
  const jointOfNode = new Map([...joints].map((node, joint) => [node, joint]));
  const counts = new Uint32Array(joints.length);
  for (const owner of owners) counts[owner]++;
  const homes = Uint16Array.from(joints.keys());
  // Children before parents, so that a chain of small ones gathers on its way up.
  for (const node of rig.order.toReversed()) {
    const joint = jointOfNode.get(node);
    if (joint === undefined || counts[joint] >= smallestPart) continue;
    let parent = rig.nodes[node].parent;
    while (parent >= 0 && !jointOfNode.has(parent)) parent = rig.nodes[parent].parent;
    if (parent < 0) continue;
    homes[joint] = jointOfNode.get(parent)!;
    counts[homes[joint]] += counts[joint];
  }
  // Parents before children: a parent's own home is final by then.
  for (const node of rig.order) {
    const joint = jointOfNode.get(node);
    if (joint !== undefined) homes[joint] = homes[homes[joint]];
  }
  return homes;
}

/** The surface with these of its triangles alone, in this order. */
export function pickTriangles(surface: RigSurface, triangles: readonly number[]): RigSurface {
  const kept: number[] = [];
  const places = new Map<number, number>();
  const indices = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, index) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = surface.indices[3 * triangle + corner];
      let place = places.get(vertex);
      if (place === undefined) {
        place = kept.push(vertex) - 1;
        places.set(vertex, place);
      }
      indices[3 * index + corner] = place;
    }
  });
  const part = keepVertices(surface, kept, indices);
  // Most morph targets move the face alone: elsewhere they need not be summed.
  const isMorphed = part.morphTargets.some((deltas) => deltas.some((delta) => delta !== 0));
  return isMorphed ? part : { ...part, morphTargets: [] };
}
