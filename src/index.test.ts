import { expect, test } from 'vitest';
import { validateGltf } from './files/testing/validate-gltf.ts';
import { bakeScene, InputError, openScene, parseScene } from './index.ts';
import { buildHopper } from './scene/testing/hopper.ts';

// The README's example of the library, as people copy it: a character's bytes in, a bake's bytes out, no disk.
test('a bake in code, from bytes to bytes', async () => {
  const character = buildHopper().toGlb();

  const scene = parseScene({
    version: 1,
    time: { end: 0.5, fps: 12 },
    actors: [{ file: 'hopper.glb', clip: 'Run', scale: 1 }],
    systems: [{ system: 'ground', name: 'yard', material: 'mud', cell: 0.04 }],
    outputs: ['groundMesh'],
  });
  const files = new Map([['hopper.glb', character]]);
  const plan = await openScene(
    scene,
    { read: (path) => files.get(path) },
    { name: 'yard', sceneFile: 'yard.json' },
  );
  const written = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });

  expect([...written.keys()]).toEqual(['yard.glb', 'import-blender.py', 'README.txt', 'report.json']);
  expect(report.systems[0].columnsChanged).toBeGreaterThan(20);
  expect((await validateGltf(written.get('yard.glb')!)).filter(({ severity }) => severity <= 1)).toEqual([]);
});

test('faults come as data, each with its place', () => {
  try {
    parseScene({ version: 1, systems: [{ system: 'ground', cell: -1 }] });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).faults).toEqual([
      { path: 'systems[0].cell', message: 'expected a size > 0 m, got -1' },
    ]);
  }
});
