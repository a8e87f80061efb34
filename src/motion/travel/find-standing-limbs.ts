import type { Rig } from '../rig.ts';
import { dominantNode } from './character-points.ts';
import { findFeet, lineOf } from './find-feet.ts';
import type { Travel } from './travel.ts';

/** The limbs on which a gait stands. */
export interface StandingLimbs {
  /** Names of the feet, paws or shoes that touch the ground during the gait. */
  readonly feet: readonly string[];
  /** The nodes of these feet, of all nodes below them, and of the legs that end in them. */
  readonly nodes: ReadonlySet<number>;
}

/**
 * Finds the limbs on which a gait stands: the feet, the nodes below them, and the legs above, which sink into deep snow too. Null if there
 * are none: the clip is not a gait, or the rig has no feet.
 */
export function findStandingLimbs(rig: Rig, travel: Travel | null): StandingLimbs | null {
  if (!travel?.steps || travel.kind === 'still') return null;
  const { stances } = travel.steps;
  const all = findFeet(rig).feet;
  const feet = all.filter((_, foot) => stances[foot]?.length > 0);
  if (feet.length === 0) return null;
  const roots = new Set<number>();
  const nodes = new Set<number>();
  for (const { node, leg, sole } of feet) {
    for (let point = 0; point < sole.count; point++) roots.add(dominantNode(sole, point));
    // If a foot is attached to the body itself, its sole shows which part of the body stands.
    if (all.length < 2) continue;
    roots.add(node);
    for (const above of leg) nodes.add(above);
  }
  for (const node of rig.nodes.keys())
    if (lineOf(rig, node).some((above) => roots.has(above))) nodes.add(node);
  return { feet: [...new Set(feet.map(({ name }) => name))], nodes };
}
