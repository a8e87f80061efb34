import { expect, test } from 'vitest';
import { checkParticles } from './check-params.ts';
import { fillParticles, prepareRun } from './testing/particle-run.ts';

const shapes = [
  { shape: 'ball', name: 'ball' },
  { shape: 'box', name: 'box' },
];
const sources = [{ from: 'ball', count: 100 }];
const base = { shapes, sources };

function messages(values: Record<string, unknown>): string[] {
  return checkParticles(fillParticles({ ...base, ...values })).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const faults: [string, Record<string, unknown>, string][] = [
  ['no source', { sources: [] }, 'sources: expected at least one source, got none'],
  [
    'an unknown shape',
    { sources: [{ from: 'bal' }] },
    'sources[0].from: expected the name of a shape, got "bal": did you mean "ball"?',
  ],
  [
    'a shape that is like none',
    { sources: [{ from: 'qqqqqqqqq' }] },
    'sources[0].from: expected the name of a shape, got "qqqqqqqqq": known are "ball", "box"',
  ],
  [
    'two shapes of a name',
    { shapes: [...shapes, shapes[0]] },
    'shapes[2].name: expected a unique name, got "ball", which is also that of shapes[0]',
  ],
  [
    'two sources of a name',
    { sources: [...sources, ...sources] },
    'sources[1]: expected a unique name, got "ball", which is also that of sources[0]',
  ],
  [
    'too many',
    {
      sources: [
        { from: 'ball', count: 5e6 },
        { from: 'box', count: 5e6 },
      ],
    },
    'sources: expected at most 8000000 particles in all, got 10000000: divide them among several systems',
  ],
  [
    'odd corners',
    { shapes: [...shapes, { shape: 'polygon', name: 'p', corners: [0, 0, 1, 0, 1] }] },
    'shapes[2].corners: expected x and y of each corner, got 5 numbers',
  ],
  [
    'few corners',
    { shapes: [...shapes, { shape: 'polygon', name: 'p' }] },
    'shapes[2].corners: expected at least three corners, got 0',
  ],
  [
    'points from nowhere',
    { shapes: [...shapes, { shape: 'points', name: 'p' }] },
    'shapes[2].file: expected a file or coordinates, got neither',
  ],
  [
    'two scales',
    { shapes: [...shapes, { shape: 'mesh', name: 'm', file: 'a.obj', scale: 1, height: 2 }] },
    'shapes[2].height: expected a scale or a height, got both: leave one out',
  ],
  [
    'a flat line of a box',
    { shapes: [...shapes, { shape: 'box', name: 'b', size: [1, 0, 0] }] },
    'shapes[2].size: expected at most one side of 0, got 2',
  ],
  [
    'a force on no source',
    { forces: [{ force: 'gravity', sources: [] }] },
    'forces[0].sources: expected the names of sources, got none: leave it out for all sources',
  ],
  [
    'a force on an unknown source',
    { forces: [{ force: 'gravity', sources: ['balll'] }] },
    'forces[0].sources[0]: expected the name of a source, got "balll": did you mean "ball"?',
  ],
  [
    'a force that never is',
    { forces: [{ force: 'gravity', from: 2, until: 1 }] },
    'forces[0].until: expected a time after it begins (2 s), got 1',
  ],
  [
    'a vortex about nothing',
    { forces: [{ force: 'vortex', axis: [0, 0, 0] }] },
    'forces[0].axis: expected a direction, got 0, 0, 0',
  ],
  [
    'an unknown shape in a key',
    { keys: [{ to: ['box', 'bx'] }] },
    'keys[0].to[1]: expected the name of a shape, got "bx": did you mean "box"?',
  ],
  [
    'a shape twice',
    { keys: [{ to: ['box', 'box'] }] },
    'keys[0].to[1]: expected each shape once, got "box" again',
  ],
  [
    'no shape',
    { keys: [{ to: [] }] },
    'keys[0].to: expected the name of a shape, got none: leave it out if only the state changes',
  ],
  [
    'a key for nothing',
    { keys: [{ end: 1 }] },
    'keys[0].to: expected a shape or a state to reach (color, opacity, size, orientation, attributes), got none',
  ],
  [
    'a density to nowhere',
    { keys: [{ kind: 'density', size: 1 }] },
    'keys[0].to: expected the name of a shape, which "density" requires, got none',
  ],
  [
    'counts to nowhere',
    { keys: [{ counts: [1], size: 1 }] },
    'keys[0].to: expected the name of a shape, which "counts" requires, got none',
  ],
  [
    'counts for others',
    { keys: [{ to: ['box'], counts: [1, 2] }] },
    'keys[0].counts: expected one number for each shape in "to" (1), got 2',
  ],
  [
    'counts of none',
    { keys: [{ to: ['box'], counts: [0] }] },
    'keys[0].counts: expected at least one particle, got 0',
  ],
  [
    'counts above what there is',
    { keys: [{ to: ['box'], kind: 'density', counts: [101] }] },
    'keys[0].counts: expected at most 100, the number of particles in its sources, got 101',
  ],
  [
    'counts and a fraction',
    { keys: [{ to: ['box'], counts: [10], fraction: 0.5 }] },
    'keys[0].counts: expected counts or a fraction (0.5), got both: leave one out',
  ],
  [
    'an end before the start',
    { keys: [{ to: ['box'], start: 2, end: 1 }] },
    'keys[0].end: expected a time after the start (2 s), got 1',
  ],
  [
    'a key shorter than a step',
    { keys: [{ to: ['box'], start: 1, end: 1.001 }] },
    'keys[0].end: expected at least one step (0.00833333 s) after the start, got 0.001 s: give it more time, or increase the rate of the system',
  ],
  [
    'a key without end',
    { keys: [{ to: ['box'], end: 90_000 }] },
    'keys[0].end: expected at most 16666.7 s after the start at 120 steps per second, got 90000 s',
  ],
  [
    'a stagger as long as the key',
    { keys: [{ to: ['box'], start: 1, end: 2, stagger: 1 }] },
    'keys[0].stagger: expected at least one step less than the duration of the key (1 s), got 1',
  ],
  [
    'a velocity in one step',
    { keys: [{ to: ['box'], start: 1, end: 1.01, law: 'velocity' }] },
    'keys[0].law: expected at least two steps for the law "velocity", which must reach position and velocity: give it more time, or increase the rate of the system',
  ],
  [
    'a velocity that nobody meets',
    { keys: [{ to: ['box'], velocity: [1, 0, 0] }] },
    'keys[0].velocity: expected the law "velocity", the only one that reaches a velocity: set it, or leave this out',
  ],
  [
    'no quaternion',
    { keys: [{ orientation: [0, 0, 0, 0] }] },
    'keys[0].orientation: expected a quaternion x y z w, got 0, 0, 0, 0: no rotation is 0, 0, 0, 1',
  ],
  [
    'a spin without an orientation',
    { keys: [{ spin: [0, 0, 0], size: 1 }] },
    'keys[0].spin: expected an orientation at which the key has this spin, got none: add one',
  ],
  [
    'an unknown attribute',
    { attributes: [{ name: 'heat' }], keys: [{ attributes: [{ name: 'hat' }] }] },
    'keys[0].attributes[0].name: expected the name of an attribute, got "hat": did you mean "heat"?',
  ],
  [
    'several attempts without randomness',
    { keys: [{ to: ['box'], attempts: 4 }] },
    'keys[0].attempts: expected a randomness above 0, since all paths are equal without it: set it, or leave this out',
  ],
  [
    'an r for each step without randomness',
    { keys: [{ to: ['box'], randomPer: 'step' }] },
    'keys[0].randomPer: expected a randomness above 0, since nothing is drawn without it: set it, or leave this out',
  ],
  [
    'a look-ahead with a single attempt',
    { keys: [{ to: ['box'], randomness: 1, lookAhead: 20 }] },
    'keys[0].lookAhead: expected attempts above 1, without which this has no effect, got attempts 1; change attempts, or leave this out',
  ],
  [
    'an acceptance in groups',
    { keys: [{ to: ['box'], kind: 'density', attempts: 4, acceptance: 2 }] },
    'keys[0].acceptance: expected kind "fill", without which this has no effect, got kind density; change kind, or leave this out',
  ],
  [
    'a law without a shape',
    { keys: [{ size: 1, law: 'constant' }] },
    'keys[0].law: expected a shape in "to", without which this has no effect, got none; change to, or leave this out',
  ],
  [
    'a rule that the paper sets',
    { keys: [{ to: ['box'], paper: true, judgeEvery: 2, randomness: 1, attempts: 2 }] },
    'keys[0].judgeEvery: expected none beside "paper", which sets this rule, got 2; leave one of them out',
  ],
  [
    'a choice among all particles',
    { keys: [{ to: ['box'], selection: 'nearest' }] },
    'keys[0].selection: expected a fraction below 1, or counts, without which this has no effect, got fraction 1; change fraction, or leave this out',
  ],
  [
    'the spread of a life that does not end',
    { sources: [{ from: 'box', lifeSpread: 1 }] },
    'sources[0].lifeSpread: expected a life, without which this has no effect, got none; change life, or leave this out',
  ],
  [
    'a bounded arrival without a bound',
    { keys: [{ to: ['box'], arrive: 'bounded' }] },
    'keys[0].arrive: expected a `maxAcceleration` of the system for "bounded"',
  ],
  [
    'a bounded arrival with a velocity',
    { maxAcceleration: 9, keys: [{ to: ['box'], arrive: 'bounded', law: 'velocity' }] },
    'keys[0].arrive: expected the law "leastEffort" or "constant" for "bounded"',
  ],
  [
    'a bounded arrival in groups',
    { maxAcceleration: 9, keys: [{ to: ['box'], arrive: 'bounded', kind: 'density' }] },
    'keys[0].arrive: expected kind "fill" for "bounded"',
  ],
  [
    'two keys of a name',
    {
      keys: [
        { name: 'a', size: 1, end: 1 },
        { name: 'a', size: 1, start: 1 },
      ],
    },
    'keys[1].name: expected a unique name, got "a", which is also that of keys[0]',
  ],
];

test.each(faults)('refuses %s', (_name, values, expected) => {
  expect(messages(values)).toEqual([expected]);
});

test('the error for two keys that control one particle at the same time names both', () => {
  const first = { name: 'word', to: ['box'], start: 1, end: 3, hold: 2 };
  const said = messages({ keys: [first, { name: 'image', to: ['ball'], start: 4, end: 6 }] });
  expect(said).toEqual([
    'keys[1]: expected each particle of "ball" to be controlled by one key at a time, but "image" (4 s to 6 s) and "word" ' +
      '(1 s to 5 s) overlap: separate them in time (a key ends after its hold), give them different sources, or fractions ' +
      'that add up to at most 1',
  ]);
  expect(messages({ keys: [first, { to: ['ball'], start: 5, end: 6 }] })).toEqual([]);
  expect(messages({ keys: [first, { to: ['ball'], start: 4, end: 6, enabled: false }] })).toEqual([]);
  expect(
    messages({
      keys: [
        { ...first, fraction: 0.5 },
        { to: ['ball'], start: 4, end: 6, fraction: 0.5 },
      ],
    }),
  ).toEqual([]);
  expect(messages({ keys: [first, { color: [1, 0, 0], start: 0, end: 6 }] })).toEqual([]);
  const apart = [
    { from: 'ball', count: 10 },
    { from: 'box', count: 10 },
  ];
  const keys = [
    { ...first, sources: ['ball'] },
    { to: ['ball'], sources: ['box'], start: 4, end: 6 },
  ];
  expect(messages({ sources: apart, keys })).toEqual([]);
});

test('faults that depend on births are refused before the run', async () => {
  const late = [{ from: 'ball', count: 100, start: 1, duration: 1 }];
  const ask = (keys: unknown[], sources: unknown[] = late) => prepareRun({ shapes, sources, keys });
  await expect(ask([{ to: ['box'], kind: 'density', counts: [80], start: 1, end: 1.5 }])).rejects.toThrow(
    /^systems\[0\]\.keys\[0\]\.counts: expected at most \d\d, the number of particles in its sources/,
  );
  await expect(ask([{ to: ['box'], start: 0.2, end: 0.8 }])).rejects.toThrow(
    'systems[0].keys[0]: expected particles that appear before "keys[0]" arrives and exist until then, got none',
  );
  await expect(ask([{ to: ['box'], start: 0, end: 5 }], [{ from: 'ball', life: 1 }])).rejects.toThrow(
    'got none',
  );
  const half = { fraction: 0.5, start: 3, end: 4, to: ['box'] };
  const counts = { to: ['box'], counts: [60], start: 3.5, end: 5 };
  await expect(
    ask([
      { name: 'half', ...half },
      { name: 'counted', ...counts },
    ]),
  ).rejects.toThrow(
    'systems[0].keys[1]: expected 60 particles for "counted" that no other key controls at the same time, got 50; ' +
      'the others belong to "half"',
  );
  for (const choose of ['random', 'nearest', 'first']) {
    const keys = [
      { ...half, choose },
      { ...counts, counts: [50], choose },
    ];
    const { prepared } = await ask(keys);
    expect(prepared.keys.map(({ memberCount }) => memberCount)).toEqual([50, 50]);
  }
});

test('a key that ends before the scene begins is refused, and one that ends after the scene gives a warning', async () => {
  const ask = (key: object, startTime = 0) =>
    prepareRun({ shapes, sources, keys: [{ name: 'k', ...key }] }, { startTime });
  await expect(ask({ to: ['box'], start: 1, end: 4 }, 5)).rejects.toThrow(
    'systems[0].keys[0].end: expected a time after the scene begins (5 s), got 4',
  );
  const warningsOf = async (key: object) => (await ask(key)).prepared.warnings;
  expect(await warningsOf({ to: ['box'], start: 9, end: 10, hold: 5 })).toEqual([]);
  expect(await warningsOf({ to: ['box'], start: 9, end: 11 })).toEqual([
    'key "k" is not reached: it ends at 11 s, and the scene ends at 10 s',
  ]);
  expect(await warningsOf({ to: ['box'], start: 10, end: 11 })).toEqual([
    'key "k" has no effect: it starts at 10 s, and the scene ends at 10 s',
  ]);
});

test('a warning is given if particles appear at, or go to, fewer points than there are particles', async () => {
  const dots = { shape: 'points', name: 'dots', coordinates: [0, 0, 0, 1, 1, 1] };
  const warningsOf = async (count: number, from: string) =>
    (
      await prepareRun({
        shapes: [...shapes, dots],
        sources: [{ from, count }],
        keys: [{ name: 'k', to: ['dots'], start: 0, end: 1 }],
      })
    ).prepared.warnings;
  expect(await warningsOf(2, 'dots')).toEqual([]);
  expect(await warningsOf(3, 'dots')).toEqual([
    'source "dots": 3 particles use only 2 points of "dots", so some have equal positions',
    'key "k": 3 particles use only 2 points of "dots", so some have equal positions',
  ]);
});

test('confinement is refused if the goal, the source or the shape of an earlier key has no inside', async () => {
  const dots = { shape: 'points', name: 'dots', coordinates: [0, 0, 0, 1, 1, 1] };
  const all = [...shapes, dots];
  const ask = (from: string, keys: unknown[]) =>
    prepareRun({ shapes: all, sources: [{ from, count: 10 }], keys });
  const fault = (key: number) =>
    `systems[0].keys[${key}].confinement: expected a shape with an inside, but "dots" has none: give it an area or a volume`;
  const confined = { confinement: 'morph', start: 2, end: 3 };
  await expect(ask('ball', [{ ...confined, to: ['dots'] }])).rejects.toThrow(fault(0));
  await expect(ask('dots', [{ ...confined, to: ['box'] }])).rejects.toThrow(fault(0));
  await expect(
    ask('ball', [
      { to: ['dots'], start: 0, end: 1 },
      { ...confined, to: ['box'] },
    ]),
  ).rejects.toThrow(fault(1));
  await ask('ball', [
    { ...confined, to: ['box'] },
    { to: ['dots'], start: 4, end: 5 },
  ]);
});

test('random values of the right types give faults, and no other errors', () => {
  const words = ['', 'ball', 'box', '\0', 'x'.repeat(1000)];
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % limit;
  };
  for (let round = 0; round < 300; round++) {
    const word = () => words[next(words.length)];
    const keys = Array.from({ length: next(4) }, () => ({
      name: word(),
      to: Array.from({ length: next(3) }, word),
      sources: next(2) ? Array.from({ length: next(3) }, word) : undefined,
      counts: next(2) ? Array.from({ length: next(3) }, () => next(5)) : undefined,
      start: next(3),
      end: next(3),
      kind: next(2) ? 'density' : 'fill',
      law: next(2) ? 'velocity' : 'constant',
      stagger: next(3),
    }));
    const values = {
      shapes: Array.from({ length: next(4) }, () => ({ shape: 'ball', name: word() })),
      sources: Array.from({ length: next(3) }, () => ({ from: word() })),
      keys,
    };
    for (const { path, message } of checkParticles(fillParticles(values))) {
      expect(path.length).toBeGreaterThan(0);
      expect(message).toMatch(/^expected /);
    }
  }
});
