import { readFileSync } from 'node:fs';
import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import { defaultParams } from '../params.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { noFiles } from '../testing/no-files.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { type FleshPrepared, prepareFlesh } from './prepare.ts';

const mannequin = new URL('../../../scenes/assets/heavy-mannequin.glb', import.meta.url);

/** Compiled benchmarks are in another folder and run from the repository's root. */
function mannequinPath(): string | URL {
  return mannequin.pathname.includes('/dist-benchmarks/') ? 'scenes/assets/heavy-mannequin.glb' : mannequin;
}

/** Prepares the belly of the project's mannequin with ten modes, from its surface to the finished part. */
async function prepareBelly(elements: number): Promise<{ prepared: FleshPrepared; seconds: number }> {
  const rig = await readGltf(new Uint8Array(readFileSync(mannequinPath())), { name: 'heavy-mannequin' });
  const actor = createActor(rig, { name: 'mannequin', clip: null });
  const context: PrepareContext = {
    path: 'systems[0]',
    name: 'belly',
    actors: new Map([['mannequin', actor]]),
    results: new Map(),
    ...noFiles,
  };
  const params = { ...defaultParams(fleshParams), joints: ['hips', 'spine.1'], elements, modes: 10 };
  const before = performance.now();
  const prepared = await prepareFlesh(params as FleshParams, context);
  return { prepared: prepared!, seconds: (performance.now() - before) / 1000 };
}

export const fleshPrepareBenchmarks: readonly Benchmark[] = [
  {
    name: 'flesh.prepare10k.seconds',
    unit: 's',
    runs: 3,
    run: async () => (await prepareBelly(10_000)).seconds,
  },
  {
    name: 'flesh.prepare10k.elements',
    unit: 'elements',
    runs: 1,
    run: async () => (await prepareBelly(10_000)).prepared.parts[0].part.quality.tetCount,
  },
];
