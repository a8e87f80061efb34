import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from '@gltf-transform/core';
import { describe, expect, test } from 'vitest';
import { openContainer } from '../../files/gltf/container.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openIo, quantize, useDraco, useMeshopt } from '../../files/testing/compress-gltf.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import type { Rig } from '../../motion/rig.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { casesOf } from '../../testing/long.ts';
import { sharedPath } from '../../testing/shared.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { createSwingTrack, type SwingOptions } from '../testing/swing-track.ts';
import { sampleTrack } from './morph-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

/** Returns the longest side of the bounding box of the rig's surfaces, mesh units. */
function sizeOf(rig: Rig): number {
  return Math.max(
    ...rig.surfaces.map(({ positions }) =>
      positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0),
    ),
  );
}

async function compress(path: string, encoding: Compress): Promise<Uint8Array> {
  const io = await openIo();
  const document = await io.read(path);
  encoding(document);
  return io.writeBinary(document);
}

async function countIssues(bytes: Uint8Array, resolve?: (uri: string) => Uint8Array | undefined) {
  const counts = new Map<string, number>();
  for (const { code } of await validateGltf(bytes, resolve)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

type Compress = (document: Document) => void;

const encodings = {
  Draco: (document) => useDraco(document, 'edgebreaker'),
  'meshopt with filters': (document) => useMeshopt(document, true),
  'meshopt on integers': (document) => {
    quantize(document, { bits: 16, normalized: true });
    useMeshopt(document, false);
  },
} satisfies Record<string, Compress>;

const files: [
  file: string,
  clip: string | undefined,
  swing: Partial<SwingOptions>,
  way?: keyof typeof encodings,
][] = [
  ['glb-cesium-man/CesiumMan.glb', undefined, { center: [0, 0.1, 1], radius: 0.3 }],
  ['glb-fox/Fox.glb', 'Run', {}],
  ['glb-mesh2motion/model-horse.glb', undefined, {}],
  ['glb-robot-expressive/RobotExpressive.glb', 'Yes', { surfaces: [4, 5, 6] }],
  ['glb-meshopt-quantized/pirate.glb', undefined, {}],
  ['glb-sparse-morph/singleBlendshapeCube_sparse.glb', undefined, {}],
  ['gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.gltf', undefined, {}],
  ['gltf-morph-stress/MorphStressTest.gltf', 'Individuals', { surfaces: [0] }],
  ['glb-cesium-man/CesiumMan.glb', undefined, { center: [0, 0.1, 1], radius: 0.3 }, 'Draco'],
  ['glb-cesium-man/CesiumMan.glb', undefined, {}, 'meshopt on integers'],
  ['glb-robot-expressive/RobotExpressive.glb', 'Yes', { surfaces: [4, 5, 6] }, 'Draco'],
  ['glb-robot-expressive/RobotExpressive.glb', 'Yes', { surfaces: [4, 5, 6] }, 'meshopt with filters'],
  ['gltf-morph-stress/MorphStressTest.gltf', 'Individuals', { surfaces: [0] }, 'meshopt on integers'],
];

/** The short test has one case for each kind of compression, on the file that is fastest. */
const short = casesOf(
  files,
  ([file, , , encoding]) => !encoding || file.includes('Cesium') || encoding === 'meshopt with filters',
);

describe.each(short)('%s %s %o %s', (file, clip, swing, encoding) => {
  const path = sharedPath(`assets/${file}`);

  test.skipIf(!path)(
    'three plays the flesh that was simulated, within the reported error (skips without the shared folder)',
    async () => {
      const source = encoding ? await compress(path!, encodings[encoding]) : readFileSync(path!);
      const resolve = (uri: string) => readFileSync(join(dirname(path!), uri));
      const rig = await readGltf(source, { name: file, resolve });
      const actor = createActor(rig, { name: 'it', clip, travel: (_, chosen) => planTravel(rig, chosen) });
      const end = Math.max(0.6, actor.travel ? actor.travel.period * 1.01 : 0);
      const track = createSwingTrack(actor, { size: 0.04 * sizeOf(rig), end, modeCount: 3, ...swing });
      const written = await writeMorphedCharacter(source, {
        name: file,
        resolve,
        actor,
        start: 0,
        end,
        fps: 30,
        tracks: [track],
        travels: false,
      });
      expect(written.meshes.every(({ targets }) => targets > 0 && targets <= 5)).toBe(true);
      const onTheSpot = createActor(rig, {
        name: 'still',
        clip: actor.clip ? rig.clips.indexOf(actor.clip) : null,
        scale: 1,
      });
      const player = await playInThree(written.bytes);
      const first = actor.clip ? Math.max(actor.clip.start, actor.travel?.origin ?? 0) : 0;
      const toScene = actor.clip ? -(actor.travel?.origin ?? 0) : 0;
      const last = Math.min(actor.clip?.end ?? end, end - toScene);
      for (const fraction of [0, 0.31, 0.77]) {
        const clipTime = first + fraction * (last - first);
        player.show(0, clipTime);
        for (const report of written.meshes) {
          const node = rig.nodes.findIndex(
            ({ name }, index) =>
              (name || `node ${index}`) === report.mesh &&
              rig.surfaces.some((surface) => surface.node === index),
          );
          rig.surfaces.forEach((surface, index) => {
            if (surface.node !== node) return;
            const order = rig.surfaces.filter((other) => other.node === node).indexOf(surface);
            const found = player.positions(player.meshesOf(node)[order]);
            const q = new Float64Array(track.modeCount);
            sampleTrack(track, clipTime + toScene, q, 0);
            const moved = track.surfaces.find((part) => part.surface === index);
            const expected = liveSurface(surface, moved, q, onTheSpot.poseAt(clipTime));
            // The reported error is in metres of the actor, at the keys. Between keys the motion is linear.
            const allowed =
              (1.5 * report.error.maxMetres + 0.01 * report.motion.maxMetres) / actor.scale +
              1e-5 * Math.max(...expected.map(Math.abs));
            expect(largestDistance(found, expected)).toBeLessThan(allowed);
          });
        }
      }
      // The content of the file is kept: its bytes come first, and the validator reports no new messages.
      const before = openContainer(source, file);
      const after = openContainer(written.bytes, file);
      if (before.binary) {
        const [{ byteLength }] = (before.json as { buffers: { byteLength: number }[] }).buffers;
        expect(
          Buffer.compare(after.binary!.subarray(0, byteLength), before.binary.subarray(0, byteLength)),
        ).toBe(0);
      }
      const issues = await countIssues(source, resolve);
      for (const [code, count] of await countIssues(written.bytes)) {
        expect(count, code).toBeLessThanOrEqual(issues.get(code) ?? 0);
      }
    },
    30_000,
  );
});
