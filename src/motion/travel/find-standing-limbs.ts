import type { Rig } from '../rig.ts';
import { dominantNode } from './figure-points.ts';
import { findFeet, lineOf } from './find-feet.ts';
import type { Travel } from './travel.ts';

/** What a gait stands on. */
export interface StandingLimbs {
  /** Names of the feet, paws or shoes that have a stance. */
  readonly feet: readonly string[];
  /** The nodes of these feet, of all that hangs below them, and of the legs that end in them. */
  readonly nodes: ReadonlySet<number>;
}

/**
 * What a gait stands on: its feet with what hangs below them and the legs above, which go into deep snow with them. Null where
 * nothing stands: of a clip that is no gait, or a rig without feet.
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
    // A foot that is the only one may hang from the body itself: its sole then tells what of it stands.
    if (all.length < 2) continue;
    roots.add(node);
    for (const above of leg) nodes.add(above);
  }
  for (const node of rig.nodes.keys())
    if (lineOf(rig, node).some((above) => roots.has(above))) nodes.add(node);
  return { feet: [...new Set(feet.map(({ name }) => name))], nodes };
}
