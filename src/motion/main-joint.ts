import type { Rig, RigSurface } from './rig.ts';

/** Returns the joint, as an index into the joints of the skin, that moves a vertex of a skinned surface most. Of equal joints, the first. */
export function mainJoint(
  {
    influenceCount,
    jointIndices,
    jointWeights,
  }: Pick<RigSurface, 'influenceCount' | 'jointIndices' | 'jointWeights'>,
  vertex: number,
): number {
  let heaviest = influenceCount * vertex;
  for (let k = heaviest; k < influenceCount * (vertex + 1); k++) {
    if (jointWeights[k] > jointWeights[heaviest]) heaviest = k;
  }
  return jointIndices[heaviest];
}

/** Returns the node that moves a vertex most. */
export function mainNode({ skins }: Rig, surface: RigSurface, vertex: number): number {
  return surface.skin < 0 ? surface.node : skins[surface.skin].joints[mainJoint(surface, vertex)];
}
