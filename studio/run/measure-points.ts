import { type BakePlan, FrameTimes, Simulation } from '../../src/index.ts';

/** A box in the world, metres. */
export interface PointsExtent {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** Moments of the run that are looked at, and particles of each. */
const moments = 24;
const mostAMoment = 2000;
/** What lies outside on each side: few that fly far off are not worth a camera that stands far off. */
const leftOut = 0.02;

/**
 * Where nearly all particles of a scene are over its run, for a camera: simulates it ahead, as far as `patience` milliseconds
 * allow. Null where there are none, or actors to look at.
 */
export function measurePoints(plan: BakePlan, { patience = Infinity } = {}): PointsExtent | null {
  if (plan.actors.length > 0 || !plan.systems.some(({ definition }) => definition.shows === 'points')) {
    return null;
  }
  const { systems, seed, times } = plan;
  const simulation = new Simulation({ systems, actors: [], seed, start: times.start });
  const [start, end] = [times.seconds(0), times.seconds(times.count - 1)];
  const clock = new FrameTimes(start, end, Math.min(1e6, moments / Math.max(1e-6, end - start)));
  const axes: number[][] = [[], [], []];
  let largest = 0;
  const begun = performance.now();
  for (let moment = 0; moment < clock.count; moment++) {
    simulation.advanceTo(clock.time(moment));
    for (const { name } of systems) {
      for (const output of simulation.outputs(name)) {
        if (output.kind !== 'points') continue;
        const { count, positions, sizes } = output;
        const stride = Math.max(1, Math.ceil(count / mostAMoment));
        for (let k = 0; k < count; k += stride) {
          for (const axis of [0, 1, 2]) axes[axis].push(positions[3 * k + axis]);
          largest = Math.max(largest, sizes[k]);
        }
      }
    }
    if (performance.now() - begun > patience) break;
  }
  const ranges = axes.map((values) => {
    const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
    const out = Math.floor(leftOut * sorted.length);
    return [sorted[out] - largest / 2, sorted[sorted.length - 1 - out] + largest / 2];
  });
  if (!ranges.flat().every(Number.isFinite)) return null;
  const [[x0, x1], [y0, y1], [z0, z1]] = ranges;
  return { min: [x0, y0, z0], max: [x1, y1, z1] };
}
