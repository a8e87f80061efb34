import { expect, test } from 'vitest';
import { defaultOutputKinds, outputKindNames } from '../bake/output-kinds.ts';
import { InputError } from '../input-error.ts';
import { systemEntries } from '../systems/index.ts';
import { overrideScene } from './override-scene.ts';
import { parseScene, parseSceneText } from './parse-scene.ts';
import { selectParts } from './select-parts.ts';
import { hopperScene } from './testing/hopper.ts';

type Entry = Record<string, unknown>;

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(' or ');

function faultsOf(scene: unknown): string[] {
  try {
    parseScene(scene);
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n');
    throw error;
  }
  return [];
}

/** Returns the hopper's scene with one value changed; its path is such as `systems.0.cell`. */
function changed(path: string, value: unknown): unknown {
  const scene = structuredClone(hopperScene());
  const keys = path.split('.');
  const last = keys.pop()!;
  const target = keys.reduce<Entry>((at, key) => at[key] as Entry, scene);
  if (value === undefined) delete target[last];
  else target[last] = value;
  return scene;
}

test('the smallest scene gets every default', () => {
  const scene = parseScene({
    version: 1,
    actors: [{ file: 'a/fox.run.glb' }],
    systems: [{ system: 'ground' }],
  });
  expect(scene).toMatchObject({
    version: 1,
    seed: 1,
    time: { start: 0, end: 3, fps: 30 },
    outputs: defaultOutputKinds,
    meshPart: 'touched',
    morphTargets: 5,
    morphStorage: 'dense',
    modesInExtras: false,
  });
  expect(scene.actors[0]).toMatchObject({ name: 'fox.run', position: [0, 0, 0], heading: 0, travel: 'auto' });
  expect(scene.systems[0]).toMatchObject({ system: 'ground', name: 'ground', actors: null, reads: null });
  expect(scene.systems[0].params).toMatchObject({ material: 'sand', cell: 0.01, insideSlope: undefined });
});

test.each([
  ['systems.0.cell', 0, 'systems[0].cell: expected a size > 0 m, got 0'],
  ['systems.0.cell', -0.01, 'systems[0].cell: expected a size > 0 m, got -0.01'],
  ['systems.0.cell', 5, 'systems[0].cell: expected a size ≤ 1 m, got 5'],
  [
    'systems.0.cell',
    '5kg',
    'systems[0].cell: expected a size > 0 and ≤ 1 m, got "5kg": the units that fit are m, cm, mm, km',
  ],
  [
    'systems.0.cell',
    '0.5',
    'systems[0].cell: expected a size > 0 and ≤ 1 m, got "0.5": write the number without quotes',
  ],
  ['systems.0.cell', 'fine', 'systems[0].cell: expected a size > 0 and ≤ 1 m, got "fine"'],
  ['systems.0.cell', '5m', 'systems[0].cell: expected a size ≤ 1 m, got 5'],
  [
    'actors.0.heading',
    90,
    'actors[0].heading: expected an angle ≤ 360°, got 90 rad (5156.6°): if degrees are meant, write "90deg"',
  ],
  ['systems.0.cell', null, 'systems[0].cell: expected a size > 0 and ≤ 1 m, got null'],
  ['systems.0.materal', 'mud', 'systems[0].materal: unknown key, did you mean "material"?'],
  [
    'systems.0.material',
    'snwo',
    'systems[0].material: expected "sand" or "mud" or "snow", got "snwo", did you mean "snow"?',
  ],
  [
    'systems.0.system',
    'grund',
    `systems[0].system: expected ${listed(systemEntries.map(({ name }) => name))}, got "grund", did you mean "ground"?`,
  ],
  ['systems.0.rate', 12.5, 'systems[0].rate: expected a rate from 24 to 2000 1/s, got 12.5'],
  ['systems.0.size', [1], 'systems[0].size: expected a list of 2 numbers in m, got [1]'],
  ['systems.0.size', [1, 0], 'systems[0].size[1]: expected a size > 0 m, got 0'],
  ['systems.0.limitFlow', 1, 'systems[0].limitFlow: expected true or false, got 1'],
  ['systems.0', 7, 'systems[0]: expected a system in { }, got 7'],
  ['systems', {}, 'systems: expected a list of systems, got {}'],
  ['systems', [], 'systems: expected at least one system, such as { "system": "ground" }, got none'],
  ['systems', undefined, 'systems: expected a list of systems, but it is missing'],
  [
    'actors.0.file',
    undefined,
    'actors[0].file: expected a file name, relative to the scene, or a box, but it is missing',
  ],
  ['actors.0.heigth', 2, 'actors[0].heigth: unknown key, did you mean "height"?'],
  ['actors.0.height', 2, 'actors[0].height: expected a scale or a height, got both: leave one out'],
  [
    'actors.0.travel',
    'inplace',
    'actors[0].travel: expected "auto" or "inPlace" or "travelling" or "still" or "exact", got "inplace", did you mean "inPlace"?',
  ],
  ['actors.0.position', [0, 0], 'actors[0].position: expected a list of 3 numbers in m, got [0,0]'],
  ['systems.0.actors', ['hoper'], 'systems[0].actors[0]: no actor is called "hoper", did you mean "hopper"?'],
  ['version', 2, 'version: expected 1 (the version of the scene format), got 2'],
  ['version', undefined, 'version: expected 1 (the version of the scene format), but it is missing'],
  ['time.end', 0, 'time.end: expected a time after the start (0 s), got 0'],
  [
    'time.fps',
    0,
    'time.fps: expected frames per second > 0 and ≤ 1000, as a number or as a text like "30000/1001", got 0',
  ],
  [
    'time.fps',
    '0/1',
    'time.fps: expected frames per second > 0 and ≤ 1000, as in 30, 23.976 or "30000/1001", got "0/1"',
  ],
  ['time.frames', 3, 'time.frames: unknown key, known are start, end, firstFrame, fps'],
  [
    'outputs',
    ['groundmesh'],
    `outputs[0]: expected ${listed([...outputKindNames, 'default', 'all'])}, got "groundmesh", did you mean "groundMesh"?`,
  ],
  ['seed', -1, 'seed: expected a whole number ≥ 0, got -1'],
  ['sytems', [], 'sytems: unknown key, did you mean "systems"?'],
])('%s = %j is refused in words', (path, value, fault) => {
  expect(faultsOf(changed(path, value))).toContain(fault);
});

test.each([
  'a/b',
  '..',
  '.hidden',
  'a:b',
  'what?',
  'tail.',
  'a\\b',
  'x'.repeat(101),
  'Con',
  'aux.left',
  'LPT1',
])('a name that cannot be a file name is refused: %s', (name) => {
  expect(faultsOf(changed('systems.0.name', name))[0]).toMatch(
    /^systems\[0\]\.name: expected a name that can be/,
  );
  expect(faultsOf(changed('actors.0.name', name))[0]).toMatch(
    /^actors\[0\]\.name: expected a name that can be/,
  );
});

test('a name that Windows reserves for a device is refused with that reason', () => {
  expect(faultsOf(changed('systems.0.name', 'nul'))).toEqual([
    'systems[0].name: expected a name that can be a file name (Windows reserves this name for a device), got "nul"',
  ]);
  expect(faultsOf(changed('systems.0.name', 'console'))).toEqual([]);
});

test('names that only differ in case are refused, since they are equal on some disks', () => {
  const scene = { version: 1, systems: [{ system: 'ground' }, { system: 'ground', name: 'Ground' }] };
  expect(faultsOf(scene)).toEqual([
    'systems[1].name: expected a unique name, got "Ground", which systems[0] already has',
  ]);
});

test('a misspelt key is one fault, not also a missing one', () => {
  const scene = { version: 1, actors: [{ fiel: 'a.glb' }], systems: [{ system: 'ground' }] };
  expect(faultsOf(scene)).toEqual(['actors[0].fiel: unknown key, did you mean "file"?']);
});

test('all faults are reported at once: of single values, and of values that contradict each other', () => {
  const scene = {
    version: 1,
    time: { start: 2, end: 1 },
    actors: [{ file: 'fox.glb' }, { file: 'other/fox.glb', hight: 3 }],
    systems: [
      { system: 'ground', cell: 0 },
      { system: 'ground', noiseAmplitude: 1000 },
    ],
  };
  expect(faultsOf(scene)).toEqual([
    'actors[1].hight: unknown key, did you mean "height"?',
    'systems[0].cell: expected a size > 0 m, got 0',
    'time.end: expected a time after the start (2 s), got 1',
    'actors[1].name: expected a unique name, got "fox", which actors[0] already has',
    'systems[1].name: expected a unique name, got "ground", which systems[0] already has',
    expect.stringMatching(/^systems\[1\]\.noiseAmplitude: expected noise within/),
  ]);
});

test.each([[null], [3], ['scene'], [[]]])('%j is no scene', (value) => {
  expect(faultsOf(value)).toEqual([`expected a scene in { }, got ${JSON.stringify(value)}`]);
});

test('a fault of the whole file names the file', () => {
  expect(() => parseSceneText('3', 'my/scene.json')).toThrow('my/scene.json: expected a scene in { }, got 3');
});

test('comments are allowed in every object', () => {
  const scene = {
    $schema: './scene.schema.json',
    $comment: 'why',
    version: 1,
    time: { $comment: ['a', 'b'], end: 1 },
    actors: [{ $comment: 'who', file: 'a.glb' }],
    systems: [{ $comment: 'what', system: 'ground' }],
  };
  expect(faultsOf(scene)).toEqual([]);
  expect(parseScene(scene).actors[0]).not.toHaveProperty('$comment');
});

test('overrides replace the values of the scene', () => {
  const scene = parseScene(
    overrideScene(hopperScene(), {
      scene: { seed: 9, outputs: undefined },
      time: { fps: 60 },
      actor: { softDepth: 0.1 },
      ground: { material: 'mud' },
    }),
  );
  expect(scene.seed).toBe(9);
  expect(scene.time).toEqual({ start: 0, end: 0.5, fps: 60 });
  expect(scene.actors[0]).toMatchObject({ name: 'hopper', softDepth: 0.1 });
  expect(scene.systems[0].params).toMatchObject({ material: 'mud', cell: 0.04 });
  expect(scene.outputs).toEqual(hopperScene().outputs);
});

test('overrides without values do not hide faults', () => {
  const nothing = { scene: {}, time: {}, actor: {}, ground: { material: undefined } };
  const faulty = { version: 1, time: 3, actors: 'none', systems: [7] };
  expect(faultsOf(overrideScene(faulty, nothing))).toEqual(faultsOf(faulty));
  expect(faultsOf(faulty)).toHaveLength(3);
});

test('a duration counts from the start that the scene has', () => {
  const late = { ...hopperScene(), time: { start: 0.1, end: 5, fps: 12 } };
  expect(parseScene(overrideScene(late, { duration: 0.2 })).time).toEqual({ start: 0.1, end: 0.3, fps: 12 });
  expect(parseScene(overrideScene(late, { duration: 1, time: { start: 2 } })).time.end).toBe(3);
  expect(parseScene(overrideScene(late, {})).time.end).toBe(5);
});

test('parts are chosen by names of systems and outputs; unknown names are reported together', () => {
  const scene = parseScene({
    version: 1,
    systems: [
      { system: 'ground', name: 'yard' },
      { system: 'ground', name: 'pond' },
    ],
  });
  expect(selectParts(scene, [])).toBe(scene);
  const chosen = selectParts(scene, ['pond', 'contactSheet']);
  expect(chosen.systems.map((system) => system.name)).toEqual(['pond']);
  expect(chosen.outputs).toEqual(['contactSheet']);
  expect(selectParts(scene, ['yard']).outputs).toEqual(defaultOutputKinds);
  expect(() => selectParts(scene, ['yrad', 'contactShet'])).toThrow(
    'only: unknown name "yrad", did you mean "yard"?\nonly: unknown name "contactShet", did you mean "contactSheet"?',
  );
});

test('outputs name kinds, the kinds written by default, or all of them', () => {
  const outputsOf = (outputs?: string[]) =>
    parseScene({ version: 1, systems: [{ system: 'ground' }], ...(outputs && { outputs }) }).outputs;
  expect(outputsOf()).toEqual(defaultOutputKinds);
  expect(defaultOutputKinds).not.toContain('heightPng');
  expect(outputsOf(['default', 'heightPng', 'heightExr'])).toEqual([...defaultOutputKinds, 'heightPng']);
  expect(outputsOf(['all'])).toEqual(outputKindNames);
});

test('every time in a scene may be a fraction as a text', () => {
  const scene = parseScene({
    version: 1,
    time: { start: '-8/24', end: '47/24', fps: 24, firstFrame: 993 },
    actors: [{ file: 'fox.glb', offset: '1/2' }],
    systems: [
      {
        system: 'particles',
        shapes: [{ shape: 'ball', name: 'b', radius: 1 }],
        sources: [{ from: 'b', count: 1 }],
        keys: [{ to: ['b'], start: '1/3', end: '47/24' }],
      },
    ],
  });
  expect(scene.time).toEqual({ start: -8 / 24, end: 47 / 24, fps: 24, firstFrame: 993 });
  expect(scene.actors[0].offset).toBe(0.5);
  expect(scene.systems[0].params).toMatchObject({ keys: [{ start: 1 / 3, end: 47 / 24 }] });
  expect(faultsOf(changed('time.end', '1/0'))).toEqual([
    'time.end: expected a time from -100000 to 100000 s, got "1/0"',
  ]);
  expect(faultsOf(changed('time.end', '199999/2'))).toEqual([]);
  expect(faultsOf(changed('time.end', '300001/2'))).toEqual([
    'time.end: expected a time ≤ 100000 s, got 150000.5',
  ]);
  expect(faultsOf(changed('systems.0.cell', '1/2'))).toEqual([
    'systems[0].cell: expected a size > 0 and ≤ 1 m, got "1/2"',
  ]);
});

test('a duration follows a start that is a fraction', () => {
  const scene = overrideScene({ version: 1, time: { start: '1/2' } }, { duration: 1 });
  expect(scene).toMatchObject({ time: { start: '1/2', end: 1.5 } });
});

test('every number with a unit may be a text with a unit', () => {
  const scene = parseScene({
    version: 1,
    time: { start: '500ms', end: '0.5min' },
    actors: [{ file: 'a.glb', heading: '90deg', position: ['10cm', 0, '-2 m'], speed: '36km/h' }],
    systems: [
      { system: 'ground', cell: '5mm', rate: '240Hz' },
      { system: 'fur', forces: [{ force: 'wind', velocity: ['36km/h', 0, 0], gustLength: '80cm' }] },
    ],
  });
  expect(scene.time).toMatchObject({ start: 0.5, end: 30 });
  expect(scene.actors[0]).toMatchObject({ heading: 1.5707963267949, position: [0.1, 0, -2], speed: 10 });
  expect(scene.systems[0].params).toMatchObject({ cell: 0.005, rate: 240 });
  expect(scene.systems[1].params.forces).toMatchObject([{ velocity: [10, 0, 0], gustLength: 0.8 }]);
});

test('suggestions know related terms, and no suggestion is made if none fits', () => {
  const fur = (values: Entry) => faultsOf({ version: 1, systems: [{ system: 'fur', ...values }] })[0];
  expect(fur({ forces: [{ force: 'gust' }] })).toBe(
    'systems[0].forces[0].force: expected "wind" or "blower" or "whirl" or "push", got "gust": write { "force": "wind", "gusts": … }',
  );
  expect(fur({ forces: [{ force: 'dust' }] })).not.toContain('did you mean');
  expect(fur({ wind: [1, 0, 0] })).toBe('systems[0].wind: unknown key, it belongs to the top of the scene');
  expect(fur({ firstFrame: 1001 })).toBe('systems[0].firstFrame: unknown key, it belongs into "time"');
  expect(fur({ cell: 1 })).toBe('systems[0].cell: unknown key, a system "ground" has it');
  const ground = { version: 1, systems: [{ system: 'ground' }] };
  expect(faultsOf({ ...ground, material: 'mud' })).toEqual([
    'material: unknown key, did you mean "materials"?',
  ]);
  expect(faultsOf({ ...ground, fps: 25 })).toEqual(['fps: unknown key, it belongs into "time"']);
  expect(faultsOf({ ...ground, heading: 1 })).toEqual(['heading: unknown key, an actor has it']);
});
