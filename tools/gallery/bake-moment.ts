import type { BakePlan } from '../../src/bake/bake-plan.ts';
import { createDiskFiles } from '../../src/node/disk-files.ts';
import { type ColumnGrid, readColumnGrid } from '../../src/pictures/column-grid.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { openScene } from '../../src/scene/open-scene.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { toFraction } from '../../src/simulation/fraction.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { HeightfieldOutput } from '../../src/systems/outputs/heightfield.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import { checkout } from './checkout.ts';

/** A running scene whose state can be read. */
export interface RunningScene {
  readonly plan: BakePlan;
  /** Advances to the time t, seconds. t must not be before the previous time. */
  advanceTo(t: number): void;
  /** Returns the current state of the first ground. */
  ground(): HeightfieldOutput;
  /** Returns the current state of the first particles, or of those whose name ends like this. */
  points(name?: string): PointsOutput;
  posedMeshesAt(t: number): PosedMesh[];
}

export interface RunnerOptions {
  readonly clip?: 'run' | 'walk';
  /** Start position of the character, and its rotation about +Y. At rotation 0, the character runs along +Z. */
  readonly position?: readonly [number, number, number];
  readonly heading?: number;
  readonly softDepth?: number;
  readonly end?: number;
}

/** Starts a scene: the project's mannequin on a ground with the given parameters. */
export function startRunner(
  ground: Record<string, unknown>,
  options: RunnerOptions = {},
): Promise<RunningScene> {
  const { end = 3, clip = 'run', ...actor } = options;
  return startScene(
    {
      version: 1,
      seed: 1,
      time: { start: 0, end, fps: 24 },
      actors: [{ file: 'scenes/assets/mannequin.glb', clip, ...actor }],
      systems: [{ system: 'ground', name: 'ground', ...ground }],
    },
    checkout,
    'picture',
  );
}

/** Opens and starts a scene that is given as data. The paths in the data are relative to `folder`. */
export async function startScene(data: unknown, folder: string, name: string): Promise<RunningScene> {
  const plan = await openScene(parseScene(data), createDiskFiles(folder), { name, sceneFile: name });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  return {
    plan,
    advanceTo: (t) => simulation.advanceTo(toFraction(t)),
    ground: () => simulation.outputs(plan.systems[0].name).find((output) => output.kind === 'heightfield')!,
    points: (name = '') =>
      plan.systems
        .flatMap(({ name }) => simulation.outputs(name))
        .find((output) => output.kind === 'points' && output.name.endsWith(name))! as PointsOutput,
    posedMeshesAt: (t) => plan.actors.flatMap((actor) => (actor.isShown ? actor.posedMeshesAt(t) : [])),
  };
}

/** Returns all columns of the ground within a range of world x and z. */
export function readArea(
  ground: HeightfieldOutput,
  x0: number,
  x1: number,
  z0: number,
  z1: number,
): ColumnGrid {
  const { cell } = ground;
  const [i0, j0] = [Math.round(x0 / cell), Math.round(z0 / cell)];
  const rectangle = {
    i0,
    j0,
    columns: Math.round(x1 / cell) - i0 + 1,
    rows: Math.round(z1 / cell) - j0 + 1,
  };
  return readColumnGrid(ground, rectangle, Infinity);
}
