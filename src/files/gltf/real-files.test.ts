import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createActor } from '../../motion/actor.ts';
import { createActorColliders } from '../../motion/actor-colliders.ts';
import type { DeformingCollider } from '../../motion/collider.ts';
import { findJumps } from '../../motion/find-jumps.ts';
import { measureRest } from '../../motion/measure-rest.ts';
import type { Clip, Rig } from '../../motion/rig.ts';
import { weldSurface } from '../../motion/weld-vertices.ts';
import { sharedPath } from '../../testing/shared.ts';
import { readPicture } from '../picture.ts';
import { expectSameNumbers } from '../testing/compare-rig.ts';
import { openIo } from '../testing/compress-gltf.ts';
import { maxDifference, posedPoints, poseRig } from '../testing/posing.ts';
import { signedVolume } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const paths = {
  robot: 'glb-robot-expressive/RobotExpressive.glb',
  fox: 'glb-fox/Fox.glb',
  horse: 'glb-mesh2motion/horse-animations.glb',
  smallFox: 'glb-mesh2motion/fox-animations.glb',
  human: 'glb-mesh2motion/m2m-human-sample-rig.glb',
  cesiumMan: 'glb-cesium-man/CesiumMan.glb',
  cesiumManEmbedded: 'glb-cesium-man/CesiumMan-embedded.gltf',
  morphStress: 'gltf-morph-stress/MorphStressTest.gltf',
  morphCube: 'gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.gltf',
  simpleMorph: 'gltf-morph-small/SimpleMorph/SimpleMorph.gltf',
  simpleSkin: 'gltf-simple-skin/simple_skin.gltf',
  sparseMorph: 'glb-sparse-morph/singleBlendshapeCube_sparse.glb',
  pirate: 'glb-meshopt-quantized/pirate.glb',
} as const;

const found = Object.values(paths).every((path) => sharedPath(`assets/${path}`));
const title = found ? 'real files' : 'real files (skipped: no folder shared/assets beside the checkout)';

function read(name: keyof typeof paths): Promise<Rig> {
  const path = sharedPath(`assets/${paths[name]}`) as string;
  const resolve = (uri: string) => readFileSync(join(dirname(path), uri));
  return readGltf(readFileSync(path), { name, resolve });
}

const clipOf = (rig: Rig, name: string) => rig.clips.find((clip) => clip.name === name) as Clip;

/** Returns the minimum and maximum y over all surfaces. */
function heightsAt(rig: Rig, clip: Clip, t: number): [number, number] {
  const heights = rig.surfaces.flatMap((_, surface) => posedPoints(rig, surface, clip, t).map(([, y]) => y));
  return [Math.min(...heights), Math.max(...heights)];
}

describe.skipIf(!found)(title, () => {
  test.each([
    ['robot', 74, 19, [43, 43], 14, 4.461],
    ['fox', 26, 1, [24], 3, 79.03],
    ['horse', 58, 1, [56], 14, 2.035],
    ['smallFox', 51, 1, [49], 14, 1.694],
    ['human', 68, 1, [66], 1, 1.83],
    ['cesiumMan', 22, 1, [19], 1, 1.507],
    ['morphStress', 1, 2, [], 3, 0.6],
    ['pirate', 1, 1, [], 0, 1.905],
  ] as const)(
    '%s: nodes, surfaces, joints, clips, height',
    async (name, nodes, surfaces, joints, clips, height) => {
      const rig = await read(name);
      expect(rig.nodes.length).toBe(nodes);
      expect(rig.surfaces.length).toBe(surfaces);
      expect(rig.skins.map((skin) => skin.joints.length)).toEqual(joints);
      expect(rig.clips.length).toBe(clips);
      expect(measureRest(rig).height).toBeCloseTo(height, 2);
    },
  );

  test.each([
    ['fox', 1024, 1024],
    ['horse', 499, 500],
    ['cesiumMan', 1024, 1024],
    ['cesiumManEmbedded', 1024, 1024],
    ['human', 499, 500],
  ] as const)(
    '%s: coordinates of every vertex within its picture of %i × %i',
    async (name, width, height) => {
      const { surfaces } = await read(name);
      for (const { positions, texcoords, picture } of surfaces) {
        expect(texcoords?.length).toBe((2 * positions.length) / 3);
        expect(texcoords?.every((value) => value > 0 && value < 1)).toBe(true);
        const decoded = readPicture(picture?.bytes ?? new Uint8Array(0), name);
        expect([decoded.width, decoded.height]).toEqual([width, height]);
      }
    },
  );

  test('morphStress: two parts, each with a picture of its own', async () => {
    const { surfaces } = await read('morphStress');
    expect(surfaces.map(({ picture }) => picture?.name)).toEqual(['TinyGrid', 'ColorSwatches']);
  });

  test('robot and pirate have neither, without a warning', async () => {
    for (const name of ['robot', 'pirate'] as const) {
      const { surfaces, warnings } = await read(name);
      expect(surfaces.every(({ texcoords, picture }) => !texcoords && !picture)).toBe(true);
      expect(warnings.join()).not.toContain('picture');
    }
  });

  test('robot: one warning, about its armature; its feet stand on the floor and leave it in a jump', async () => {
    const rig = await read('robot');
    expect(rig.warnings).toEqual([
      'node 1 "RobotArmature" scales the skeleton by 100; the posed surface measures 4.46 units from sole to crown',
    ]);
    expect(heightsAt(rig, clipOf(rig, 'Idle'), 1)[0]).toBeCloseTo(-0.02, 3);
    const [low, high] = heightsAt(rig, clipOf(rig, 'Jump'), 0.35);
    expect(low).toBeGreaterThan(0.9);
    expect(high).toBeGreaterThan(5.5);
    const face = clipOf(rig, 'Running').channels.find(({ path }) => path === 'weights');
    expect(face?.width).toBe(3);
  });

  test('fox: unindexed, without normals, welded from 1,728 vertices to 290, closed and facing outward', async () => {
    const rig = await read('fox');
    expect(rig.surfaces[0].positions.length / 3).toBe(1728);
    expect(rig.surfaces[0].indices.length / 3).toBe(576);
    const actor = createActor(rig, { name: 'fox', clip: 'Run' });
    expect(actor.scale).toBe(0.01);
    const driver = createActorColliders(actor);
    driver.advance(0.1, 0.102);
    const colliders = driver.colliders as DeformingCollider[];
    const volumes = colliders.map(({ end, indices }) => signedVolume(end, indices));
    expect(volumes.reduce((a, b) => a + b)).toBeGreaterThan(0.01);
    const welded = weldSurface(rig.surfaces[0]);
    expect(welded.positions.length / 3).toBe(290);
    expect(openEdges(welded.indices)).toBe(0);
  });

  test.each([
    ['robot', 'Running'],
    ['horse', 'Run'],
    ['cesiumMan', 0],
  ] as const)(
    '%s %s: split by joint, every part stays above its bound, most parts are clear of the ground',
    async (name, clip) => {
      const rig = await read(name);
      const actor = createActor(rig, { name, clip, height: 1.7 });
      const driver = createActorColliders(actor);
      const colliders = driver.colliders as DeformingCollider[];
      expect(colliders.length).toBeGreaterThanOrEqual(Math.max(rig.surfaces.length, 10));
      const triangles = colliders.reduce((sum, { indices }) => sum + indices.length, 0);
      const welded = rig.surfaces.reduce((sum, surface) => sum + weldSurface(surface).indices.length, 0);
      expect(triangles).toBe(welded);
      let gap = 0;
      let clear = 0;
      for (let step = 0; step < 20; step++) {
        driver.advance(step / 20, (step + 1) / 20);
        for (const { start, end, lowest = Number.NaN } of colliders) {
          let height = Infinity;
          for (let k = 1; k < end.length; k += 3) height = Math.min(height, start[k], end[k]);
          expect(lowest).toBeLessThanOrEqual(height);
          if (lowest > -Infinity) gap = Math.max(gap, height - lowest);
          if (lowest > 0.1) clear++;
        }
      }
      expect(gap).toBeLessThan(0.3);
      expect(clear).toBeGreaterThan(10 * colliders.length);
    },
  );

  test('horse: constant STEP tracks are not cuts', async () => {
    const rig = await read('horse');
    const run = clipOf(rig, 'Run');
    expect(run.start).toBeCloseTo(1 / 30, 6);
    expect(run.channels.filter(({ interpolation }) => interpolation === 'STEP').length).toBe(86);
    for (const clip of rig.clips) expect(findJumps(clip).length).toBe(0);
  });

  test('CesiumMan: both encodings give the same surface at equal times, feet near the ground', async () => {
    const binary = await read('cesiumMan');
    const embedded = await read('cesiumManEmbedded');
    expect(binary.clips[0].channels[0].times.length).toBe(48);
    expect(embedded.clips[0].channels[0].times.length).toBe(46);
    for (const t of [0, 0.5, 1, 1.9]) {
      const points = posedPoints(binary, 0, binary.clips[0], t);
      expect(maxDifference(points, posedPoints(embedded, 0, embedded.clips[0], t))).toBe(0);
      const [low, high] = heightsAt(binary, binary.clips[0], t);
      expect(Math.abs(low)).toBeLessThan(0.03);
      expect(high).toBeGreaterThan(1.43);
      expect(high).toBeLessThan(1.52);
    }
  });

  test('SimpleMorph: the published shapes at its keys', async () => {
    const rig = await read('simpleMorph');
    const tip = (t: number) => posedPoints(rig, 0, rig.clips[0], t)[2].slice(0, 2);
    expect([0, 0.5, 1, 2, 3, 4].map(tip)).toEqual([
      [0.5, 0.5],
      [1, 1],
      [1.5, 1.5],
      [0.5, 2.5],
      [-0.5, 1.5],
      [0.5, 0.5],
    ]);
  });

  test('AnimatedMorphCube: node scale 100 over a cube of 2 cm', async () => {
    const rig = await read('morphCube');
    expect(measureRest(rig).height).toBeCloseTo(2, 6);
    const [first, second] = poseRig(rig, rig.clips[0], 2).weights[0];
    expect(first + second).toBeCloseTo(1, 6);
    expect(first).toBeCloseTo(0.8056, 4);
  });

  test('MorphStressTest: all eight targets at the height of the pulse', async () => {
    const rig = await read('morphStress');
    const pulse = clipOf(rig, 'Pulse');
    expect([...poseRig(rig, pulse, pulse.end / 2).weights[0]]).toEqual(new Array(8).fill(1));
  });

  test('simple skin: a rotation by 90° at 1 s about the joint at y = 1', async () => {
    const rig = await read('simpleSkin');
    const [x, y] = posedPoints(rig, 0, rig.clips[0], 1)[9];
    expect([x, y]).toEqual([expect.closeTo(-1, 3), expect.closeTo(1.5, 3)]);
  });

  test('sparse morph: only the listed vertices move', async () => {
    const rig = await read('sparseMorph');
    const deltas = rig.surfaces[0].morphTargets[0];
    expect(deltas.filter((value) => value !== 0).length).toBe(12);
    expect(rig.clips[0]).toMatchObject({ start: 0, end: 0 });
  });

  test('pirate: compressed and quantised, 1.9 m tall on its dequantising node', async () => {
    const rig = await read('pirate');
    expect(rig.surfaces[0].indices.length / 3).toBe(5010);
    expect(measureRest(rig).min[1]).toBeCloseTo(-0.001, 3);
  });
});

/** Returns the number of edges that do not belong to exactly two triangles. */
function openEdges(indices: Uint32Array): number {
  const uses = new Map<string, number>();
  for (let k = 0; k < indices.length; k += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = indices[k + corner];
      const b = indices[k + ((corner + 1) % 3)];
      const edge = a < b ? `${a},${b}` : `${b},${a}`;
      uses.set(edge, (uses.get(edge) ?? 0) + 1);
    }
  }
  return [...uses.values()].filter((count) => count !== 2).length;
}

describe.skipIf(!found)(`${title}, against glTF-Transform`, () => {
  test.each(Object.keys(paths) as (keyof typeof paths)[])('%s: the same numbers', async (name) => {
    const io = await openIo();
    expectSameNumbers(await read(name), await io.read(sharedPath(`assets/${paths[name]}`) as string));
  });
});
