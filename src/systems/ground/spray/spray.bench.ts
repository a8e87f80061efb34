import type { Benchmark } from '../../../../benchmarks/benchmark.ts';
import { hashUnit } from '../../../math/random.ts';
import { stepGround } from '../step.ts';
import { makeGround } from '../testing/grounds.ts';
import { fallFor } from './flight.ts';
import { stepSpray } from './spray.ts';

/**
 * Millions of particles per second that advance by a step or land. 100 000 particles are thrown from a track 10 m long, like
 * those of a runner, until the last has landed. With `wholeStep`, the ground flows at the same time, as in a simulation.
 */
function throwTrack(wholeStep: boolean): number {
  const state = makeGround({ spray: true, noiseAmplitude: 0.003, noiseWavelength: 0.8 });
  const spray = state.spray!;
  const { flight, ground } = spray;
  const instant = fallFor(0, 0);
  ground.begin();
  for (let k = 0; k < 100_000; k++) {
    flight.launch(
      ground,
      {
        x: k / 10_000,
        y: 0.02 + 0.1 * hashUnit(1, k),
        z: 0.2 * hashUnit(2, k),
        vx: 4 * hashUnit(3, k) - 1,
        vy: 4 * hashUnit(4, k),
        vz: hashUnit(5, k) - 0.5,
        volume: spray.settings.particleUnits,
        time: 0,
        bursts: false,
      },
      instant,
    );
  }
  let moved = 0;
  let seconds = 0;
  while (flight.count > 0) {
    moved += flight.count;
    const begin = performance.now();
    if (wholeStep) stepGround(state, []);
    else stepSpray(state, spray, 0, 1 / 120);
    seconds += (performance.now() - begin) / 1000;
  }
  return moved / seconds / 1e6;
}

export const sprayBenchmarks: readonly Benchmark[] = [
  { name: 'ground.spray.millionPerSecond', unit: 'M/s', larger: true, runs: 7, run: () => throwTrack(false) },
  {
    name: 'ground.spray.withFlow.millionPerSecond',
    unit: 'M/s',
    larger: true,
    runs: 3,
    run: () => throwTrack(true),
  },
];
