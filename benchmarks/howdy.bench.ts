import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { addFractions, toFraction } from '../src/simulation/fraction.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import type { Benchmark } from './benchmark.ts';

const folder = 'scenes/howdy';
/** Time in the scene at which its letters form, s. */
const moment = toFraction(1);
const frame = toFraction('1/60');
const frameCount = 30;

interface Howdy {
  readonly simulation: Simulation;
  /** The saved state at that time. */
  readonly bytes: Uint8Array;
}

let opened: Promise<Howdy> | null = null;

async function openHowdy(): Promise<Howdy> {
  const path = join(folder, 'scene.json');
  const scene = parseSceneText(readFileSync(path, 'utf8'), path);
  const plan = await openScene(scene, { read: (file) => new Uint8Array(readFileSync(join(folder, file))) });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  simulation.advanceTo(moment);
  return { simulation, bytes: simulation.save('') };
}

/**
 * Returns the mean time, ms, to simulate 1/60 s of the scene up to data that can be drawn, while the word forms. Thirty frames are
 * measured.
 */
async function timeFrame(): Promise<number> {
  opened ??= openHowdy();
  const { simulation, bytes } = await opened;
  simulation.load(bytes);
  let time = moment;
  const before = performance.now();
  for (let k = 0; k < frameCount; k++) {
    time = addFractions(time, frame);
    simulation.advanceTo(time);
  }
  return (performance.now() - before) / frameCount;
}

export const howdyBenchmarks: readonly Benchmark[] = [
  { name: 'particles.howdyFrame.ms', unit: 'ms', run: timeFrame, runs: 9 },
];
