import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test, vi } from 'vitest';
import { InputError } from '../input-error.ts';
import { readSource } from '../node/read-source.ts';
import { actorParams } from '../scene/actor-params.ts';
import { flagOf } from '../scene/fields.ts';
import { overrideScene } from '../scene/override-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { sceneKeys } from '../scene/scene-keys.ts';
import { affectedKinds, timeParams } from '../scene/scene-params.ts';
import { systemEntries } from '../systems/index.ts';
import type { ParamTable } from '../systems/params.ts';
import {
  addSceneOptions,
  givenFlags,
  readSceneOptions,
  type SceneFlag,
  sceneFlags,
} from './scene-options.ts';
import { exitStatus, showError } from './show-error.ts';
import { flagUsage } from './table-options.ts';

function parse(...args: string[]) {
  const command = new Command('test').exitOverride().configureOutput({ writeErr() {} });
  addSceneOptions(command);
  command.parse(args, { from: 'user' });
  const given = givenFlags(command.opts());
  return { overrides: readSceneOptions(command.opts()), given, flags: given.map(({ flag }) => flag) };
}

test('every key of a scene is a flag, except those whose tables exclude it', () => {
  const command = new Command('test');
  addSceneOptions(command);
  const flags = command.options.map(({ long }) => long!.replace('--no-', '--'));
  const flagged = (table: ParamTable) => Object.entries(table).filter(([, { flag }]) => flag !== false);
  const expected = [
    ...Object.keys(timeParams),
    'fps',
    // Only `bake` has the flag `outputs`, because only it writes outputs.
    ...sceneKeys.filter(
      (key) =>
        !['version', 'time', 'materials', 'actors', 'systems', 'cameras', 'lights', 'outputs'].includes(key),
    ),
    ...flagged(actorParams).map(([key]) => key),
    ...systemEntries.flatMap(({ name, params }) =>
      flagged(params).map(([key, { flag }]) => {
        if (flag) return flag;
        return name === 'ground' ? key : `${name}${key[0].toUpperCase()}${key.slice(1)}`;
      }),
    ),
  ];
  expect(flags).toEqual(expect.arrayContaining(expected.map(flagOf)));
  expect(new Set(flags).size).toBe(flags.length);
  // If there were a flag to attach a system to an actor, it would attach all systems of this kind to that actor.
  expect(flags).not.toContain('--fur-actor');
  expect(flags).not.toContain('--reference-actor');
});

const folder = mkdtempSync(join(tmpdir(), 'scene-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a valid value of a flag. */
function sampleOf({ spec }: SceneFlag): string[] {
  switch (spec.type) {
    case 'flag':
      return [];
    case 'choice':
      return [spec.choices[0]];
    case 'list':
      return ['[]'];
    case 'vector':
      return [Array.from({ length: spec.length }, () => spec.max / 2).join(',')];
    case 'text':
    case 'texts':
      return ['all'];
    default:
      return [String(spec.max / 2)];
  }
}

test.each(systemEntries.map(({ name }) => name))(
  'every flag of %s is refused with a message if the scene has no such system',
  async (name) => {
    const others = systemEntries.filter((entry) => entry.name !== name).map((entry) => entry.name);
    const file = join(folder, `no-${name}.json`);
    writeFileSync(file, JSON.stringify({ version: 1, systems: others.map((system) => ({ system })) }));
    const flags = sceneFlags.filter(({ part }) => part === name);
    expect(flags.length).toBeGreaterThan(0);
    for (const one of flags) {
      const long = flagUsage(one.flag, one.spec).split(' ')[0];
      const { overrides, given } = parse(long, ...sampleOf(one));
      expect(given).toHaveLength(1);
      const error = await readSource(file, overrides).catch((thrown: unknown) => thrown);
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      expect(showError(error, { flags: given, debug: false })).toBe(exitStatus.wrongInput);
      const has = others.map((other) => `"${other}"`).join(', ');
      expect(log.mock.calls[0][0]).toBe(
        `${flagOf(one.flag)}: expected a system "${name}" in "${file}", which has only ${has}: ` +
          `leave it out, or bake a scene with { "system": "${name}" } in it`,
      );
      log.mockRestore();
    }
  },
);

test.each(Object.entries(affectedKinds))(
  'the flag of %s is refused for a scene with no system that it affects',
  async (key, kinds) => {
    const one = sceneFlags.find((flag) => flag.part === 'scene' && flag.key === key)!;
    const others = systemEntries.filter(({ shows }) => !(kinds as readonly string[]).includes(shows));
    const file = join(folder, `without-${key}.json`);
    writeFileSync(
      file,
      JSON.stringify({ version: 1, systems: others.map(({ name }) => ({ system: name })) }),
    );
    const { overrides } = parse(flagUsage(one.flag, one.spec).split(' ')[0], ...sampleOf(one));
    expect(overrides.scene).toHaveProperty(key);
    await expect(readSource(file, overrides)).rejects.toThrow(`overrides.scene.${key}: expected a system "`);
    writeFileSync(
      file,
      JSON.stringify({ version: 1, systems: systemEntries.map(({ name }) => ({ system: name })) }),
    );
    await expect(readSource(file, overrides)).resolves.toBeDefined();
  },
);

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

test('a wind replaces the winds of fur and particles, with the gusts of the first', () => {
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
