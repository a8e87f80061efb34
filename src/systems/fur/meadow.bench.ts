import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { growBlades } from '../../coats/blades/grow-blades.ts';
import { sliceBlades } from '../../coats/blades/slice-blades.ts';
import { openWalker } from './collide/testing/open-walker.ts';
import { furPresets } from './fur-presets.ts';
import { furSystem } from './system.ts';
import { FurRun } from './testing/fur-run.ts';

/** Measures the ms per step of a meadow of 3 721 strands in the wind over 2 s. With `hasWalker`, a character walks across the meadow. */
async function timeMeadow(hasWalker: boolean): Promise<number> {
  const walker = hasWalker ? await openWalker() : null;
  const run = await FurRun.open(
    {
      size: [3, 3],
      spacing: 0.05,
      length: 0.15,
      forces: [{ force: 'wind', velocity: [3, 0, 0], gusts: 0.6, gustPeriod: 2, gustLength: 1.5 }],
    },
    { bodies: walker?.colliders },
  );
  const dt = 1 / run.rate;
  const steps = 2 * run.rate;
  let total = 0;
  for (let tick = 0; tick < steps; tick++) {
    walker?.advance(tick * dt, (tick + 1) * dt);
    // The bodies are posed here, so that the measured time does not include this.
    for (const collider of walker?.colliders ?? []) {
      if (collider.kind === 'deforming' && (collider.lowest ?? 0) < 0.3) collider.end.at(0);
    }
    const before = performance.now();
    furSystem.step(run.state, run.inputs, tick * dt, dt);
    total += performance.now() - before;
  }
  return total / steps;
}

/** Measures the ms to create a coat's blades and to slice them into layers of `texels` × `texels`. */
function timeSlices(name: keyof typeof furPresets, layerCount: number, size: number): number {
  const before = performance.now();
  sliceBlades(growBlades(furPresets[name].coat), { layerCount, width: size, height: size });
  return performance.now() - before;
}

export const furMeadowBenchmarks: readonly Benchmark[] = [
  { name: 'fur.meadowWind.msPerStep', unit: 'ms', runs: 3, run: () => timeMeadow(false) },
  { name: 'fur.meadowWalker.msPerStep', unit: 'ms', runs: 3, run: () => timeMeadow(true) },
  { name: 'fur.sliceGrass64.ms', unit: 'ms', run: () => timeSlices('grass', 64, 64) },
  { name: 'fur.sliceElephant16.ms', unit: 'ms', run: () => timeSlices('elephant', 16, 128) },
];
