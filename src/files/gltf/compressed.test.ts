import { describe, test } from 'vitest';
import { sharedPath } from '../../testing/shared.ts';
import { expectSameNumbers } from '../testing/compare-rig.ts';
import { openIo, quantize, useDraco, useMeshopt } from '../testing/compress-gltf.ts';
import { readGltf } from './read-gltf.ts';

const files = {
  robot: 'assets/glb-robot-expressive/RobotExpressive.glb',
  fox: 'assets/glb-fox/Fox.glb',
  horse: 'assets/glb-mesh2motion/horse-animations.glb',
  human: 'assets/glb-mesh2motion/m2m-human-sample-rig.glb',
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
  },
);
