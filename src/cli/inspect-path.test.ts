import { afterAll, expect, test } from 'vitest';
import { bakeFile } from '../node/bake-file.ts';
import { Workshop } from '../node/testing/workshop.ts';
import { inspectPath } from './inspect-path.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

const linesOf = async (name: string) => (await inspectPath(workshop.path(name))).lines;

test('a scene is described as a bake would read it', async () => {
  const { inspection, lines } = await inspectPath(workshop.path('yard'));
  expect(inspection).toMatchObject({
    file: 'scene.json',
    name: 'yard',
    time: { start: 0, end: 0.5, fps: 12, frames: 7 },
    actors: [{ name: 'hopper', file: 'hopper.glb', travel: { kind: 'travelling' } }],
    systems: [{ system: 'ground', name: 'yard', given: { cell: 0.04, noiseAmplitude: 0.001 } }],
    outputs: ['heightPng', 'groundMesh', 'character'],
    problems: [],
  });
  expect(lines).toEqual([
    'scene.json: scene, 0 to 0.5 s, 7 frames at 12 fps, numbered from 1',
    'hopper: hopper.glb, 30 cm tall, its clip travels at 0.80 m/s',
    'yard: ground, cell 0.04, noiseAmplitude 0.001',
    'Writes heightPng, groundMesh, character.',
    '',
    'No problem found.',
  ]);
});

test('parameters with keys over time are listed: of the wind, a material, a system and its lists', async () => {
  const keys = (...values: unknown[]) => ({
    keys: values.map((value, k) => ({ time: values.length - k, value })),
  });
  workshop.writeScene('timed/scene.json', {
    actors: [],
    wind: { velocity: { ...keys([1, 0, 0], ['36km/h', 0, 0]), interpolation: 'smooth' } },
    materials: { thaw: { base: 'snow', outsideSlope: keys('30deg', '45deg') } },
    systems: [
      {
        system: 'particles',
        shapes: [{ shape: 'box', name: 'box', size: [1, 1, 1] }],
        sources: [{ from: 'box' }],
        drag: keys(0, 1, 2, 3, 4, 5, 6),
        forces: [{ force: 'gravity' }, { force: 'turbulence', acceleration: keys(3) }],
      },
    ],
  });
  const { inspection, lines } = await inspectPath(workshop.path('timed/scene.json'));
  expect((inspection as { keyedParams: unknown }).keyedParams).toEqual([
    {
      system: null,
      parameter: 'wind.velocity',
      unit: 'm/s',
      interpolation: 'smooth',
      keys: [
        { time: 1, value: [10, 0, 0] },
        { time: 2, value: [1, 0, 0] },
      ],
    },
    expect.objectContaining({ system: null, parameter: 'materials.thaw.outsideSlope', unit: 'rad' }),
    expect.objectContaining({ system: 'particles', parameter: 'forces[1].acceleration' }),
    expect.objectContaining({ system: 'particles', parameter: 'drag', interpolation: 'linear' }),
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      'wind.velocity over time: 2 keys, smooth, 1 s: [10, 0, 0] m/s; 2 s: [1, 0, 0] m/s',
      'materials.thaw.outsideSlope over time: 2 keys, linear, 1 s: 45°; 2 s: 30°',
      'particles.drag over time: 7 keys, linear, 1 s: 6 1/s; 2 s: 5 1/s; 3 s: 4 1/s; 4 s: 3 1/s; 5 s: 2 1/s; …; 7 s: 0 1/s',
      'particles.forces[1].acceleration over time: 1 key, linear, 1 s: 3 m/s²',
    ]),
  );
});

test('every fault of a scene and of its files is reported', async () => {
  workshop.writeScene('bad/scene.json', { systems: [{ system: 'ground', cell: -1, roughnes: 1 }] });
  const faults = inspectPath(workshop.path('bad/scene.json'));
  await expect(faults).rejects.toThrow('systems[0].cell: expected a size > 0 m, got -1');
  await expect(faults).rejects.toThrow('did you mean "roughness"?');
  workshop.writeScene('gone/scene.json', { actors: [{ name: 'hopper', file: 'hopper.glb' }] });
  await expect(inspectPath(workshop.path('gone/scene.json'))).rejects.toThrow(
    'actors[0].file: no file "hopper.glb"',
  );
});

test('the folder of a bake lists the written files, and those that no longer exist', async () => {
  const overrides = { scene: { outputs: ['groundMesh', 'heightPng'] } };
  await bakeFile(workshop.path('yard/scene.json'), { out: workshop.path('out'), overrides });
  expect(await linesOf('out')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^7 frames at 12 fps in .* s, written to .*out:$/),
      // The report shows the path as the user gave it, so that it can be pasted into the next command.
      `${workshop.path('out/README.txt')} explains how to import these files into Blender, Houdini and game engines.`,
      'No problem found.',
    ]),
  );
  workshop.remove('out/yard.glb');
  workshop.write('out/yard-png/height.0002.png', 'short');
  const { inspection } = await inspectPath(workshop.path('out/report.json'));
  expect(inspection).toMatchObject({
    version: 1,
    problems: [
      expect.stringMatching(/^yard-png\/height\.0002\.png had \d+ bytes, and now has 5$/),
      'yard.glb no longer exists',
    ],
  });
  const scene = workshop.read('out/scene.json');
  workshop.write('out/scene.json', Uint8Array.from(scene).fill(32, 3, 5));
  expect(await linesOf('out')).toContainEqual(
    expect.stringMatching(/scene\.json has been changed since the bake wrote it/),
  );
  workshop.write('out/scene.json', scene);
  workshop.write('out/report.json', '{ "outputs": 3, "machine": "x" }');
  await expect(linesOf('out')).rejects.toThrow(
    'report.json: expected the report of a bake, got one that is damaged',
  );
});

test('a character is recognised by its bytes, regardless of its extension', async () => {
  workshop.write('avatar.vrm', workshop.read('yard/hopper.glb'));
  expect((await linesOf('avatar.vrm'))[0]).toContain('avatar.vrm: 2 clips');
});

test.each([
  ['keys.json', '[{ "time": 0, "position": [0, 1, 0] }]', 'keys.json: '],
  ['keys.csv', 'time,x,y,z\n0,0,1,0\n1,0,2,0\n', 'keys.csv: '],
  ['path.txt', '# a wheel\n0 0 1 0\n1 0 2 0\n', 'path.txt: '],
  ['named.TXT', 'x;y;z;T\n0;1;0;0\n', 'named.TXT: '],
])('%s is described as keys', async (name, text, message) => {
  workshop.write(name, text);
  expect((await linesOf(name))[0]).toContain(message);
});

test.each([
  ['empty.glb', '', 'empty.glb: got an empty file'],
  ['man.fbx', 'Kaydara FBX Binary  ', 'got a binary FBX, which cannot be read here: import it into Blender'],
  ['clip.mp4', '\0\0\0\x20ftypisom', 'got a film, which cannot be read here'],
  ['notes.txt', 'hello', /expected a character .*, got something else/],
  ['other.json', '{ "a": 1 }', 'got other JSON'],
  ['man.json', '{ "asset": {} }', 'give it the extension .gltf'],
  ['wide.json', '\ufeff{}', 'expected JSON, got text in UTF-16: save it as UTF-8'],
])('%s is refused with a message', async (name, text, message) => {
  workshop.write(name, name === 'wide.json' ? new Uint8Array(Buffer.from(text, 'utf16le')) : text);
  await expect(linesOf(name)).rejects.toThrow(message);
});

test('an unknown name is reported with the nearest one, and a folder of neither kind is reported', async () => {
  await expect(linesOf('yard/hoper.glb')).rejects.toThrow(/no such file, did you mean ".*hopper\.glb"\?/);
  workshop.write('plain/a.txt', 'x');
  await expect(linesOf('plain')).rejects.toThrow('got a folder with neither a report.json nor a scene.json');
});
