import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { overrideScene } from '../scene/override-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { actorParams, propKeys, timeParams } from '../scene/scene-params.ts';
import { sceneKeys } from '../scene/scene-schema.ts';
import { systemEntries } from '../systems/index.ts';
import { addSceneOptions, flagsOf, readSceneOptions } from './scene-options.ts';
import { flagOf } from './table-options.ts';

function parse(...args: string[]) {
  const command = new Command('test').exitOverride().configureOutput({ writeErr() {} });
  addSceneOptions(command);
  command.parse(args, { from: 'user' });
  return { overrides: readSceneOptions(command.opts()), flags: flagsOf(command.opts()) };
}

test('every key of a scene is a flag, but for those that the page says have none', () => {
  const command = new Command('test');
  addSceneOptions(command);
  const flags = command.options.map(({ long }) => long!.replace('--no-', '--'));
  const expected = [
    ...Object.keys(timeParams),
    'fps',
    // `outputs` is a flag of `bake` alone: it writes them.
    ...sceneKeys.filter((key) => !['version', 'time', 'actors', 'systems', 'outputs'].includes(key)),
    ...Object.keys(actorParams).filter((key) => !propKeys.includes(key)),
    ...systemEntries.flatMap(({ name, params }) =>
      Object.keys(params)
        .filter((key) => !['actor', 'referenceActor'].includes(key))
        .map((key) => {
          const short = { ground: 'material', fur: 'coat', flesh: 'joints' }[name];
          if (key === short) return name;
          return name === 'ground' && !key.startsWith('reference')
            ? key
            : `${name}${key[0].toUpperCase()}${key.slice(1)}`;
        }),
    ),
  ];
  expect(flags).toEqual(expect.arrayContaining(expected.map(flagOf)));
  expect(new Set(flags).size).toBe(flags.length);
});

test('a list is JSON on the command line, or in a file that it names', () => {
  const forces = [{ force: 'wind', velocity: [1, 0, 0] }];
  expect(parse('--fur-forces', JSON.stringify(forces)).overrides.fur).toEqual({ forces });
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  try {
    writeFileSync(join(folder, 'forces.json'), JSON.stringify(forces));
    expect(parse('--fur-forces', `@${join(folder, 'forces.json')}`).overrides.fur).toEqual({ forces });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(() => parse('--fur-forces', '[{')).toThrow(
    '--fur-forces:1:2: the file ends before this "{" is closed',
  );
  expect(() => parse('--fur-forces', '@nowhere.json')).toThrow('nowhere.json: no such file');
  expect(parse('--fur-forces', '[]').flags).toEqual(['furForces']);
});

test('a wind stands in place of the winds of fur and particles, as gusty as the first', () => {
  const { overrides } = parse('--wind', '36km/h,0,-1');
  const scene = {
    version: 1,
    systems: [
      { system: 'ground' },
      { system: 'fur', forces: [{ force: 'wind', gusts: 2 }, { force: 'whirl' }, { force: 'wind' }] },
      {
        system: 'particles',
        shapes: [{ shape: 'ball', name: 'ball' }],
        sources: [{ from: 'ball' }],
        forces: [{ force: 'gravity' }],
      },
    ],
  };
  const [ground, fur, particles] = parseScene(overrideScene(scene, overrides)).systems.map(
    ({ params }) => params,
  );
  expect(ground).not.toHaveProperty('forces');
  expect(fur.forces).toMatchObject([{ force: 'whirl' }, { force: 'wind', velocity: [10, 0, -1], gusts: 2 }]);
  expect(particles.forces).toMatchObject([{ force: 'gravity' }, { force: 'wind', velocity: [10, 0, -1] }]);
  expect(() => overrideScene(scene, { wind: [1, 0] })).toThrow(InputError);
});
