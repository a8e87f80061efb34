import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../testing/shared.ts';
import { expectSameNumbers } from '../testing/compare-rig.ts';
import { openIo, quantize, useDraco, useMeshopt } from '../testing/compress-gltf.ts';
import { posedPoints } from '../testing/posing.ts';
import { readGltf } from './read-gltf.ts';

const files = {
  robot: 'assets/glb-robot-expressive/RobotExpressive.glb',
  cesiumMan: 'assets/glb-cesium-man/CesiumMan.glb',
  morphStress: 'assets/gltf-morph-stress/MorphStressTest.gltf',
  sparseMorph: 'assets/glb-sparse-morph/singleBlendshapeCube_sparse.glb',
};
const names = Object.keys(files) as (keyof typeof files)[];
const found = names.every((name) => sharedPath(files[name]));

const ways = {
  'Draco, in an order of its own': (document) => useDraco(document, 'edgebreaker'),
  'Draco, in the order of the file': (document) => useDraco(document, 'sequential'),
  'integers of 16 bits, normalised': (document) => quantize(document, { bits: 16, normalized: true }),
  'integers of 16 bits': (document) => quantize(document, { bits: 16, normalized: false }),
  'integers of 8 bits, normalised': (document) => quantize(document, { bits: 8, normalized: true }),
  'meshopt with its filters': (document) => useMeshopt(document, true),
  'meshopt on integers': (document) => {
    quantize(document, { bits: 16, normalized: true });
    useMeshopt(document, false);
  },
} satisfies Record<string, (document: Parameters<typeof quantize>[0]) => void>;

/** Maximum error of a vertex of CesiumMan (1.5 m tall), m, that the quantisation steps of positions and weights cause. */
const losses = {
  'Draco, in an order of its own': 0.001,
  'Draco, in the order of the file': 0.001,
  'integers of 16 bits, normalised': 0.0001,
  'integers of 16 bits': 0.0001,
  'integers of 8 bits, normalised': 0.012,
  'meshopt with its filters': 0.001,
  'meshopt on integers': 0.0001,
} satisfies Record<keyof typeof ways, number>;

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.skipIf(!found)(
  `real files compressed anew${found ? '' : ' (skipped: no folder shared/assets beside the checkout)'}`,
  () => {
    describe.each(Object.keys(ways) as (keyof typeof ways)[])('%s', (way) => {
      test.each(names)('%s: the same numbers as glTF-Transform reads', async (name) => {
        const io = await openIo();
        const document = await io.read(sharedPath(files[name]) as string);
        ways[way](document);
        const bytes = await io.writeBinary(document);
        const rig = await readGltf(bytes, { name: `${name}.glb` });
        expectSameNumbers(rig, await io.readBinary(bytes));
      });
    });

    test.each(Object.keys(losses) as (keyof typeof losses)[])(
      '%s: CesiumMan walks as he did before, but for what the integers leave out',
      async (way) => {
        const io = await openIo();
        const document = await io.read(sharedPath(files.cesiumMan) as string);
        const plain = await readGltf(await io.writeBinary(document), { name: 'plain.glb' });
        ways[way](document);
        const rig = await readGltf(await io.writeBinary(document), { name: 'pressed.glb' });
        for (const t of [0.3, 1.1]) {
          const expected = posedPoints(plain, 0, plain.clips[0], t);
          const found = posedPoints(rig, 0, rig.clips[0], t);
          const worst =
            way === 'Draco, in an order of its own'
              ? Math.max(
                  ...expected.map((point) => Math.min(...found.map((other) => distance(point, other)))),
                )
              : Math.max(...expected.map((point, k) => distance(point, found[k])));
          expect(worst).toBeLessThan(losses[way]);
        }
      },
    );
  },
);
