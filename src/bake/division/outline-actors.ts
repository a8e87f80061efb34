import type { Collider } from '../../motion/collider.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { type TileRectangle, unite } from './tile-rectangles.ts';

/** Material that a collider pushes aside usually comes to rest within this distance, as a fraction of the side of a tile. */
const spreadFraction = 0.25;

/** Number of poses that are sampled in each interval. */
const posesPerInterval = 3;

/**
 * Returns, for each interval, the rectangle of tiles over which the colliders of a system move. Null if there are no colliders in the interval.
 * boundaries: the ticks at which intervals begin and end. Only some poses are sampled, so the result is an estimate. A simulation that needs
 * other tiles throws `LeavesRegion`.
 */
export function outlineColliders(
  simulation: Simulation,
  system: string,
  boundaries: readonly number[],
  tileSide: number,
): (TileRectangle | null)[] {
  const outlines: (TileRectangle | null)[] = [];
  let before = boundPose(simulation.poseColliders(system, boundaries[0] + 1), tileSide);
  for (let k = 0; k + 1 < boundaries.length; k++) {
    const [first, last] = [boundaries[k], boundaries[k + 1]];
    let outline = before;
    for (let pose = 1; pose <= posesPerInterval; pose++) {
      const tick = first + Math.max(1, Math.round(((last - first) * pose) / posesPerInterval));
      before = boundPose(simulation.poseColliders(system, tick), tileSide);
      if (before) outline = unite(outline, before);
    }
    outlines.push(outline);
  }
  return outlines;
}

/** An actor that comes near a regional system. */
export interface OutlinedActor {
  readonly name: string;
  /** For each interval, see `outlineColliders`. */
  readonly outlines: readonly (TileRectangle | null)[];
}

/** Returns the actors that have colliders in any interval. outlines: those of the actor with the same index in `names`. */
export function selectPresent(
  names: readonly string[],
  outlines: readonly OutlinedActor['outlines'][],
): OutlinedActor[] {
  return names
    .map((name, k) => ({ name, outlines: outlines[k] }))
    .filter((actor) => actor.outlines.some((outline) => outline !== null));
}

/** Returns the tiles under the colliders at the end of their step. */
function boundPose(colliders: readonly Collider[], tileSide: number): TileRectangle | null {
  let bounds: TileRectangle | null = null;
  for (const collider of colliders) {
    const [lowX, highX, lowZ, highZ] = boundCollider(collider);
    if (!(lowX <= highX && lowZ <= highZ && Number.isFinite(highX - lowX) && Number.isFinite(highZ - lowZ)))
      continue;
    bounds = unite(bounds, {
      i0: Math.floor(lowX / tileSide - spreadFraction),
      j0: Math.floor(lowZ / tileSide - spreadFraction),
      i1: Math.floor(highX / tileSide + spreadFraction),
      j1: Math.floor(highZ / tileSide + spreadFraction),
    });
  }
  return bounds;
}

/** Returns min x, max x, min z, max z of the end pose, m. For a rigid body, those of a sphere around its origin. */
function boundCollider(collider: Collider): [number, number, number, number] {
  let [lowX, highX, lowZ, highZ] = [Infinity, -Infinity, Infinity, -Infinity];
  if (collider.kind === 'rigid') {
    const { positions } = collider;
    let squared = 0;
    for (let k = 0; k < positions.length; k += 3)
      squared = Math.max(squared, positions[k] ** 2 + positions[k + 1] ** 2 + positions[k + 2] ** 2);
    const radius = Math.sqrt(squared);
    const [x, , z] = collider.end.position;
    return [x - radius, x + radius, z - radius, z + radius];
  }
  const { end } = collider;
  for (let k = 0; k < end.length; k += 3) {
    lowX = Math.min(lowX, end[k]);
    highX = Math.max(highX, end[k]);
    lowZ = Math.min(lowZ, end[k + 2]);
    highZ = Math.max(highZ, end[k + 2]);
  }
  return [lowX, highX, lowZ, highZ];
}
