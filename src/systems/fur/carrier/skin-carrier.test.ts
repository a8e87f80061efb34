import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { createTailActor } from '../testing/tail-actor.ts';
import { createSkinCarrier } from './skin-carrier.ts';

const everywhere = { joints: null, except: null };

function carry(...surfaces: RigSurface[]) {
  const actor = { ...createTailActor(), rig: createRig({ surfaces }) };
  return createSkinCarrier(
    actor,
    surfaces.map((_, index) => index),
    everywhere,
    'systems[0]',
  );
}

/** Returns four triangles around the centre of a square that faces +Z or −Z. */
function fan(isBack: boolean): RigSurface {
  const positions = [0, 0, 0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
  const around = [1, 2, 3, 4, 1];
  return createSurface(
    positions,
    [0, 1, 2, 3].flatMap((k) => (isBack ? [0, around[k + 1], around[k]] : [0, around[k], around[k + 1]])),
  );
}

test('fur on the back of a doubled sheet grows to the back, also at its boundary', () => {
  const { mesh, normals, skin, copies } = carry(fan(false), fan(true));
  expect(mesh.vertexCount).toBe(10);
  skin!.vertexOf.forEach((vertex, v) => {
    expect([...normals.subarray(3 * v, 3 * v + 3)]).toEqual([0, 0, vertex < 5 ? 1 : -1]);
  });
  expect(copies).toEqual({ joined: 0, moveDifferently: 0, otherSurface: 5 });
});

test('a seam whose copies have weights in another order and rounded differently does not split the fur', () => {
  const tail = createTailActor();
  const [surface] = tail.rig.surfaces;
  const { influenceCount, jointIndices, jointWeights } = surface;
  const other: RigSurface = {
    ...surface,
    jointIndices: jointIndices.slice(),
    jointWeights: jointWeights.slice(),
  };
  for (let k = 0; k < jointWeights.length; k += influenceCount) {
    other.jointIndices.subarray(k, k + influenceCount).reverse();
    other.jointWeights.subarray(k, k + influenceCount).reverse();
    for (let n = k; n < k + influenceCount; n++) {
      other.jointWeights[n] = Math.round(255 * other.jointWeights[n]) / 255;
    }
  }
  const half = (of: RigSurface, isFirst: boolean): RigSurface => ({
    ...of,
    indices: of.indices.filter((_, k) => 2 * (k - (k % 3)) < of.indices.length === isFirst),
  });
  const surfaces = [half(surface, true), half(other, false)];
  const both = createSkinCarrier(
    { ...tail, rig: { ...tail.rig, surfaces } },
    [0, 1],
    everywhere,
    'systems[0]',
  );
  const whole = createSkinCarrier(tail, [0], everywhere, 'systems[0]');
  expect(both.mesh.vertexCount).toBe(whole.mesh.vertexCount);
  expect(both.copies!.moveDifferently).toBe(0);
});

const figures = [
  ['glb-fox/Fox.glb', 290],
  ['glb-robot-expressive/RobotExpressive.glb', 1820],
  ['glb-mesh2motion/m2m-human-sample-rig.glb', 6989],
  ['glb-meshopt-quantized/pirate.glb', 2660],
] as const;

test.skipIf(!figures.every(([file]) => sharedPath(`assets/${file}`)))(
  'in characters as artists make them no copy is kept apart (needs shared assets)',
  async () => {
    for (const [file, count] of figures) {
      const rig = await readGltf(new Uint8Array(readFileSync(sharedPath(`assets/${file}`)!)), { name: file });
      const chosen = rig.surfaces.map((_, index) => index);
      const { mesh, copies } = createSkinCarrier({ ...createTailActor(), rig }, chosen, everywhere, 'x');
      expect([file, mesh.vertexCount, copies!.moveDifferently, copies!.otherSurface]).toEqual([
        file,
        count,
        0,
        0,
      ]);
    }
  },
);
