import type { Rig } from '../../motion/rig.ts';
import { nodesNamed } from '../joint-names.ts';

/**
 * The nodes that a joint's name, or number, stands for: the first joint of a skin that bears it (else the first node that does),
 * and every node of that name with a rigid surface, since a robot's chest may hang beside the joint that is called like it. Empty
 * where there is none.
 */
export function findJointNodes(rig: Rig, wanted: string | number): number[] {
  const bearing = nodesNamed(rig, wanted);
  const first = findSkinJoints(rig, bearing)[0] ?? bearing[0];
  return bearing.filter(
    (node) => node === first || rig.surfaces.some((surface) => surface.skin < 0 && surface.node === node),
  );
}

/** Those of some nodes that are joints of skins. */
export function findSkinJoints(rig: Rig, nodes: readonly number[]): number[] {
  const isJoint = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return nodes.filter((node) => isJoint.has(node));
}
