import type { Rig } from '../../motion/rig.ts';
import { nodesNamed } from '../joint-names.ts';

/**
 * Returns the nodes that the name or the number of a joint means. For a name, these are the first joint of a skin with that name (or if
 * there is none, the first node with it), and every node with that name that has a rigid surface. The latter are needed because the rigid
 * chest of a robot, for example, may be a sibling of the joint with the same name. Returns an empty list for unknown names.
 */
export function findJointNodes(rig: Rig, wanted: string | number): number[] {
  const bearing = nodesNamed(rig, wanted);
  const first = findSkinJoints(rig, bearing)[0] ?? bearing[0];
  return bearing.filter(
    (node) => node === first || rig.surfaces.some((surface) => surface.skin < 0 && surface.node === node),
  );
}

/** Returns those of the given nodes that are joints of skins. */
export function findSkinJoints(rig: Rig, nodes: readonly number[]): number[] {
  const isJoint = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return nodes.filter((node) => isJoint.has(node));
}
