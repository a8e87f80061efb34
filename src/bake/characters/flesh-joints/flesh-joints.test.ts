import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { openIo, useDraco } from '../../../files/testing/compress-gltf.ts';
import { buildSkinnedBar } from '../../../files/testing/shapes.ts';
import { validateGltf } from '../../../files/testing/validate-gltf.ts';
import { maxOf } from '../../../math/lists.ts';
import { createActor } from '../../../motion/actor.ts';
import { planTravel } from '../../../motion/travel/plan-travel.ts';
import { isLong } from '../../../testing/long.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { sampleTrack } from '../../morph/morph-track.ts';
import { largestDistance, liveSurface } from '../../testing/live-surface.ts';
import { playInThree } from '../../testing/play-in-three.ts';
import { createSwingTrack } from '../../testing/swing-track.ts';
import { solveWeights } from './solve-weights.ts';
import { writeFleshJoints } from './write-flesh-joints.ts';

const fox = sharedPath('assets/glb-fox/Fox.glb');
const cesium = sharedPath('assets/glb-cesium-man/CesiumMan.glb');

async function draco(path: string): Promise<Uint8Array> {
  const io = await openIo();
  const document = await io.read(path);
  useDraco(document, 'edgebreaker');
  return io.writeBinary(document);
}

const cases: readonly [
  string,
  string | undefined,
  (() => Promise<Uint8Array> | Uint8Array) | null,
  boolean,
][] = [
  ['a bar', 'Bend', () => buildSkinnedBar().toGlb(), true],
  ['a fox (skips without the shared folder)', 'Run', fox ? () => readFileSync(fox) : null, isLong],
  [
    'a man stored with Draco (skips without the shared folder)',
    undefined,
    cesium ? () => draco(cesium) : null,
    isLong,
  ],
];

for (const [what, clip, read, isRun] of cases) {
  test.skipIf(!read || !isRun)(
    `three.js plays the flesh of ${what} with joints, within the reported error`,
    async () => {
      const source = await read!();
      const rig = await readGltf(source, { name: 'it.glb' });
      const actor = createActor(rig, { name: 'it', clip, travel: (_, chosen) => planTravel(rig, chosen) });
      const end = 0.8;
      const size = 0.04 * maxOf(rig.surfaces.flatMap(({ positions }) => [maxOf(positions)]));
      const track = createSwingTrack(actor, { size, end, modeCount: 3 });
      const options = {
        name: 'it.glb',
        resolve: () => undefined,
        actor,
        start: 0,
        end,
        fps: 30,
        tracks: [track],
      };
      const { bytes, parts } = await writeFleshJoints(source, options);
      const [{ error, motion, joints, vertices }] = parts;
      expect(joints).toBeLessThanOrEqual(8);
      expect(vertices).toBeGreaterThan(3);
      // Most of the motion is kept.
      expect(error.rmsFraction).toBeLessThan(0.35);
      expect(error.maxMetres).toBeLessThan(motion.maxMetres);
      const player = await playInThree(bytes);
      for (const frame of [0, 7, 13, 22]) {
        const seconds = frame / 30;
        player.show(0, seconds);
        const amplitudes = new Float64Array(track.modeCount);
        sampleTrack(track, seconds, amplitudes, 0);
        rig.surfaces.forEach((surface, index) => {
          const same = rig.surfaces.filter(({ node }) => node === surface.node);
          const mesh = player.meshesOf(surface.node)[same.indexOf(surface)];
          const moved = track.surfaces.find((part) => part.surface === index);
          const expected = liveSurface(surface, moved, amplitudes, actor.poseAt(seconds));
          // The error is measured at other times, and does not contain vertices that hardly move.
          expect(largestDistance(player.positions(mesh), expected)).toBeLessThan(
            1.25 * error.maxMetres + 2e-4,
          );
        });
      }
      const issues = await validateGltf(bytes);
      expect(issues.filter(({ severity }) => severity === 0)).toEqual([]);
    },
  );
}

test('weights are not negative, few, and exact if that is possible', () => {
  // Columns of a 3 × 3 system whose solution is (0.25, 0.75, 0).
  const columns = [
    [1, 0, 0],
    [0, 2, 0],
    [1, 1, 5],
  ];
  const target = [0.25, 1.5, 0];
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + value * b[k], 0);
  const gram = Float64Array.from(columns.flatMap((a) => columns.map((b) => dot(a, b))));
  const right = Float64Array.from(columns, (a) => dot(a, target));
  Array.from(solveWeights(gram, right, 3, 4)).forEach((value, k) => {
    expect(value).toBeCloseTo([0.25, 0.75, 0][k], 6);
  });
  expect(Array.from(solveWeights(gram, right, 3, 1))).toEqual([0, 1, 0]);
});
