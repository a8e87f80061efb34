import { expect, test } from 'vitest';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { encodePng8 } from '../../../files/png.ts';
import { buildSkinnedBar } from '../../../files/testing/shapes.ts';
import { writeCrate } from '../../../files/usd/crate-layer.ts';
import { UsdReading } from '../../../files/usd/testing/evaluate-usd.ts';
import type { UsdPrim } from '../../../files/usd/usd-layer.ts';
import { joinBytes } from '../../../join-bytes.ts';
import { createActor } from '../../../motion/actor.ts';
import { poseSurfaces } from '../../../motion/pose-surfaces.ts';
import { FrameTimes } from '../../../simulation/frame-times.ts';
import type { BakePlan } from '../../bake-plan.ts';
import { type MorphTrack, sampleTracksAt } from '../../morph/morph-track.ts';
import { describeStage } from '../../stage/write-stage.ts';
import { createSwingTrack } from '../../testing/swing-track.ts';
import { createPalette } from './color-palette.ts';
import { groupedNormals } from './grouped-normals.ts';
import { buildCharacter } from './stage-character.ts';
import { describeSurfaces, listTextureNames } from './stage-surfaces.ts';

const plan = { times: new FrameTimes(0, 1, 4, 101), firstFrame: 0, lastFrame: 4 } as BakePlan;

test.each([0.01, 1, 100])(
  'the nodes above a skeleton may scale it by %d: its skin is where the actor has it, at every frame',
  async (armatureScale) => {
    const bytes = buildSkinnedBar({ armatureScale }).toGlb();
    const rig = await readGltf(bytes, { name: 'bar.glb' });
    const actor = createActor(rig, { name: 'bar', position: [2, 0.5, -1], heading: 0.7, scale: 1.3 });
    const options = {
      parent: '',
      characters: 'skel' as const,
      isForPhones: false,
      jointNames: new Set<string>(),
      textureFolder: '.',
    };
    const { prim } = buildCharacter({ plan, actor, tracks: [], options });
    const chunks: Uint8Array[] = [];
    const metadata = { ...describeStage(plan), defaultPrim: 'bar' };
    for await (const chunk of writeCrate({ metadata, prims: [prim!] })) chunks.push(chunk);
    const reading = new UsdReading(joinBytes(chunks));
    const [mesh] = reading.prims('Mesh');
    for (let frame = 0; frame <= 4; frame++) {
      const [{ positions }] = poseSurfaces(actor, plan.times.seconds(frame));
      reading.pointsOf(mesh, 101 + frame).forEach((value, k) => {
        expect(Math.abs(value - positions[k])).toBeLessThan(1e-5);
      });
    }
  },
);

test('blend shapes turn the normals with the surface', async () => {
  const rig = await readGltf(buildSkinnedBar().toGlb(), { name: 'bar.glb' });
  const smooth = groupedNormals(rig.surfaces);
  smooth.pose(rig.surfaces.map(({ positions }) => Float64Array.from(positions)));
  const surfaces = rig.surfaces.map((surface, k) => ({ ...surface, normals: smooth.of(k) }));
  // Without a clip, only the shapes turn normals. Those that bones bend differ from those of the bent triangles.
  const actor = createActor({ ...rig, surfaces, clips: [] }, { name: 'bar', scale: 1.3, heading: 0.7 });
  const tracks = [createSwingTrack(actor, { size: 0.15, end: 1, modeCount: 3 })];
  const options = {
    parent: '',
    characters: 'skel' as const,
    isForPhones: false,
    jointNames: new Set<string>(),
    textureFolder: '.',
  };
  const { prim } = buildCharacter({ plan, actor, tracks, options });
  const chunks: Uint8Array[] = [];
  const metadata = { ...describeStage(plan), defaultPrim: 'bar' };
  for await (const chunk of writeCrate({ metadata, prims: [prim!] })) chunks.push(chunk);
  const reading = new UsdReading(joinBytes(chunks));
  const [mesh] = reading.prims('Mesh');
  const posed = groupedNormals(surfaces);
  const wantedAt = (frame: number, moved: readonly MorphTrack[]) => {
    const time = plan.times.seconds(frame);
    posed.pose(
      poseSurfaces(actor, time, moved, sampleTracksAt(moved, [time])).map(({ positions }) => positions),
    );
    return posed.of(0);
  };
  let [error, turned] = [0, 0];
  for (let frame = 0; frame <= 4; frame++) {
    const [shown, wanted, plain] = [
      reading.normalsOf(mesh, 101 + frame),
      wantedAt(frame, tracks),
      wantedAt(frame, []),
    ];
    for (let k = 0; k < shown.length; k++) {
      error += (shown[k] - wanted[k]) ** 2;
      turned += (plain[k] - wanted[k]) ** 2;
    }
  }
  expect(turned).toBeGreaterThan(0.05);
  expect(Math.sqrt(error / turned)).toBeLessThan(0.15);
});

test('a normal map is a texture of its own in the material, scaled from 0 to 1 to −1 to 1', async () => {
  const png = encodePng8(Uint8Array.of(128, 128, 255), 1, 1);
  const surface = {
    name: 'skin',
    indices: Uint32Array.of(0, 1, 2),
    color: [0.5, 1, 1] as const,
    texcoords: new Float32Array(6),
    picture: { name: 'colours', bytes: png },
    normalMap: { picture: { name: 'bumps', bytes: png.slice() }, scale: 0.5 },
  };
  const { materials, textures } = describeSurfaces('bar', '/bar', [surface], './textures');
  expect(listTextureNames('bar', [surface])).toEqual(['bar_1.png', 'bar_2.png']);
  expect(textures.map(({ name }) => name)).toEqual(['bar_1.png', 'bar_2.png']);
  const chunks: Uint8Array[] = [];
  const metadata = { ...describeStage(plan), defaultPrim: 'bar' };
  const prim: UsdPrim = { name: 'bar', typeName: 'Xform', children: [materials] };
  for await (const chunk of writeCrate({ metadata, prims: [prim] })) chunks.push(chunk);
  const reading = new UsdReading(joinBytes(chunks));
  const path = '/bar/materials/material_1';
  expect(reading.specs[`${path}/surface.inputs:normal`].fields.connectionPaths).toEqual([
    `${path}/normal_map.outputs:rgb`,
  ]);
  expect(reading.at(`${path}/normal_map.inputs:file`)).toContain('textures/bar_2.png');
  expect(reading.at(`${path}/normal_map.inputs:sourceColorSpace`)).toBe('raw');
  expect(Array.from(reading.at(`${path}/normal_map.inputs:scale`) as ArrayLike<number>)).toEqual([
    1, 1, 2, 1,
  ]);
  expect(Array.from(reading.at(`${path}/normal_map.inputs:bias`) as ArrayLike<number>)).toEqual([
    -0.5, -0.5, -1, 0,
  ]);
  expect(reading.at(`${path}/picture.inputs:sourceColorSpace`)).toBe('sRGB');
});

test('a palette has a pixel for each colour, and each triangle points at the middle of its pixel', () => {
  const colors = Float32Array.from([1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1]);
  const indices = Uint32Array.from([0, 1, 2, 3, 3, 3, 0, 2, 1]);
  const { coordinates } = createPalette([{ colors, indices }]);
  const triangle = (k: number) => [...coordinates[0].subarray(6 * k, 6 * k + 6)];
  expect(triangle(0)).toEqual([0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
  expect(triangle(1)).toEqual([0.75, 0.75, 0.75, 0.75, 0.75, 0.75]);
  expect(triangle(2)).toEqual(triangle(0));
});
