import { readdirSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BakeReport } from '../bake/bake-report.ts';
import { type BakeFileOptions, bakeFile } from '../node/bake-file.ts';
import { Workshop } from '../node/testing/workshop.ts';
import { casesOf } from '../testing/long.ts';
import { sharedPath } from '../testing/shared.ts';
import { inspectPath } from './inspect-path.ts';

/** The test that a file gets in addition to its inspection. */
type Fate =
  /** The character moves: it is baked on sand. */
  | 'moves'
  /** The file has no motion, so it is refused as a character, with a message about the missing motion. */
  | 'still'
  /** The file is an object, to which the test adds keys. */
  | 'prop'
  /** The file contains keys for the wheel in the same folder. */
  | 'keys'
  /** The file contains heights from which a ground starts. */
  | 'terrain'
  /** The file is a shape for particles. */
  | 'shape'
  /** The file contains the tetrahedra of a soft object that follows keys. */
  | 'tetrahedra'
  /** The file belongs to another file in the same folder. */
  | 'part';

const fates: Readonly<Record<string, Fate>> = {
  'bvh-animateddrawings/jumping_jacks.bvh': 'moves',
  'bvh-animateddrawings/zombie.bvh': 'moves',
  'bvh-cmu-01-01-hops/cmu_01_01.bvh': 'moves',
  'bvh-cmu-12-01-walk/cmu_12_01_walk.bvh': 'moves',
  'bvh-frames-mismatch/Boxing_Toes.bvh': 'moves',
  'bvh-pybvh-fixtures/full_precision_frame_time.bvh': 'moves',
  'bvh-pybvh-fixtures/rotation_first_root.bvh': 'moves',
  'font-ofl/EBGaramond12-Regular.otf': 'shape',
  'font-ofl/FiraMono-Medium.ttf': 'shape',
  'glb-cesium-man/CesiumMan-embedded.gltf': 'moves',
  'glb-cesium-man/CesiumMan.glb': 'moves',
  'glb-fox/Fox.glb': 'moves',
  'glb-mesh2motion/fox-animations.glb': 'moves',
  'glb-mesh2motion/horse-animations.glb': 'moves',
  'glb-mesh2motion/m2m-human-sample-rig.glb': 'moves',
  'glb-mesh2motion/model-horse.glb': 'still',
  'glb-meshopt-quantized/pirate.glb': 'still',
  'glb-robot-expressive/RobotExpressive.glb': 'moves',
  'glb-sparse-morph/singleBlendshapeCube_sparse.glb': 'moves',
  'gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.bin': 'part',
  'gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.gltf': 'moves',
  'gltf-morph-small/SimpleMorph/SimpleMorph.gltf': 'moves',
  'gltf-morph-small/SimpleMorph/simpleMorphAnimation.bin': 'part',
  'gltf-morph-small/SimpleMorph/simpleMorphGeometry.bin': 'part',
  'gltf-morph-stress/MorphStressTest.gltf': 'moves',
  'gltf-simple-skin/simple_skin.gltf': 'moves',
  'mesh-ply-edge/cube_binary.ply': 'prop',
  'mesh-ply-edge/cube_binary_header_with_RN_newline.ply': 'prop',
  'mesh-ply-edge/cube_binary_starts_with_nl.ply': 'prop',
  'mesh-ply-edge/cube_uv.ply': 'prop',
  'mesh-spot/spot_control_mesh.obj': 'prop',
  'mesh-spot/spot_quadrangulated.obj': 'prop',
  'mesh-spot/spot_texture.svg': 'shape',
  'mesh-spot/spot_triangulated.obj': 'prop',
  'mesh-tet-msh/ball-4.1-ascii.msh': 'tetrahedra',
  'mesh-tet-msh/box_cavity-2.2-binary.msh': 'tetrahedra',
  'mesh-tet-msh/icosphere-2.2-binary.msh': 'tetrahedra',
  'mesh-tet-msh/rod-4.1-ascii.msh': 'tetrahedra',
  'mesh-tet-msh/sphere-P2-4.1-binary.msh': 'tetrahedra',
  'mesh-tet-msh/sphere1K-4.1-ascii.msh': 'tetrahedra',
  'mesh-tet-msh/torus-4.1-ascii.msh': 'tetrahedra',
  'mesh-tractor-wheel/tractor_wheel.obj': 'prop',
  'mesh-tractor-wheel/tractor_wheel_rolling.json': 'keys',
  'mesh-wheel/husky_wheel.stl': 'prop',
  'mesh-wheel/left_front_wheel.obj': 'prop',
  'terrain-dem-gz/dem_landscape.tif': 'terrain',
  'terrain-dem-gz/dem_moon.tif': 'terrain',
  'terrain-dem-gz/dem_portrait.tif': 'terrain',
  'terrain-dem-gz/dem_squared.tif': 'terrain',
  'terrain-unrealheightmap/heightmap_16bit.exr': 'terrain',
  'terrain-unrealheightmap/heightmap_16bit.png': 'terrain',
  'terrain-unrealheightmap/heightmap_32bit.exr': 'terrain',
};

/** Each format, and files with something unusual in them. Files that other tests bake are left out. */
const short = new Set([
  'bvh-animateddrawings/jumping_jacks.bvh',
  'bvh-pybvh-fixtures/rotation_first_root.bvh',
  'glb-cesium-man/CesiumMan-embedded.gltf',
  'glb-mesh2motion/m2m-human-sample-rig.glb',
  'glb-sparse-morph/singleBlendshapeCube_sparse.glb',
  'gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.gltf',
  'gltf-simple-skin/simple_skin.gltf',
  'mesh-ply-edge/cube_binary_header_with_RN_newline.ply',
  'mesh-ply-edge/cube_uv.ply',
  'mesh-spot/spot_quadrangulated.obj',
  'mesh-wheel/husky_wheel.stl',
  'terrain-dem-gz/dem_squared.tif',
  'terrain-unrealheightmap/heightmap_16bit.png',
  'terrain-unrealheightmap/heightmap_32bit.exr',
]);

const assets = sharedPath('assets');
const skipped = assets ? '' : ' (skipped: no folder shared/assets)';
const workshop = new Workshop();
afterAll(() => workshop.close());

/** Documents. */
const isForPeople = (name: string) => /\.(md|txt)$/i.test(name);
const namesOf = (...wanted: Fate[]) => Object.keys(fates).filter((name) => wanted.includes(fates[name]));
/** Files to bake: all in the long form, else those that represent the kinds of files. All are inspected in both. */
const bakedOf = (...wanted: Fate[]) => casesOf(namesOf(...wanted), (name) => short.has(name));
const location = (name: string) => join(assets!, name);

/** Bakes with coarse cells for a short time, and writes only height maps. */
async function bake(path: string, options: BakeFileOptions = {}): Promise<BakeReport> {
  const { report } = await bakeFile(path, { out: workshop.path('out'), ...options });
  workshop.remove('out');
  return report;
}

function bakeScene(scene: Record<string, unknown>): Promise<BakeReport> {
  const path = workshop.write(
    'walk/scene.json',
    JSON.stringify({ version: 1, time: { start: 0, end: 0.2, fps: 10 }, ...scene }),
  );
  return bake(path);
}

/** Returns the path of the file in a scene in the workshop. */
const fromWalk = (name: string) => relative(workshop.path('walk'), location(name));
const groundOf = (report: BakeReport) => report.systems.find(({ system }) => system === 'ground')!;

describe.skipIf(!assets)(`every file of shared/assets${skipped}`, () => {
  test('is in the table, and the table has no other', () => {
    const files = readdirSync(assets!, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !isForPeople(entry.name))
      .map((entry) => relative(assets!, join(entry.parentPath, entry.name)));
    expect(files.sort()).toEqual(Object.keys(fates).sort());
  });

  test.each(Object.keys(fates).filter((name) => fates[name] !== 'part'))('%s is inspected', async (name) => {
    const { inspection, lines } = await inspectPath(location(name));
    expect(lines[0]).toContain(`${basename(name)}: `);
    expect(lines.join('\n')).toMatch(/No problem found\.|\d notes?:/);
    expect(lines.join('\n')).not.toMatch(/undefined|NaN|\[object/);
    const again = JSON.parse(JSON.stringify(inspection));
    expect(again.file).toBe(basename(name));
    expect(again.problems).toBeInstanceOf(Array);
  });

  test.each(namesOf('part'))('%s is reported as unknown', async (name) => {
    await expect(inspectPath(location(name))).rejects.toThrow(/expected a character .*, got something else/);
  });

  test.each(bakedOf('moves'))('%s is baked on sand', async (name) => {
    const report = await bake(location(name), {
      overrides: {
        time: { end: 0.2, fps: 10 },
        ground: { material: 'sand', cell: 0.05 },
        scene: { outputs: ['heightPng'] },
      },
    });
    expect(report.frames.count).toBe(3);
    expect(report.actors[0].height).toBeGreaterThan(0);
    expect(groundOf(report)).toMatchObject({ ledger: { error: '0' } });
  });

  test.each(namesOf('still'))(
    '%s is refused as a character, and baked as an object with keys',
    async (name) => {
      await expect(bake(location(name))).rejects.toThrow(
        `expected a character with an animation, but ${basename(name)} has no clip`,
      );
      expect((await press(name)).actors[0].travel).toBeNull();
    },
  );

  test.each(bakedOf('prop'))('%s is pressed into sand by keys', async (name) => {
    const report = await press(name);
    expect(Number(groundOf(report).columnsChanged)).toBeGreaterThan(10);
  });

  test.each(namesOf('keys'))('%s moves the wheel beside it', async (name) => {
    const file = fromWalk('mesh-tractor-wheel/tractor_wheel.obj');
    const report = await bakeScene({
      // The wheel falls before it begins to roll.
      time: { start: 0, end: 0.6, fps: 10 },
      actors: [{ name: 'wheel', file, keys: fromWalk(name) }],
      systems: [{ system: 'ground', cell: 0.05 }],
      outputs: ['heightPng'],
    });
    expect(Number(groundOf(report).columnsChanged)).toBeGreaterThan(10);
  });

  test.each(bakedOf('terrain'))('%s is the initial surface of a ground', async (name) => {
    const isPicture = extname(name) !== '.tif';
    const report = await bakeScene({
      actors: [],
      systems: [
        {
          system: 'ground',
          terrain: fromWalk(name),
          ...(isPicture ? { terrainSpacing: [0.05, 0.05] } : {}),
          ...(name.endsWith('.png') ? { terrainMax: 2 } : {}),
          ...(isPicture ? { cell: 0.1 } : { cell: 1, size: [40, 40] }),
        },
      ],
      outputs: ['heightPng'],
    });
    expect(groundOf(report)).toMatchObject({ ledger: { error: '0' } });
  });

  test.each(namesOf('shape'))('%s is formed by particles', async (name) => {
    const report = await bake(location(name), {
      frames: [0, 1],
      overrides: {
        form: { count: 200, ...(extname(name) === '.svg' ? {} : { text: 'Aft' }) },
        scene: { outputs: ['pointsPly'] },
      },
    });
    expect(report.systems[0]).toMatchObject({ system: 'particles', particles: 200 });
  });
});

/** Presses an object, scaled to half a metre, a few centimetres deep into sand. */
async function press(name: string): Promise<BakeReport> {
  const keys = [
    { time: 0, position: [0, 0.5, 0] },
    { time: 0.2, position: [0.05, 0, 0] },
  ];
  workshop.write('walk/keys.json', JSON.stringify({ keys }));
  return bakeScene({
    actors: [{ name: 'thing', file: fromWalk(name), keys: 'keys.json', height: 0.5 }],
    systems: [{ system: 'ground', cell: 0.02 }],
    outputs: ['heightPng'],
  });
}
