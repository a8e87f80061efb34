import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grains } from '../../src/pictures/perspective/draw-grains.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import { type RunningScene, startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';

/** Starts one of the project's scenes. ground: replaces parameters of its first system, a ground. */
export function startShipped(name: string, ground: Record<string, unknown> = {}): Promise<RunningScene> {
  const folder = join(scenesFolder, name);
  const scene = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  Object.assign(scene.systems[0], ground);
  return startScene(scene, folder, name);
}

/** Size in metres of the grains that are drawn for a particle of spray, and the radius of their cloud in sizes of the particle. */
const sprayGrains = {
  sand: { grainSize: 0.0009, spread: 5 },
  mud: { grainSize: 0.007, spread: 1.5 },
  snow: { grainSize: 0.0012, spread: 7 },
} as const;

/** Returns the particles of a spray as grains that are exposed for 1/250 s. */
export function sprayOf(points: PointsOutput, material: keyof typeof sprayGrains): Grains {
  const { count, ids, positions, velocities, sizes, colors } = points;
  return { count, ids, positions, velocities, sizes, colors, shutter: 1 / 250, ...sprayGrains[material] };
}
