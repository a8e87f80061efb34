import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Simulation } from '../simulation/simulation.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const walker = readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url));

test.skipIf(!sharedPath('assets/terrain-dem-gz/dem_landscape.tif')).each([
  ['assets/terrain-dem-gz/dem_landscape.tif', {}],
  ['assets/terrain-unrealheightmap/heightmap_16bit.png', { terrainMax: 40, terrainSpacing: [4, 4] }],
  ['assets/terrain-unrealheightmap/heightmap_32bit.exr', { terrainScale: 40, terrainSpacing: [4, 4] }],
] as const)('a character walks over %s and leaves prints (needs the shared assets)', async (path, facts) => {
  const file = sharedPath(path)!;
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 10 },
    actors: [{ name: 'man', file: 'man.glb', clip: 'walk' }],
    systems: [{ system: 'ground', name: 'land', material: 'mud', cell: 0.02, terrain: path, ...facts }],
  });
  const files = new Map([
    ['man.glb', new Uint8Array(walker)],
    [path, new Uint8Array(readFileSync(file))],
  ]);
  const { systems, actors, times, seed } = await openScene(scene, { read: (name) => files.get(name) });
  const simulation = new Simulation({
    systems,
    actors: actors.map(({ colliders }) => colliders),
    seed,
    start: times.start,
  });
  simulation.advanceTo(times.time(times.count - 1));
  const { ledger, columnsChanged } = simulation.report('land') as {
    ledger: Record<string, string>;
    columnsChanged: number;
  };
  expect(ledger.error).toBe('0');
  // This is the size of two or three prints of a shoe.
  expect(columnsChanged).toBeGreaterThan(100);
  expect(columnsChanged).toBeLessThan(2500);
});
