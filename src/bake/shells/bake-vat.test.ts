import { readFileSync } from 'node:fs';
import { AnimationMixer } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { decodePng } from '../../files/png-read.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { sharedPath } from '../../testing/shared.ts';
import { FurPlayback, type PixelPicture } from '../../three/fur/vat-playback.ts';
import { bakeScene } from '../bake-scene.ts';
import { createMemoryStore } from '../frame-store.ts';
import { type CoatPlanOptions, planCoat } from '../testing/coat-system.ts';
import { leaveOutPictures } from '../testing/leave-out-pictures.ts';
import { largestDistance } from '../testing/live-surface.ts';
import { unpackShells } from './shells-record.ts';

const fox = sharedPath('assets/glb-fox/Fox.glb');

/** Returns a PNG, decoded as on a page. */
function pixelsOf(bytes: Uint8Array): PixelPicture {
  const { width, height, data, channels } = decodePng(bytes);
  const out = new Uint8Array(4 * width * height).fill(255);
  for (let k = 0; k < width * height; k++)
    for (let c = 0; c < 3; c++) out[4 * k + c] = data[channels * k + (channels === 3 ? c : 0)];
  return { width, height, data: out };
}

const cases: readonly (readonly [string, (() => Uint8Array | null) | null, CoatPlanOptions])[] = [
  ['a patch of grass', () => null, { outputs: ['furVat'], cells: 12 }],
  ['a patch that sinks', () => null, { outputs: ['furVat'], cells: 4, sink: 0.02 }],
  ['a skinned bar', () => buildSkinnedBar().toGlb(), { outputs: ['furVat'], clip: 'Bend', end: 0.9 }],
  [
    'the fox (skips without the shared folder)',
    fox ? () => readFileSync(fox) : null,
    { outputs: ['furVat'], clip: 'Run', height: 0.6, length: 0.03, rate: 30, heading: 1 },
  ],
];

describe.each(cases)('%s', (_, make, options) => {
  test.skipIf(!make)(
    'three.js plays its texture as simulated, within the precision of half floats',
    async () => {
      const source = make!();
      const frames = createMemoryStore();
      const plan = await planCoat(source, options);
      const files = new Map<string, Uint8Array>();
      await bakeScene(plan, { frames, write: (name, data) => void files.set(name, data) });
      const [name, glb] = source ? ['fur', 'figure-fur-vat.glb'] : ['grass', 'grass-fur-vat.glb'];
      expect([...files.keys()]).toEqual([
        `${name}-vat.exr`,
        `${name}-blades.png`,
        glb,
        glb.replace(/glb$/, 'txt'),
        'README.txt',
        'report.json',
      ]);
      const issues = await validateGltf(files.get(glb)!);
      expect(issues.filter(({ severity }) => severity <= 1)).toEqual([]);
      const gltf = await new GLTFLoader().parseAsync(
        leaveOutPictures(files.get(glb)!).buffer as ArrayBuffer,
        '',
      );
      const exr = files.get(`${name}-vat.exr`)!;
      const motion = new EXRLoader().parse(Uint8Array.from(exr).buffer);
      const blades = pixelsOf(files.get(`${name}-blades.png`)!);
      const playback = new FurPlayback(gltf.scene, { motion: motion as never, blades });
      const mixer = new AnimationMixer(gltf.scene);
      const travelled = gltf.animations.at(0);
      if (travelled) mixer.clipAction(travelled).play();
      const { shells } = playback;
      const first = frames.get(`${name}-0-0`);
      const { look } = plan.systems[0].definition.outputs(
        plan.systems[0].definition.create({}, { surfaces: surfacesOf(plan) } as never, 1),
      )[0] as never as { look: typeof shells.look };
      expect(Buffer.compare(shells.look.textures.texels, look.textures.texels)).toBe(0);
      for (const frame of [0, 7, 16, 26]) {
        const seconds = plan.times.seconds(frame);
        mixer.setTime(seconds);
        gltf.scene.updateMatrixWorld(true);
        playback.show(seconds);
        const kept = unpackShells(
          frames.get(`${name}-0-${frame}`),
          shells.vertexCount,
          frame === 0 ? null : first,
        );
        const size = source ? 0.6 : 1;
        // Distances from the mesh are also stored as half floats.
        const exact = options.sink ? 0.04 * 2 ** -11 : 1e-5 * size;
        expect(largestDistance(shells.roots, kept.roots)).toBeLessThan(exact);
        expect(playback.fur.vat.hasRoots).toBe(options.sink !== undefined);
        // A half float has 11 bits of precision.
        const length = Math.max(...shells.lengths);
        expect(largestDistance(shells.offsets, kept.offsets)).toBeLessThan(length * 2 ** -10);
        expect(largestDistance(shells.normals, kept.normals)).toBeLessThan(2 ** -10);
      }
    },
    30_000,
  );
});

function surfacesOf(plan: Awaited<ReturnType<typeof planCoat>>) {
  return plan.actors.map(({ colliders }) => colliders.createSkins!().add({ surfaces: null }));
}

test('files of another bake are refused', async () => {
  const plan = await planCoat(null, { outputs: ['furVat'], cells: 3, end: 0.1 });
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
  const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(files.get('grass-fur-vat.glb')!).buffer, '');
  const blades = pixelsOf(files.get('grass-blades.png')!);
  const motion = { width: 3, height: 2, data: new Uint16Array(24) };
  expect(() => new FurPlayback(gltf.scene, { motion, blades })).toThrow(
    'grass-vat.exr: expected 16 × 8 pixels, got 3 × 2: it belongs to another bake',
  );
  expect(() => new FurPlayback(gltf.scene, { motion, blades }, 'moss')).toThrow('no coat "moss"');
});
