import { Pose } from '../../pose.ts';
import type { Rig } from '../../rig.ts';
import { collectCharacterPoints, poseCharacterPoints, restMatrices } from '../character-points.ts';
import type { Travel } from '../travel.ts';

export interface SoleMeasure {
  /** Maximum slide of a sole vertex within 1 % of the height of the planted depth, as a fraction of the height. */
  readonly worst: number;
  readonly percentile90: number;
  /** Number of these slides. */
  readonly slides: number;
  /** Maximum horizontal displacement of a vertex below the surface, as a fraction of the height. */
  readonly below: number;
  /** Maximum depth of the lowest vertex below the surface, as a fraction of the height. */
  readonly depth: number;
}

/**
 * Measures feet slowly: poses every vertex of the lowest 4 % of the rest pose in the world, at `rate` poses per second from time `from`
 * over `duration`, and follows each vertex from its contact with the ground until it leaves.
 */
export function measureSoles(
  rig: Rig,
  travel: Travel,
  softDepth: number,
  from: number,
  duration: number,
  rate: number,
): SoleMeasure {
  const { height } = travel;
  const points = collectCharacterPoints(rig);
  const positions = new Float64Array(3 * points.count);
  poseCharacterPoints(positions, points, restMatrices(rig));
  let bottom = Infinity;
  for (let p = 0; p < points.count; p++) bottom = Math.min(bottom, positions[3 * p + 1]);
  const soles: number[] = [];
  for (let p = 0; p < points.count; p++) if (positions[3 * p + 1] <= bottom + 0.04 * height) soles.push(p);

  const pose = new Pose(rig);
  const tracks = soles.map(() => ({ on: null as number[] | null, under: null as number[] | null }));
  const slides: number[] = [];
  let below = 0;
  let depth = 0;
  const close = (path: number[] | null): number => {
    let widest = 0;
    for (let a = 0; path && a < path.length; a += 2) {
      for (let b = 0; b < a; b += 2)
        widest = Math.max(widest, Math.hypot(path[a] - path[b], path[a + 1] - path[b + 1]));
    }
    return widest / height;
  };
  for (let k = 0; k <= duration * rate; k++) {
    travel.apply(pose, from + k / rate);
    pose.updateWorld();
    poseCharacterPoints(positions, points, pose.world);
    soles.forEach((p, index) => {
      const above = positions[3 * p + 1] - travel.floor;
      depth = Math.max(depth, -above / height);
      const track = tracks[index];
      const follow = (
        path: number[] | null,
        holds: boolean,
        report: (path: number[]) => void,
      ): number[] | null => {
        if (holds) return [...(path ?? []), positions[3 * p], positions[3 * p + 2]];
        if (path) report(path);
        return null;
      };
      track.on = follow(track.on, above <= 0.01 * height - softDepth, (path) => slides.push(close(path)));
      track.under = follow(track.under, above < -1e-6 * height, (path) => {
        below = Math.max(below, close(path));
      });
    });
  }
  slides.sort((a, b) => a - b);
  return {
    worst: slides[slides.length - 1] ?? 0,
    percentile90: slides[Math.ceil(0.9 * slides.length) - 1] ?? 0,
    slides: slides.length,
    below,
    depth,
  };
}
