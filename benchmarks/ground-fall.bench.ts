import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { measureMemory } from '../src/systems/ground/flow/ledger.ts';
import type { GroundParams } from '../src/systems/ground/params.ts';
import type { GroundPrepared } from '../src/systems/ground/prepare.ts';
import { stepGround } from '../src/systems/ground/step.ts';
import { createGround } from '../src/systems/ground/system.ts';
import type { Benchmark } from './benchmark.ts';

const folder = 'scenes/bicycle-fall';

/** Returns the maximum size of the ground's state over all steps while a bicycle falls, MB. Sumner 1999, figure 7. */
async function measureFall(): Promise<number | null> {
  const path = join(folder, 'scene.json');
  if (!existsSync(path)) return null;
  const scene = parseSceneText(readFileSync(path, 'utf8'), path);
  const plan = await openScene(scene, { read: (file) => new Uint8Array(readFileSync(join(folder, file))) });
  const [{ params, prepared }] = plan.systems;
  const state = createGround(params as GroundParams, plan.seed, undefined, prepared as GroundPrepared | null);
  const { rate } = state.settings;
  const sets = plan.actors.map((actor) => actor.colliders.createColliders());
  const colliders = sets.flatMap((set) => [...set.colliders]);
  let max = 0;
  for (let n = 0; n < scene.time.end * rate; n++) {
    for (const set of sets) set.advance(n / rate, (n + 1) / rate);
    stepGround(state, colliders);
    if (n % 8 !== 0) continue;
    state.flush();
    const { awakeBytes, asleepBytes } = measureMemory(state);
    max = Math.max(max, awakeBytes + asleepBytes);
  }
  return max / 1e6;
}

export const groundFallBenchmarks: readonly Benchmark[] = [
  {
    name: 'ground.fall.MB',
    unit: 'MB',
    runs: 1,
    why: 'It needs scenes/bicycle-fall.',
    run: measureFall,
  },
];
