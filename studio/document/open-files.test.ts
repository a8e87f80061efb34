import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { stripMeshes } from '../../src/files/testing/strip-meshes.ts';
import { InputError, openScene, parseScene } from '../../src/index.ts';
import { readBeside } from '../../src/scene/read-beside.ts';
import { composeScene } from './compose-scene.ts';
import { openFiles } from './open-files.ts';
import { filePathsOf, showsGround } from './scene-files.ts';
import { openShippedScene, shippedScenes } from './shipped-scenes.ts';
import { actorsOf, createSceneFiles, systemsOf } from './studio-document.ts';

const mannequin = new Uint8Array(readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('a single character gets a ground that suits it, of the chosen material', async () => {
  const document = await openFiles([{ path: 'My hero.glb', bytes: mannequin }], 'mud');
  expect(document.name).toBe('My hero');
  expect(document.origin).toEqual({ kind: 'dropped', file: 'My hero.glb' });
  expect(systemsOf(document.scene)[0]).toMatchObject({ material: 'mud', cell: 0.01 });
  expect([...document.files.keys()]).toEqual(['My hero.glb']);
});

test('a file is found by its path relative to the asset that names it', () => {
  const files = createSceneFiles(new Map([['shared/m.bin', Uint8Array.of(7)]]));
  expect(readBeside(files, 'models/a.gltf')('../shared/m.bin')).toBeUndefined();
  const beside = createSceneFiles(new Map([['models/../shared/m.bin', Uint8Array.of(7)]]));
  expect(readBeside(beside, 'models/a.gltf')('../shared/m.bin')).toEqual(Uint8Array.of(7));
});

test('a single mesh is on the floor, with a coat that suits its size', async () => {
  const obj = (size: number) => {
    const corners = [0, 1, 2, 3].map(
      (k) => `v ${size * (k & 1)} ${size * (0.5 - (k & 1))} ${size * (k >> 1)}`,
    );
    return new TextEncoder().encode([...corners, 'f 1 2 3', 'f 2 4 3'].join('\n'));
  };
  for (const [size, height, length] of [
    [2, undefined, undefined],
    [0.2, undefined, 0.008],
    [500, 1, undefined],
  ]) {
    const { scene, files } = await openFiles([{ path: 'in/cow.obj', bytes: obj(size!) }]);
    const [actor] = actorsOf(scene);
    expect(actor).toMatchObject({ name: 'cow', file: 'cow.obj', keys: 'cow.keys.json' });
    expect(actor.height).toBe(height);
    expect(systemsOf(scene)).toMatchObject([{ system: 'fur', actor: 'cow' }]);
    expect(systemsOf(scene)[0].length).toBe(length);
    const coarse = { ...systemsOf(scene)[0], texels: 16, layerCount: 12 };
    const plan = await openScene(parseScene({ ...scene, systems: [coarse] }), createSceneFiles(files));
    const [{ positions }] = plan.actors[0].posedMeshesAt(0);
    let lowest = Infinity;
    for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
    expect(lowest).toBeCloseTo(0, 5);
    expect(plan.actors[0].report.height).toBeCloseTo(height ?? size!, 6);
  }
});

test('a .gltf finds its files among those dropped with it, with or without folders', async () => {
  const gltf = { asset: { version: '2.0' }, buffers: [{ uri: 'data/a%20b.bin', byteLength: 4 }] };
  const bytes = new Uint8Array(4);
  for (const path of ['figure/data/a b.bin', 'a b.bin']) {
    const given = [
      { path: path.startsWith('figure') ? 'figure/x.gltf' : 'x.gltf', bytes: encode(gltf) },
      { path, bytes },
    ];
    // The error must be about the mesh, which the glTF lacks, and not about its buffer, which was found.
    const opened = await openFiles(given).catch((error: InputError) => error);
    if (opened instanceof Error) expect(opened.message).not.toContain('a b.bin');
    else expect([...opened.files.keys()]).toEqual(['x.gltf', 'data/a b.bin']);
  }
});

test('a download of this page opens again as the same scene, including strokes', async () => {
  const shipped = await openShippedScene('beach-run', async () => mannequin);
  const stroke = {
    name: 'brush-1',
    shape: 'foot',
    size: 0.27,
    depth: 0.02,
    level: 0,
    start: 1,
    heading: 0,
    points: [[0, 0]],
  } as const;
  const { scene, files } = composeScene({ ...shipped, strokes: [stroke] });
  const zip = zipSync({
    'scene.json': encode(scene),
    'report.json': encode({}),
    ...Object.fromEntries(files),
  });
  const opened = await openFiles([{ path: 'beach-run.zip', bytes: zip }]);
  expect(opened.scene).toEqual(scene);
  expect([...opened.files.keys()].sort()).toEqual([...files.keys()].sort());
  expect(actorsOf(opened.scene).map(({ name }) => name)).toEqual(['runner', 'brush-1-left']);
});

test('every shipped scene opens by its name, and an unknown name is refused with a message', async () => {
  for (const { id, scene: written } of shippedScenes) {
    const { scene, files } = await openShippedScene(id, async () => mannequin);
    // The colours of a mesh are named inside the mesh file.
    const named = [...files.keys()].filter((path) => !path.endsWith('.mtl'));
    expect(named.sort()).toEqual([...new Set(filePathsOf(scene))].sort());
    systemsOf(scene).forEach(({ system, material, size, sources }, k) => {
      const before = systemsOf(written)[k];
      expect(material).toBe(before.material);
      expect(sources).toEqual(before.sources);
      // On the page, a single ground has no boundary. Several grounds keep theirs, so that none covers the prints of another. The size of
      // particles is kept.
      const isSingle = systemsOf(written).filter(showsGround).length === 1;
      expect(size).toEqual(system === 'ground' && isSingle ? undefined : before.size);
    });
  }
  await expect(openShippedScene('moon-run', async () => mannequin)).rejects.toThrow(/no scene "moon-run"/);
});

test('every scene of the project comes with the page, except two', () => {
  // One only compares resolutions, the other one has a thousand characters.
  const omitted = ['beach-resolutions', 'stampede'];
  const folder = new URL('../../scenes/', import.meta.url);
  const written = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/scene.json`, folder)));
  expect(written.length).toBeGreaterThan(20);
  expect([...shippedScenes.map(({ id }) => id), ...omitted].sort()).toEqual(written.sort());
});

test('a drawing, a picture and a font become particles; beside a character they count as its own files', async () => {
  const bytes = new Uint8Array(3);
  for (const [path, shape] of [
    ['art/cow.svg', { shape: 'drawing', file: 'cow.svg' }],
    ['dusk.jpg', { shape: 'picture', file: 'dusk.jpg' }],
    ['Sans.ttf', { shape: 'text', font: 'Sans.ttf', text: 'Hello' }],
  ] as const) {
    const { scene, files, origin } = await openFiles([{ path, bytes }]);
    const name = path.replace(/.*\//, '');
    expect(origin).toEqual({ kind: 'dropped', file: name });
    expect([...files.keys()]).toEqual([name]);
    expect((systemsOf(scene)[0].shapes as unknown[]).at(-1)).toMatchObject(shape);
  }
  const { scene } = await openFiles([
    { path: 'skin.png', bytes },
    { path: 'hero.glb', bytes: mannequin },
  ]);
  expect(actorsOf(scene)[0].file).toBe('hero.glb');
});

test('a file that is not a character is refused with the message of the command line', async () => {
  const bytes = new TextEncoder().encode('Kaydara FBX Binary  \0');
  await expect(openFiles([{ path: 'dancer.fbx', bytes }])).rejects.toThrow(InputError);
  await expect(openFiles([{ path: 'broken.zip', bytes }])).rejects.toThrow(/broken.zip: expected a zip file/);
  await expect(openFiles([])).rejects.toThrow(/got nothing/);
});

test('a motion-capture recording opens as a character on a ground that suits it', async () => {
  const lines = [
    'HIERARCHY',
    'ROOT Hips',
    '{',
    'OFFSET 0 0 0',
    'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation',
    'JOINT Head',
    '{',
    'OFFSET 0 80 0',
    'CHANNELS 3 Zrotation Xrotation Yrotation',
    'End Site',
    '{',
    'OFFSET 0 10 0',
    '}',
    '}',
    '}',
    'MOTION',
    'Frames: 2',
    'Frame Time: 0.5',
    '0 90 0 0 0 0 0 0 0',
    '0 90 10 0 0 0 0 0 0',
  ];
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const { scene, files } = await openFiles([{ path: 'takes/walk.bvh', bytes }], 'snow');
  expect(actorsOf(scene)).toMatchObject([{ file: 'walk.bvh' }]);
  expect(systemsOf(scene)).toMatchObject([{ system: 'ground', material: 'snow' }]);
  const plan = await openScene(parseScene(scene), createSceneFiles(files));
  expect(plan.actors[0].posedMeshesAt(0).length).toBeGreaterThan(0);
});

test('a skeleton without a surface is opened with a mannequin', async () => {
  const { scene, files } = await openFiles([{ path: 'walk.vrma', bytes: stripMeshes(mannequin) }], 'snow');
  expect(actorsOf(scene)).toMatchObject([{ file: 'walk.vrma' }]);
  const plan = await openScene(parseScene(scene), createSceneFiles(files));
  expect(plan.actors[0].posedMeshesAt(0).length).toBeGreaterThan(10);
});

test('a mesh with a file of keys follows them over a ground, in the colours of its material file', async () => {
  const corners = [0, 1, 2, 3].map((k) => `v ${k & 1} ${k >> 1} ${k === 3 ? 1 : 0}`);
  const obj = new TextEncoder().encode(['mtllib box.mtl', ...corners, 'f 1 2 3', 'f 2 4 3'].join('\n'));
  const keys = encode([
    { time: 0, position: [0, 0, 0] },
    { time: 2.5, position: [1, 0, 0] },
  ]);
  const given = [
    { path: 'box.obj', bytes: obj },
    { path: 'box.keys.json', bytes: keys },
    { path: 'box.mtl', bytes: new TextEncoder().encode('newmtl a') },
  ];
  const { scene, files } = await openFiles(given, 'mud');
  expect(actorsOf(scene)).toEqual([{ name: 'box', file: 'box.obj', keys: 'box.keys.json' }]);
  expect(systemsOf(scene)).toEqual([{ system: 'ground', material: 'mud' }]);
  expect(scene.time).toMatchObject({ end: 2.5 });
  expect([...files.keys()].sort()).toEqual(['box.keys.json', 'box.mtl', 'box.obj']);
  const bad = [given[0], { path: 'keys.csv', bytes: new TextEncoder().encode('nothing') }];
  await expect(openFiles(bad)).rejects.toThrow(InputError);
});

test('a scene includes the tiles of its terrain and the colours of its meshes', async () => {
  const scene = {
    version: 1,
    actors: [{ file: '../props/box.obj', keys: 'k.json' }],
    systems: [{ system: 'ground', terrain: 'land/t_{column}_{row}.png', terrainTiles: [2, 1] }],
  };
  const given = ['t_0_0', 't_1_0', 't_x_0'].map((name) => ({
    path: `in/land/${name}.png`,
    bytes: Uint8Array.of(1),
  }));
  const { files } = await openFiles([
    { path: 'in/scene.json', bytes: encode(scene) },
    { path: 'in/k.json', bytes: encode([]) },
    { path: 'props/box.obj', bytes: new TextEncoder().encode('mtllib box.mtl') },
    { path: 'props/box.mtl', bytes: Uint8Array.of(2) },
    ...given,
  ]);
  expect([...files.keys()].sort()).toEqual([
    'k.json',
    'land/t_0_0.png',
    'land/t_1_0.png',
    'props/box.mtl',
    'props/box.obj',
  ]);
});
