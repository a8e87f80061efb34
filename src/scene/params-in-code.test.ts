import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { toFraction } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import { createFlesh } from '../systems/flesh/create-flesh.ts';
import { makeRod } from '../systems/flesh/testing/lumped-part.ts';
import { createFur } from '../systems/fur/create-fur.ts';
import { createGround, groundSystem } from '../systems/ground/system.ts';
import { findSystem, systemEntries } from '../systems/index.ts';
import type { ListParam, ParamSpec, ParamTable } from '../systems/params.ts';
import { createParticles } from '../systems/particles/create-particles.ts';
import { readParams } from '../systems/read-params.ts';
import { overrideScene, type SceneOverrides } from './override-scene.ts';
import { parseScene } from './parse-scene.ts';

type Values = Record<string, unknown>;

/** Required parameters of each system. All others are optional. */
const minimum: Readonly<Record<string, Values>> = {
  particles: {
    shapes: [{ shape: 'ball', name: 'ball' }],
    sources: [{ from: 'ball', count: 3 }],
  },
};

/** The function that creates a system of each kind in code. */
const creators: Readonly<Record<string, (params: Values) => Promise<unknown>>> = {
  ground: async (params) => createGround(params),
  flesh: async (params) => createFlesh(makeRod(), params),
  particles: async (params) => createParticles({ params } as never),
  fur: async (params) => createFur({ params: { texels: 16, size: [0.2, 0.2], ...params } as never }),
};

function sceneParams(system: string, params: Values): unknown {
  return parseScene({ version: 1, systems: [{ system, ...params }] }).systems[0].params;
}

async function faultsOf(act: () => unknown, prefix: RegExp | string = ''): Promise<string[]> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.split('\n').map((line) => line.replace(prefix, ''));
  }
  return [];
}

/** Returns a valid value for each kind of parameter; `wrongValue` returns an invalid one. */
function rightValue(spec: ParamSpec): unknown {
  switch (spec.type) {
    case 'integer':
      return spec.min;
    case 'number':
      return spec.unit === 'm' ? '5mm' : (spec.max + spec.min) / 2;
    case 'choice':
      return spec.choices.at(-1);
    case 'flag':
      return !spec.default;
    case 'vector':
      return new Array(spec.length).fill(spec.max);
    case 'numbers':
      return [spec.max];
    case 'text':
      return 'name';
    case 'texts':
      return ['name'];
    case 'list':
      return [minEntry(spec)];
  }
}

function minEntry({ tag, kinds }: ListParam): Values {
  const [kind, { fields }] = Object.entries(kinds)[0];
  const required = Object.entries(fields).filter(([, spec]) => spec.type === 'text' && spec.required);
  return {
    ...(tag === undefined ? {} : { [tag]: kind }),
    ...Object.fromEntries(required.map(([name]) => [name, 'name'])),
  };
}

/** Removes the list of known keys, since a scene has keys in addition to those of the table, and the materials, which only a scene defines. */
const withoutKnown = (fault: string) =>
  fault.replace(/known are .*/, 'known are …').replace(' or a name in materials', '');

const wrongValues = [null, 'five', {}, [{}], [], [null], -1e12, 1e12, 0.5, Number.NaN, true, ['', 1]];

test('each of these systems has a function that creates it in code', () => {
  expect(systemEntries.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(creators)));
});

test.each(systemEntries.map((definition) => [definition.name, definition] as const))(
  '%s: parameters in code get the same defaults as those of a scene',
  (name, definition) => {
    const given: Values[] = [
      {},
      ...Object.entries(definition.params as ParamTable).map(([key, spec]) => ({ [key]: rightValue(spec) })),
    ];
    for (const values of given) {
      const all = { ...minimum[name], ...values };
      // Contradictory values are checked by other code. Here the scene and the code must report the same faults.
      let inScene: unknown;
      try {
        inScene = sceneParams(name, all);
      } catch {
        continue;
      }
      const inCode = readParams(definition, all);
      expect(inCode, JSON.stringify(all)).toStrictEqual(inScene);
      expect(readParams(definition, inCode)).toStrictEqual(inCode);
    }
  },
);

test.each(systemEntries.map((definition) => [definition.name, definition] as const))(
  '%s: invalid values in code are refused with the messages of a scene',
  async (name, definition) => {
    const tables: [place: (values: Values) => Values, table: ParamTable][] = [
      [(values) => values, definition.params],
    ];
    for (const [list, spec] of Object.entries(definition.params as ParamTable)) {
      if (spec.type !== 'list') continue;
      for (const [kind, { fields }] of Object.entries(spec.kinds)) {
        const tag = spec.tag === undefined ? {} : { [spec.tag]: kind };
        tables.push([(values) => ({ [list]: [{ ...tag, ...values }] }), fields]);
      }
    }
    for (const [path, table] of tables) {
      const wrong = Object.keys(table).flatMap((key) => wrongValues.map((value) => ({ [key]: value })));
      for (const values of [...wrong, { [`${Object.keys(table).at(-1)}z`]: 1 }, { xylophone: 1 }]) {
        const all = { ...minimum[name], ...path(values) };
        const said = await faultsOf(() => sceneParams(name, all), /^systems\[0\]\.?/);
        // References by name can only be checked in a scene.
        const inScene = said.filter((fault) => !fault.includes('no actor is called')).map(withoutKnown);
        const inCode = (await faultsOf(() => readParams(definition, all))).map(withoutKnown);
        expect(inCode.sort(), JSON.stringify(all)).toEqual(inScene.sort());
      }
    }
  },
);

test.each(Object.entries(creators))(
  '%s is created with the given values, and refuses unknown ones',
  async (name, create) => {
    await create({ ...minimum[name] });
    const definition = findSystem(name)!;
    expect(await faultsOf(() => create({ ...minimum[name], colr_: 1 }))).toEqual([
      expect.stringMatching(/^colr_: unknown key, (did you mean|known are)/),
    ]);
    expect(await faultsOf(() => create({ ...minimum[name], rate: 'fast' }))).toEqual([
      expect.stringMatching(/^rate: expected a rate from .*, got "fast"/),
    ]);
    expect(definition.params.rate).toBeDefined();
  },
);

test('a ground only needs its material, and a text with a unit is a number', () => {
  expect(createGround().settings).toMatchObject({ material: 'sand', cell: 0.01 });
  expect(createGround({ material: 'snow', cell: '5mm' }).settings).toMatchObject({
    material: 'snow',
    cell: 0.005,
  });
  expect(() => createGround({ materal: 'snow' } as never)).toThrow(
    'materal: unknown key, did you mean "material"?',
  );
  expect(() => createGround('snow' as never)).toThrow('expected parameters in { }, got "snow"');
  expect(() => createGround({ cell: 2 })).toThrow('cell: expected a size ≤ 1 m, got 2');
});

test('a simulation fills the parameters of its systems', () => {
  const simulate = (params: unknown) =>
    new Simulation({
      systems: [{ name: 'yard', definition: groundSystem, params, reads: [], actors: null }],
      actors: [],
      seed: 1,
      start: toFraction(0),
    });
  expect(simulate({ material: 'mud' }).records[0].system.params).toMatchObject({
    material: 'mud',
    cell: 0.01,
  });
  expect(() => simulate({ materal: 'mud' })).toThrow(
    'systems[0].materal: unknown key, did you mean "material"?',
  );
});

test('an option that belongs among the parameters is refused with that hint', async () => {
  await expect(createFur({ coat: 'dog' } as never)).rejects.toThrow(
    'coat: unknown key, write it in "params": { "coat": … }',
  );
  await expect(createParticles({ params: {}, drag: 1 } as never)).rejects.toThrow('write it in "params"');
});

test.each<[unknown, string]>([
  [{ grond: { cell: 1 } }, 'overrides.grond: unknown key, did you mean "ground"?'],
  [{ ground: { celll: 1 } }, 'overrides.ground.celll: unknown key, did you mean "cell"?'],
  [{ ground: 3 }, 'overrides.ground: expected values in { }, got 3'],
  [{ actor: { heigth: 2 } }, 'overrides.actor.heigth: unknown key, did you mean "height"?'],
  [{ time: { fsp: 2 } }, 'overrides.time.fsp: unknown key, did you mean "fps"?'],
  [{ scene: { sead: 2 } }, 'overrides.scene.sead: unknown key, did you mean "seed"?'],
  [{ form: { txt: 'a' } }, 'overrides.form.txt: unknown key, did you mean "text"?'],
  [{ duration: 'long' }, 'overrides.duration: expected a time > 0 and ≤ 100000 s, got "long"'],
  [null, 'overrides: expected overrides in { }, got null'],
])('overrides that no scene knows are refused: %j', (overrides, fault) => {
  expect(() => overrideScene({}, overrides as SceneOverrides)).toThrow(fault);
});

test('lists in overrides are checked entry by entry', () => {
  const scene = { version: 1, systems: [{ system: 'fur' }] };
  const blown = (force: unknown) => parseScene(overrideScene(scene, { fur: { forces: [force as never] } }));
  expect(blown({ force: 'wind', velocity: [1, 0, 0] }).systems[0].params.forces).toMatchObject([
    { gusts: 0.6 },
  ]);
  expect(() => blown({ force: 'wind', velocty: 1 })).toThrow(
    'systems[0].forces[0].velocty: unknown key, did you mean "velocity"?',
  );
});
