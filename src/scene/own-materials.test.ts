import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { overrideScene } from './override-scene.ts';
import { parseScene } from './parse-scene.ts';
import { materialsExample } from './scene-page.ts';

const example = JSON.parse(materialsExample) as { materials: object };

const sceneOf = (ground: object, materials: object = example.materials) => ({
  version: 1,
  materials,
  systems: [{ system: 'ground', ...ground }],
});
const paramsOf = (...parts: Parameters<typeof sceneOf>) => parseScene(sceneOf(...parts)).systems[0].params;

function faultsOf(...parts: Parameters<typeof sceneOf>): string[] {
  try {
    parseScene(sceneOf(...parts));
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.faults.map(({ path, message }) => `${path}: ${message}`);
  }
}

test('a ground has the parameters of its material, those of the bases, and its own', () => {
  const moist = paramsOf({ material: 'moist dune', grain: 2 });
  expect(moist).toMatchObject({
    material: 'sand',
    materialName: 'moist dune',
    color: [0.82, 0.6, 0.4],
    dampness: 0.4,
    grain: 2,
    displacedFraction: 0.4,
    insideSlope: Math.PI / 2,
  });
  expect(moist.outsideSlope).toBeCloseTo((33 * Math.PI) / 180, 6);
  expect(paramsOf({ material: 'moist dune', insideSlope: 1 }).insideSlope).toBe(1);
  expect(paramsOf({ material: 'powder' })).toMatchObject({ material: 'snow', sinkage: 0.08 });
});

test('a material is the same as its parameters, written in the ground', () => {
  const materials = { dune: { base: 'mud', outsideSlope: 0.5, sinkage: 0.03, color: [1, 0, 0] } };
  const written = {
    material: 'mud',
    outsideSlope: 0.5,
    sinkage: 0.03,
    color: [1, 0, 0],
    materialName: 'dune',
  };
  expect(paramsOf({ material: 'dune' }, materials)).toEqual(paramsOf(written, {}));
});

test('what has no effect in a ground is left out: spray only counts where there is spray', () => {
  const materials = { wet: { base: 'mud', spraySpeed: 3, compactedSlope: 1 } };
  const rule = { material: 'wet', spray: true, sprayRule: 'acceleration' };
  expect(paramsOf(rule, materials)).toMatchObject({ spraySpeed: undefined, compactedSlope: undefined });
  expect(paramsOf({ material: 'wet', spray: true, looseDepth: 0.1 }, materials)).toMatchObject({
    spraySpeed: 3,
    compactedSlope: 1,
  });
});

test('unknown names, ranges, cycles and names of built-in materials are refused where they are', () => {
  expect(faultsOf({ material: 'dnue' })).toEqual([
    'systems[0].material: expected "sand" or "mud" or "snow" or "dune" or "moist dune" or "powder", got "dnue", did you mean "dune"?',
  ]);
  const dune = { material: 'dune' };
  expect(faultsOf(dune, { dune: { base: 'sadn' } })).toEqual([
    'materials.dune.base: expected "sand" or "mud" or "snow", got "sadn", did you mean "sand"?',
  ]);
  expect(faultsOf(dune, { dune: { frictionAngle: '95deg' } })[0]).toContain(
    'materials.dune.frictionAngle: expected an angle',
  );
  expect(faultsOf(dune, { dune: { frictionAngel: 0.5 } })[0]).toContain('did you mean "frictionAngle"?');
  expect(faultsOf(dune, { dune: { base: 'b' }, b: { base: 'c' }, c: { base: 'b' } })).toEqual([
    'materials.dune.base: expected bases that end at "sand" or "mud" or "snow", got a cycle: dune → b → c → b',
    'materials.b.base: expected bases that end at "sand" or "mud" or "snow", got a cycle: b → c → b',
    'materials.c.base: expected bases that end at "sand" or "mud" or "snow", got a cycle: c → b → c',
  ]);
  expect(faultsOf({}, { sand: {} })[0]).toContain('"sand" is a built-in material');
  expect(faultsOf({}, { dune: 3 })[0]).toContain('materials.dune: expected a material in { }');
  expect(faultsOf({}, [])[0]).toContain('materials: expected an object');
  expect(faultsOf(dune, { dune: { cohesion: 5 } })[0]).toContain(
    'expected frictionAngle and density beside it',
  );
});

test('a flag of the command line chooses a material of the scene', () => {
  const scene = overrideScene(sceneOf({ material: 'mud' }), { ground: { material: 'dune' as never } });
  expect(parseScene(scene).systems[0].params).toMatchObject({ material: 'sand', materialName: 'dune' });
});
