import { expect, test } from 'vitest';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../scene/testing/busy-scene.ts';
import { Simulation } from '../simulation/simulation.ts';
import { findSystem } from '../systems/index.ts';
import type { OutputKind } from '../systems/outputs/output.ts';
import { outputKindNames } from './output-kinds.ts';
import { writableKinds } from './writable-kinds.ts';

test('the kinds of files that a scene can have follow from the outputs that its systems show', () => {
  expect(writableKinds(['heightfield', 'morph', 'points', 'shells'], true)).toEqual(outputKindNames);
  const grass = writableKinds(['shells'], false);
  expect(grass).toEqual(
    expect.arrayContaining(['furCards', 'furCurves', 'openVat', 'usdStage', 'contactSheet']),
  );
  for (const kind of ['character', 'fleshJoints', 'prepared', 'groundMesh', 'pointsPly'] as const)
    expect(grass).not.toContain(kind);
  expect(writableKinds(['heightfield'], true)).toEqual(expect.arrayContaining(['character', 'groundVat']));
  expect(writableKinds(['heightfield'], true)).not.toContain('morphTargets');
});

test('descriptions of systems name the kinds of all outputs that the systems have', async () => {
  const busy = busyScene() as { systems: Record<string, unknown>[] };
  // With spray and clods, a ground has three outputs.
  const systems = busy.systems.map((entry) =>
    entry.system === 'ground' ? { ...entry, spray: true, clodSize: 0.02 } : entry,
  );
  const scene = parseScene({ ...busy, systems });
  const plan = await openScene(scene, { read: (path) => busySceneFiles.get(path) });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const found = new Set<OutputKind>();
  for (const { name, system, params } of scene.systems) {
    const { shows, alsoShows } = findSystem(system)!;
    const kinds = simulation.outputs(name).map(({ kind }) => kind);
    expect([shows, ...(alsoShows?.(params) ?? [])], name).toEqual(kinds);
    for (const kind of kinds) found.add(kind);
  }
  expect(found.size).toBe(4);
});
