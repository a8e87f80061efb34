import type { Actor } from './actor.ts';
import { deformSurface } from './deform-surface.ts';
import type { RigSurface } from './rig.ts';
import { type SoftPart, softenSurface } from './soft-motion.ts';

/** A surface of a rig at one time. */
export interface PosedSurface extends Pick<RigSurface, 'indices' | 'color' | 'colors'> {
  /** Positions, world metres, [3 · vertexCount]. */
  readonly positions: Float64Array;
}

const noWeights: Float64Array = new Float64Array(0);

/** Returns the surfaces of an actor at a time. parts: soft parts that displace the surfaces, with their weights. Default: none. */
export function poseSurfaces(
  actor: Actor,
  t: number,
  parts: readonly SoftPart[] = [],
  weights = noWeights,
): PosedSurface[] {
  const pose = actor.poseAt(t);
  return actor.rig.surfaces.map((surface, index) => {
    const positions = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, positions, softenSurface(index, parts, weights));
    return { positions, indices: surface.indices, color: surface.color, colors: surface.colors };
  });
}
