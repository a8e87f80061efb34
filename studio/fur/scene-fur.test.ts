import { expect, test } from 'vitest';
import { parseScene } from '../../src/index.ts';
import { srgbOfLinear } from '../../src/math/srgb.ts';
import { furParams } from '../../src/systems/fur/params.ts';
import { resolveCoat } from '../../src/systems/fur/settings.ts';
import { defaultParams } from '../../src/systems/params.ts';
import { openedEntryAt, setValue } from '../document/edit-scene.ts';
import { applyChanges, decodeLink, encodeLink } from '../document/link.ts';
import {
  type SceneData,
  type SceneEntry,
  type StudioDocument,
  systemsOf,
} from '../document/studio-document.ts';
import {
  addForce,
  addFur,
  addGrass,
  baldActors,
  chooseCoat,
  coatNames,
  coatOf,
  deriveFur,
  furOf,
  removeForces,
  setWind,
  windOf,
} from './scene-fur.ts';

const opened: SceneData = {
  version: 1,
  actors: [{ name: 'fox', file: 'fox.glb' }, { file: 'folder/dog.glb' }],
  systems: [{ system: 'ground', name: 'beach' }],
};

function furAt(scene: SceneData, index = 1): SceneEntry {
  return systemsOf(scene)[index];
}

test('fur is added to a character without fur, grass to the ground, with unique names, and the scene is valid', () => {
  expect(baldActors(opened)).toEqual(['fox', 'dog']);
  const furry = addFur(addFur(opened, 'fox'), 'dog');
  expect(baldActors(furry)).toEqual([]);
  expect(furOf(furry).map(({ name, index }) => [name, index])).toEqual([
    ['fur', 1],
    ['fur-2', 2],
  ]);
  const green = addGrass(furry, { center: [1.23456, 0, -2], size: [2.10001, 2.1] });
  expect(furAt(green, 3)).toMatchObject({ name: 'grass', center: [1.23, 0, -2], size: [2.1, 2.1] });
  expect(parseScene(green).systems).toHaveLength(4);
  expect(furOf(green).map(({ entry }) => coatOf(entry))).toEqual(['fox', 'fox', 'grass']);
});

test('another coat removes the values that override the coat, and no others', () => {
  const values = { length: 0.1, rootColor: [1, 0, 0], frequency: 3, density: 0.5, wetness: 1 };
  const scene = Object.entries(values).reduce(
    (next, [key, value]) => setValue(next, 'systems.1', key, value),
    addFur(opened, 'fox'),
  );
  const changed = furAt(chooseCoat(scene, 1, 'elephant'));
  expect(changed).toEqual({
    system: 'fur',
    name: 'fur',
    actor: 'fox',
    coat: 'elephant',
    density: 0.5,
    wetness: 1,
  });
});

test('the values of a coat in the panel are those that the system uses', () => {
  for (const coat of coatNames) {
    const params = { ...defaultParams(furParams), coat };
    const { length, tile, slices, colors, motion } = resolveCoat(params, false, false);
    const { rootColor, tipColor, ...derived } = deriveFur({ coat });
    expect(derived).toEqual({ length, tile, layerCount: slices.layerCount, texels: slices.width, ...motion });
    for (const [shown, light] of [
      [rootColor, colors.root],
      [tipColor, colors.tip],
    ] as const) {
      const exact = light.map((value) => Number(srgbOfLinear(value).toFixed(3)));
      expect(shown).toEqual(exact);
    }
  }
  // A longer coat has a larger tile.
  const long = resolveCoat({ ...defaultParams(furParams), coat: 'dog', length: 0.1 }, false, false);
  expect(deriveFur({ coat: 'dog', length: 0.1 })).toMatchObject({ length: 0.1, tile: long.tile });
  expect(deriveFur({ coat: 'a hedgehog' })).toEqual({});
});

test('speed, direction and gusts of the wind are written into the wind force of the scene', () => {
  const calm = addFur(opened, 'fox');
  expect(windOf(furAt(calm))).toEqual({ strength: 0, direction: 0, gusts: 0.6 });
  const windy = setWind(calm, 1, { strength: 4 });
  expect(furAt(windy).forces).toEqual([{ force: 'wind', velocity: [4, 0, 0] }]);
  const turned = setWind(windy, 1, { direction: 90 });
  expect(furAt(turned).forces).toEqual([{ force: 'wind', velocity: [0, 0, -4] }]);
  const gusty = setWind(turned, 1, { gusts: 1.5 });
  expect(windOf(furAt(gusty))).toEqual({ strength: 4, direction: 90, gusts: 1.5 });
  expect(parseScene(gusty).systems).toHaveLength(2);
  // A wind of speed 0 keeps its direction. Other forces and other values of the wind are unchanged.
  const others = [
    { force: 'push', radius: 0.2 },
    { force: 'wind', velocity: [0, 1, 3], gustLength: 2 },
  ];
  const lull = setWind(setValue(calm, 'systems.1', 'forces', others), 1, { strength: 0 });
  const [push, wind] = furAt(lull).forces as SceneEntry[];
  expect(push).toEqual(others[0]);
  expect(wind).toMatchObject({ gustLength: 2 });
  expect((wind.velocity as number[])[1]).toBe(1);
  expect(windOf(furAt(lull))).toMatchObject({ strength: 1e-4, direction: 270 });
  expect(windOf(furAt(setWind(lull, 1, { strength: 2 })))).toMatchObject({ strength: 2, direction: 270 });
});

test('a wind with a start or an end is one of the forces: the wind of the panel is a separate one', () => {
  const gust = { force: 'wind', velocity: [9, 0, 0], from: 1, until: 2 };
  const scene = setValue(addFur(opened, 'fox'), 'systems.1', 'forces', [gust]);
  expect(windOf(furAt(scene)).strength).toBe(0);
  expect(furAt(setWind(scene, 1, { strength: 1 })).forces).toEqual([
    gust,
    { force: 'wind', velocity: [1, 0, 0] },
  ]);
});

test('forces are added and removed, and a value that is not a list counts as an empty list', () => {
  const scene = addForce(setValue(addFur(opened, 'fox'), 'systems.1', 'forces', 'storm'), 1, {
    force: 'whirl',
  });
  expect(furAt(scene).forces).toEqual([{ force: 'whirl' }]);
  expect(furAt(removeForces(scene, 1, () => true)).forces).toBeUndefined();
  for (const velocity of ['up', [1, 2], ['a', 0, 0], [null, 0, 1]]) {
    expect(windOf({ forces: [{ force: 'wind', velocity }] }).strength).toBe(3);
  }
});

test('a link holds added fur with its forces', () => {
  const scene = setWind(addGrass(opened, { center: [0, 0, 0], size: [1, 1] }), 1, { strength: 2 });
  const document: StudioDocument = {
    name: 'fox',
    origin: { kind: 'dropped', file: 'fox.glb' },
    scene,
    opened,
    files: new Map(),
    strokes: [],
  };
  const link = decodeLink(encodeLink(document));
  expect(applyChanges(opened, link?.changes ?? [])).toEqual(scene);
  expect(openedEntryAt(opened, scene, 'systems.1')).toEqual({});
});
