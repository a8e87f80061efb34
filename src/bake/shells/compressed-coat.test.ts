import type { Document } from '@gltf-transform/core';
import { beforeAll, expect, test } from 'vitest';
import { openIo, quantize, useDraco, useMeshopt } from '../../files/testing/compress-gltf.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { bakeScene } from '../bake-scene.ts';
import { planCoat } from '../testing/coat-system.ts';
import { playInThree } from '../testing/play-in-three.ts';

async function compress(encode: (document: Document) => void): Promise<Uint8Array> {
  const io = await openIo();
  const document = await io.readBinary(buildSkinnedBar().toGlb());
  encode(document);
  return io.writeBinary(document);
}

/** Returns the world positions of the cards and of the bar itself at some times, as three.js shows them. */
async function wear(source: Uint8Array): Promise<{ cards: Float64Array[]; bar: Float64Array[] }> {
  const plan = await planCoat(source, { outputs: ['furMorphs'], clip: 'Bend', morphTargets: 9 });
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
  const bytes = files.get('figure-fur-morphs.glb')!;
  const severe = async (file: Uint8Array) =>
    (await validateGltf(file)).filter(({ severity }) => severity <= 1).map(({ code }) => code);
  expect(await severe(bytes)).toEqual(await severe(source));
  const three = await playInThree(bytes);
  const skinned = Array.from({ length: 12 }, (_, node) => three.meshesOf(node)).flat();
  const [bar, cards] = [...skinned].sort(
    (a, b) => a.geometry.attributes.position.count - b.geometry.attributes.position.count,
  );
  const at = [0.1, 0.45, 0.9].map((time) => {
    three.show(0, time);
    return [three.positions(cards), three.positions(bar)];
  });
  return { cards: at.map(([points]) => points), bar: at.map(([, points]) => points) };
}

/** Returns the minimum and the maximum along each axis, and the mean. */
function extentOf(points: Float64Array): number[] {
  return [0, 1, 2].flatMap((axis) => {
    const values = points.filter((_, k) => k % 3 === axis);
    return [Math.min(...values), Math.max(...values), values.reduce((sum, v) => sum + v, 0) / values.length];
  });
}

const encodings: Record<string, (document: Document) => void> = {
  Draco: (document) => useDraco(document, 'edgebreaker'),
  'meshopt on integers': (document) => {
    quantize(document, { bits: 16, normalized: true });
    useMeshopt(document, false);
  },
};

let plain: Awaited<ReturnType<typeof wear>>;
beforeAll(async () => {
  plain = await wear(buildSkinnedBar().toGlb());
});

test.each(Object.keys(encodings))(
  '%s: a coat covers the character and moves with it as on the uncompressed one',
  async (encode) => {
    const pressed = await wear(await compress(encodings[encode]));
    plain.cards.forEach((points, k) => {
      // The position of a single strand depends on the last digits of areas, while the bounds of all strands do not.
      extentOf(points).forEach((value, axis) => {
        expect(Math.abs(extentOf(pressed.cards[k])[axis] - value)).toBeLessThan(0.05);
      });
      extentOf(plain.bar[k]).forEach((value, axis) => {
        expect(Math.abs(extentOf(pressed.bar[k])[axis] - value)).toBeLessThan(0.001);
      });
    });
    expect(Math.max(...plain.bar[2].map((value, k) => Math.abs(value - plain.bar[0][k])))).toBeGreaterThan(
      0.5,
    );
  },
);
