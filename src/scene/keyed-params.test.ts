import { describe, expect, test } from 'vitest';
import type { InputError } from '../input-error.ts';
import { hashUnit } from '../math/random.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { systemEntries } from '../systems/index.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { ParamSpec, ParamTable } from '../systems/params.ts';
import { casesOf } from '../testing/long.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { timedExample } from './scene-page.ts';

import { simulatePlan } from './testing/simulate-plan.ts';
import { softLimbFiles } from './testing/soft-limb.ts';

type Values = Readonly<Record<string, unknown>>;
/** Where a parameter is in a system: `gravity`, or list, kind and name of a field: `forces`, `wind`, `velocity`. */
type Path = readonly string[];

/** Lists the parameters of a table that may have keys. */
function listKeyable(table: ParamTable): Path[] {
  return Object.entries(table).flatMap(([name, spec]): Path[] => {
    if (spec.type !== 'list') return 'keyable' in spec && spec.keyable ? [[name]] : [];
    return Object.entries(spec.kinds).flatMap(([kind, { fields }]) =>
      listKeyable(fields).map((path) => [name, kind, ...path]),
    );
  });
}

const cache = createMemoryCache();
const files = { read: (path: string) => softLimbFiles.get(path) };
const end = 0.25;

/** A small scene with one system, in which every parameter that may have keys has an effect. */
const scenes: Readonly<Record<string, (path: Path, given: Values) => Values>> = {
  ground: ([name], given) => ({
    actors: [
      {
        name: 'block',
        box: [0.3, 0.2, 0.3],
        poses: [
          { time: 0, position: [0, 0.12, 0] },
          { time: 0.1, position: [0, 0.04, 0], heading: 0.4 },
          { time: 0.2, position: [0.3, 0.3, 0.1] },
        ],
      },
    ],
    systems: [
      {
        system: 'ground',
        cell: 0.05,
        rate: 60,
        noiseAmplitude: 0.01,
        insideSlope: 0.6,
        outsideSlope: 0.3,
        passesPerSecond: 60,
        looseDepth: 0.02,
        compactedSlope: 0.35,
        waterLevel: -0.02,
        wetSlope: 0.2,
        capillaryRise: 0.05,
        spray: name.startsWith('spray') || name === 'adhesion',
        ...(name === 'sprayAcceleration' && { sprayRule: 'acceleration' }),
        ...(name === 'sprayPower' && { spraySpeed: 20 }),
        ...(name === 'sprayLift' && { sprayContact: 'sliding' }),
        sprayParticleSize: 0.03,
        adhesion: 0.02,
        ...given,
      },
    ],
  }),
  flesh: (_path, given) => ({
    actors: [{ name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' }],
    systems: [{ system: 'flesh', surfaces: ['limb'], elements: 60, modes: 3, rate: 60, ...given }],
  }),
  particles: ([list, kind], given) => ({
    actors: [{ name: 'floor', box: [9, 1, 9], position: [0, -0.55, 0] }],
    systems: [
      {
        system: 'particles',
        shapes: [{ shape: 'box', name: 'box', size: [0.1, 0.1, 0.1] }],
        sources: [
          {
            from: 'box',
            count: 12,
            duration: 0.2,
            velocity: [1, -1, 0],
            ...(list === 'sources' && { life: 0.1 }),
            ...(kind === undefined ? {} : entryOf('sources', list, given)),
          },
        ],
        rate: 60,
        ...(list === 'forces' ? {} : { forces: [{ force: 'gravity' }] }),
        ...(list === 'sources' ? {} : given),
      },
      // On which particles rest.
      ...(given.settle ? [{ system: 'ground', name: 'rest', cell: 0.1, size: [2, 2], actors: [] }] : []),
    ],
  }),
  fur: (_path, given) => ({
    systems: [
      { system: 'fur', size: [0.3, 0.3], spacing: 0.1, texels: 16, layerCount: 12, rate: 60, ...given },
    ],
    actors: [
      {
        name: 'hand',
        box: [0.2, 0.2, 0.2],
        poses: [
          { time: 0, position: [0, 0.11, 0] },
          { time: 0.1, position: [0, 0.5, 0] },
        ],
      },
    ],
  }),
};

function entryOf(list: string, given: string, values: Values): Values {
  return list === given ? ((values[list] as readonly Values[])[0] ?? {}) : {};
}

/** Returns the values of a system with one value at a path. */
function put([name, kind, field]: Path, value: unknown, more: Values = {}): Values {
  if (kind === undefined) return { ...more, [name]: value };
  const tag = kind === 'one' ? {} : { force: kind };
  return { [name]: [{ ...tag, ...extras[`${kind}.${field}`], [field]: value }] };
}

/** What a field needs beside it to have an effect. */
const extras: Readonly<Record<string, Values>> = {
  'wind.velocity': { gusts: 0 },
  'wind.gusts': { gustPeriod: 0.1, gustLength: 0.1 },
  'push.radius': { acceleration: [9, 0, 0] },
  'push.follow': { path: [0, -0.1, 0, 0, 1, 1, 0, 0], radius: 0.4 },
  'push.forward': { path: [0, -0.1, 0, 0, 1, 1, 0, 0], radius: 0.4 },
  'push.acceleration': { radius: 0.4 },
  'push.outward': { radius: 0.4, center: [0.03, 0, 0.02] },
};

/** Two values for parameters whose range does not suggest them. */
const chosen: Readonly<Record<string, readonly [unknown, unknown]>> = {
  'ground.passesPerSecond': [60, 300],
  'ground.waterLevel': [-0.05, 0.02],
  'ground.dryingHalfLife': [0.05, 0.2],
  'ground.sprayTime': [0.05, 0.3],
  'ground.spraySpeed': [0.5, 4],
  'ground.sprayAcceleration': [5, 9000],
  'ground.liquidity': [0.1, 1.5],

  'ground.adhesion': [0.01, 0.03],
  'ground.capillaryRise': [0.01, 0.1],
  'flesh.stiffness': [8000, 40000],
  'flesh.maxAcceleration': [1, 20],
  'flesh.maxDisplacement': [0.005, 0.05],
  'flesh.halfLife': [0.02, 0.3],
  'particles.axis': [
    [0, 1, 0],
    [1, 0, 0],
  ],
  'fur.axis': [
    [0, 1, 0],
    [1, 0, 0],
  ],
  'particles.life': [0.05, 0.3],
  'fur.spring': [500, 3000],
  'fur.edgeSpring': [10, 400],
  'fur.treadHalfLife': [0.02, 1],
};

function valuesFor(system: string, path: Path, spec: ParamSpec): readonly [unknown, unknown] {
  const own = chosen[`${system}.${path[path.length - 1]}`];
  if (own) return own;
  if (spec.type === 'vector') {
    const range = Math.min(spec.max, 4);
    return [
      Array.from({ length: spec.length }, (_, k) => (spec.min === 0 ? 0.1 * k : 0.3 * range * (k - 1))),
      Array.from({ length: spec.length }, (_, k) => range * (0.9 - 0.3 * k)),
    ];
  }
  if (spec.type !== 'number') throw new Error('only numbers and vectors may have keys');
  const middle = spec.default || 0.3 * Math.min(spec.max, 4);
  return [Math.max(spec.min, 0.4 * middle), Math.min(spec.max, 1.6 * middle)];
}

function specOf(table: ParamTable, [name, kind, field]: Path): ParamSpec {
  const spec = table[name];
  return spec.type === 'list' ? spec.kinds[kind].fields[field] : spec;
}

/** Particles that lie on a ground in a wind. */
const resting: Values = {
  settle: true,
  sources: [{ from: 'box', count: 12, onGround: true }],
  forces: [{ force: 'gravity' }, { force: 'wind', velocity: [2, 0, 0] }],
};

/** What parameters need beside them to be accepted, or to have an effect. */
const needed: Readonly<Record<string, Values>> = {
  'fur.edgeSpring': { topology: 'prisms' },
  'particles.grip': { settle: true },
  'particles.liftWind': resting,
};

async function simulate(system: string, path: Path, value: unknown): Promise<Simulation> {
  const needs = needed[`${system}.${path[0]}`] ?? {};
  const scene = scenes[system](path, put(path, value, needs));
  const parsed = parseScene({ version: 1, time: { start: 0, end, fps: 24 }, ...scene });
  return simulatePlan(await openScene(parsed, files, { cache }));
}

/** Returns the first system of a kind. */
const ownOf = (simulation: Simulation, system: string) =>
  simulation.records.find((record) => record.system.definition.name === system)!.system;

const advance = (simulation: Simulation, tick: number) =>
  simulation.advanceTo({ numerator: BigInt(tick), denominator: 60n });

const all = systemEntries.flatMap(({ name, params }) =>
  listKeyable(params).map((path) => ({ system: name, path, label: `${name} ${path.join('.')}`, params })),
);
const cases = casesOf(all, (one) => all.indexOf(one) % 7 === 2);

/**
 * Parameters whose steps also depend on the values before: what is born keeps its values, what wakes when slopes change stays awake, and amounts of fading
 * are rounded from the integral since 0 s.
 */
const remembers = ({ system, path }: { system: string; path: Path }) =>
  path[0] === 'sources' ||
  (system === 'ground' && /Slope|waterLevel|capillaryRise|HalfLife|snowfall|windSmoothing/.test(path[0]));

describe.each(cases)('$label', ({ system, path, params }) => {
  const [low, high] = valuesFor(system, path, specOf(params, path));
  const keys = {
    keys: [
      { time: 0.02, value: low },
      { time: 0.17, value: high },
    ],
  };

  test('keys have an effect; each step is that of the value at its time; a restored run goes on equally', async () => {
    const lastTick = 15;
    const run = await simulate(system, path, keys);
    const { name, timed } = ownOf(run, system);
    const tick = 4 + Math.floor(7 * hashUnit(7, system.length, path.join('').length));
    advance(run, tick);
    const saved = run.save('');
    advance(run, tick + 1);
    const next = run.hash(name);
    advance(run, lastTick);
    const last = run.hash(name);

    const restored = await simulate(system, path, keys);
    restored.load(saved);
    advance(restored, lastTick);
    expect(restored.hash(name)).toBe(last);

    const constant = await simulate(system, path, low);
    advance(constant, lastTick);
    expect(constant.hash(name)).not.toBe(last);

    if (remembers({ system, path })) return;
    const [list, kind, field] = path;
    const now = (timed!.valuesAt(tick / 60) as Values)[list];
    const value = kind === undefined ? now : (now as readonly Values[])[0][field];
    const stepped = await simulate(system, path, value);
    stepped.load(saved);
    advance(stepped, tick + 1);
    expect(stepped.hash(name)).toBe(next);
  });

  test('equal keys give the bytes of the value', async () => {
    const equal = await simulate(system, path, { keys: keys.keys.map((key) => ({ ...key, value: high })) });
    const plain = await simulate(system, path, high);
    for (const run of [equal, plain]) advance(run, 9);
    const { name } = ownOf(plain, system);
    expect(equal.hash(name)).toBe(plain.hash(name));
  });
});

/** Returns the faults of a scene with a ground, as text. */
function faultsOf(values: Values, more: Values = {}): string[] {
  try {
    parseScene({ version: 1, ...more, systems: [{ system: 'ground', ...values }] });
    return [];
  } catch (error) {
    return (error as InputError).faults.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('messages', () => {
  const key = (value: unknown, time: unknown = 0) => ({ time, value });

  test('keys of a parameter that is read once are refused', () => {
    expect(faultsOf({ cell: { keys: [key(0.02)] }, noiseOctaves: { keys: [key(2)] } })).toEqual([
      'systems[0].cell: expected a size > 0 and ≤ 1 m, got keys over time: it is read once, at the start, so give it one value',
      'systems[0].noiseOctaves: expected a whole number from 1 to 8, got keys over time: it is read once, at the start, so give it one value',
    ]);
    expect(faultsOf({ material: { keys: [key('mud')] } })).toEqual([
      'systems[0].material: expected "sand" or "mud" or "snow" or a name in materials, got {"keys":[{"time":0,"value":"mud"}]}',
    ]);
  });

  test('every key is checked as if it were the value', () => {
    const keys = [key('20deg'), key(3, 1), key(0.3), { time: 'soon', valu: 0 }, {}, 0.3];
    expect(faultsOf({ wetSlope: { keys, interpolation: 'smoth', repeat: true } })).toEqual([
      'systems[0].wetSlope.repeat: unknown key, known are keys, interpolation',
      'systems[0].wetSlope.keys[3].valu: unknown key, did you mean "value"?',
      'systems[0].wetSlope.interpolation: expected "linear" or "smooth" or "step", got "smoth", did you mean "smooth"?',
      'systems[0].wetSlope.keys[1].value: expected an angle ≤ 90°, got 3 rad (171.9°)',
      'systems[0].wetSlope.keys[3].time: expected a time from -100000 to 100000 s, got "soon"',
      'systems[0].wetSlope.keys[4].time: expected a time from -100000 to 100000 s, but it is missing',
      'systems[0].wetSlope.keys[4].value: expected an angle from 0° to 90°, but it is missing',
      'systems[0].wetSlope.keys[5]: expected a key such as { "time": 0, "value": … }, got 0.3',
    ]);
    for (const none of [{ keys: [] }, { keys: 3 }]) {
      expect(faultsOf({ wetSlope: none })[0]).toMatch(/^systems\[0\].wetSlope.keys: expected a list of keys/);
    }
  });

  test('units are read in keys; the wind of the scene may have keys', async () => {
    const scene = parseScene({
      version: 1,
      wind: { velocity: { keys: [key(['36km/h', 0, 0], '1/2'), key([0, 0, 0], 0)] } },
      systems: [{ system: 'fur', size: [0.3, 0.3], gravity: { keys: [key(9.81)] } }],
    });
    const plan = await openScene(scene, files, { checkOnly: true });
    const forces = (t: number) => (plan.systems[0].timed!.valuesAt(t) as { forces: Values[] }).forces;
    expect(forces(0.25)[0].velocity).toEqual([5, 0, 0]);
    expect(forces(9)[0].velocity).toEqual([10, 0, 0]);
    expect(plan.systems[0].params).toMatchObject({ gravity: 9.81, forces: [{ velocity: [0, 0, 0] }] });
  });

  test('the example of the documentation is a valid part of a scene', () => {
    const scene = parseScene({ version: 1, ...JSON.parse(timedExample), systems: [{ system: 'fur' }] });
    expect(scene.systems[0].params.forces).toHaveLength(1);
  });

  test('a loop does not take keys', async () => {
    const scene = parseScene({
      version: 1,
      actors: [{ file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' }],
      systems: [{ system: 'flesh', surfaces: ['limb'], loop: true, strength: { keys: [key(1)] } }],
    });
    await expect(openScene(scene, files, { checkOnly: true })).rejects.toThrow(
      'systems[0].loop: expected false with keys over time (strength), which do not repeat with the clip',
    );
  });
});
