import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { encodeDraco } from '../../src/files/testing/encode-draco.ts';
import { createDracoForThree } from './draco-for-three.ts';

const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const colors = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);

function decode(bytes: Uint8Array, ids: Record<string, number>): Promise<BufferGeometry> {
  const names = { position: 'Float32Array', color: 'Uint8Array' };
  return new Promise((take, fail) => {
    const loader = createDracoForThree() as unknown as {
      decodeDracoFile(...values: unknown[]): void;
    };
    loader.decodeDracoFile(bytes.slice().buffer, take, ids, names, '', fail);
  });
}

test('passes vertices, triangles and colours with three or four components of the stream to three.js', async () => {
  const sources = { POSITION: { values: positions, width: 3 }, COLOR_0: { values: colors, width: 3 } };
  const { bytes, attributes } = await encodeDraco(sources, [0, 1, 2, 1, 3, 2], 'sequential');
  const geometry = await decode(bytes, { position: attributes.POSITION, color: attributes.COLOR_0 });
  expect([...geometry.getAttribute('position').array]).toEqual([...positions]);
  expect([...geometry.getAttribute('color').array]).toEqual([...colors]);
  expect(geometry.getAttribute('color').itemSize).toBe(3);
  expect([...geometry.index!.array]).toEqual([0, 1, 2, 1, 3, 2]);
});

test('reports a damaged stream', async () => {
  await expect(decode(Uint8Array.of(1, 2, 3), { position: 0 })).rejects.toThrow();
});
