import type { Rig } from '../../motion/rig.ts';

/**
 * The nodes that a joint's name stands for: the joint of a skin that bears it (else the first node that does), and every node
 * of that name with a rigid surface, since a robot's chest may hang beside the joint that is called like it. Empty where no
 * node bears the name.
 */
export function findJointNodes(rig: Rig, name: string): number[] {
  const bearing = [...rig.nodes.keys()].filter((node) => rig.nodes[node].name === name);
  const isJoint = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  const first = bearing.find((node) => isJoint.has(node)) ?? bearing[0];
  return bearing.filter(
    (node) => node === first || rig.surfaces.some((surface) => surface.skin < 0 && surface.node === node),
  );
}
