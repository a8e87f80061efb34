import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { systemsOf } from './studio-document.ts';
import { takeGroundFile } from './take-ground-file.ts';

const terrain = encode({ width: 4, height: 3, depth: 16, channels: 1, data: new Uint16Array(12).fill(700) });
const scene = { systems: [{ system: 'ground' }] };

test('a terrain without width and height gets visible default values', () => {
  const taken = takeGroundFile(scene, 'systems.0', 'terrain', { path: 'dune.png', bytes: terrain });
  expect(systemsOf(taken)).toEqual([
    { system: 'ground', terrain: 'dune.png', terrainMax: 4, terrainSpacing: [20, 20] },
  ]);
});

test('existing values of the scene stay, and other files are only named', () => {
  const given = { systems: [{ system: 'ground', terrainMax: 90 }] };
  const taken = takeGroundFile(given, 'systems.0', 'terrain', { path: 'dune.png', bytes: terrain });
  expect(systemsOf(taken)[0]).toMatchObject({ terrainMax: 90, terrainSpacing: [20, 20] });
  const mesh = takeGroundFile(scene, 'systems.0', 'terrain', { path: 'hill.obj', bytes: Uint8Array.of(118) });
  expect(systemsOf(mesh)).toEqual([{ system: 'ground', terrain: 'hill.obj' }]);
  const map = takeGroundFile(scene, 'systems.0', 'stoneMap', { path: 'dune.png', bytes: terrain });
  expect(systemsOf(map)).toEqual([{ system: 'ground', stoneMap: 'dune.png' }]);
});
