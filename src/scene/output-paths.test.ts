import { expect, test } from 'vitest';
import type { BakePlan } from '../bake/bake-plan.ts';
import { bakeScene } from '../bake/bake-scene.ts';
import { createMemoryStore } from '../bake/frame-store.ts';
import { outputKindNames } from '../bake/output-kinds.ts';
import { listOutputFiles } from '../bake/output-paths.ts';
import { loadWriters } from '../bake/write-outputs.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { busyScene, busySceneFiles } from './testing/busy-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

const files = { read: (path: string) => busySceneFiles.get(path) };

async function listFiles(plan: BakePlan): Promise<string[]> {
  const bake = { plan, simulation: simulatePlan(plan), frames: createMemoryStore() };
  return listOutputFiles(bake, await loadWriters(bake));
}

test('every file of a bake is listed before it starts', async () => {
  const outputs = outputKindNames.filter((kind) => kind !== 'contactSheet');
  const plan = await openScene(parseScene({ ...busyScene(), outputs }), files, { name: 'busy' });
  const listed = new Set(await listFiles(plan));
  const written: string[] = [];
  await bakeScene(plan, { sceneText: '{}', write: (name) => void written.push(name) });
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((name) => !listed.has(name))).toEqual([]);
  expect(new Set(written).size).toBe(written.length);
}, 30_000);

test.each([
  [
    'digger-travel',
    'groundMesh',
    'the output "digger-travel" and the actor "digger", which both write "digger-travel.glb"',
  ],
  ['Digger-TRAVEL', 'groundMesh', 'which both write "digger-travel.glb"'],
])(
  'a ground and an actor that would write one file are refused before the simulation: %s',
  async (name, kind, message) => {
    const [ground] = busyScene().systems as Record<string, unknown>[];
    const scene = { ...busyScene(), systems: [{ ...ground, name }], outputs: [kind, 'character'] };
    const plan = await openScene(parseScene(scene), files, { name: 'busy' });
    let writes = 0;
    const frames = { put: () => writes++, get: () => new Uint8Array() };
    const baked = bakeScene(plan, { frames: frames as never, write: () => writes++ });
    await expect(baked).rejects.toThrow(`outputs: expected a file of its own for each output, got`);
    await expect(baked).rejects.toThrow(`${message}: give one of them another name`);
    expect(writes).toBe(0);
  },
);

test('names that would only collide in outputs that are not written are accepted', async () => {
  const [ground] = busyScene().systems as Record<string, unknown>[];
  const scene = { ...busyScene(), systems: [{ ...ground, name: 'digger-travel' }], outputs: ['groundMesh'] };
  const plan = await openScene(parseScene(scene), files, { name: 'busy' });
  expect(await listFiles(plan)).toContain('digger-travel.glb');
});
