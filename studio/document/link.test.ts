import { expect, test } from 'vitest';
import howdy from '../../scenes/howdy/scene.json' with { type: 'json' };
import { InputError } from '../../src/index.ts';
import { setValue } from './edit-scene.ts';
import { applyChanges, decodeLink, encodeLink, needsMadeFiles } from './link.ts';
import type { SceneData } from './studio-document.ts';

const opened: SceneData = {
  version: 1,
  seed: 1,
  time: { start: 0, end: 3, fps: 30 },
  actors: [{ name: 'runner', file: 'mannequin.glb', clip: 'run', position: [-5.4, 0, 0] }],
  systems: [{ system: 'ground', name: 'beach', material: 'sand', cell: 0.01 }],
};

const shipped = { kind: 'shipped', id: 'beach-run' } as const;

function roundTrip(scene: SceneData): SceneData {
  const link = decodeLink(encodeLink({ origin: shipped, opened, scene }))!;
  return applyChanges(opened, link.changes);
}

test('a link holds only the changes, in readable form', () => {
  const scene: SceneData = {
    ...opened,
    systems: [{ ...opened.systems![0], material: 'mud', insideSlope: 1.2 }],
  };
  expect(encodeLink({ origin: shipped, opened, scene: opened })).toBe('#scene=beach-run');
  expect(encodeLink({ origin: shipped, opened, scene })).toBe(
    '#scene=beach-run&systems.0.material=mud&systems.0.insideSlope=1.2',
  );
});

test('numbers, texts, lists, flags, clips named by digits and removed values survive a link', () => {
  const { cell: _, ...ground } = opened.systems![0];
  const scene: SceneData = {
    ...opened,
    seed: 7,
    time: { start: 0, end: 1.5, fps: '30000/1001' },
    actors: [{ ...opened.actors![0], clip: '0', position: [1, 0, -2.5], contactParts: ['L & R', 'a=b#c'] }],
    systems: [{ ...ground, limitFlow: true, material: 'snow' }],
  };
  expect(roundTrip(scene)).toEqual(scene);
});

test('a wind of the scene that is changed, added or removed survives a link', () => {
  const windy: SceneData = { ...opened, wind: { velocity: [3, 0, 0] } };
  const keys = { keys: [{ time: 0, value: [0, 0, 0] }] };
  const changed = setValue(windy, 'wind', 'velocity', keys);
  expect(changed.wind).toEqual({ velocity: keys });
  const pairs: [SceneData, SceneData][] = [
    [windy, changed],
    [opened, windy],
    [windy, opened],
  ];
  for (const [before, scene] of pairs) {
    const link = decodeLink(encodeLink({ origin: shipped, opened: before, scene }))!;
    expect(applyChanges(before, link.changes)).toEqual(scene);
  }
});

test('a link holds complete lists of particles; a shape from an added file is reset', () => {
  const before = howdy as SceneData;
  const textChanged = setValue(before, 'systems.0.shapes.1', 'text', 'Good day');
  const changed = setValue(textChanged, 'systems.0.keys.0', 'start', 1);
  const link = decodeLink(encodeLink({ origin: shipped, opened: before, scene: changed }))!;
  expect(applyChanges(before, link.changes)).toEqual(changed);
  const other = setValue(changed, 'systems.0.shapes.1', 'font', 'mine.ttf');
  expect(needsMadeFiles({ opened: before, scene: changed })).toBe(false);
  expect(needsMadeFiles({ opened: before, scene: other })).toBe(true);
  const without = decodeLink(encodeLink({ origin: shipped, opened: before, scene: other }))!;
  expect(applyChanges(before, without.changes)).toEqual(setValue(before, 'systems.0.keys.0', 'start', 1));
});

test('numbers with units in a link become numbers, as in a file', () => {
  const materials = JSON.stringify({ dune: { base: 'sand', frictionAngle: '45deg' } });
  const { changes } = decodeLink(
    `#scene=beach-run&systems.0.cell=5mm&time.end=47/24&materials=${encodeURIComponent(materials)}`,
  )!;
  const scene = applyChanges(opened, changes);
  expect(scene.systems![0].cell).toBe(0.005);
  expect(scene.time!.end).toBeCloseTo(47 / 24, 12);
  expect(scene.materials).toEqual({ dune: { base: 'sand', frictionAngle: expect.closeTo(Math.PI / 4, 12) } });
});

test('a link to the user’s own character names the file to drop', () => {
  const origin = { kind: 'dropped', file: 'my fox & I.glb' } as const;
  expect(decodeLink(encodeLink({ origin, opened, scene: opened }))).toEqual({ origin, changes: [] });
});

test('other fragments are ignored, and damaged links are refused with a message', () => {
  expect(decodeLink('')).toBeNull();
  expect(decodeLink('#about')).toBeNull();
  expect(() => decodeLink('#scene=beach-run&systems.x.material=mud')).toThrow(InputError);
});
