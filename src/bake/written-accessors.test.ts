import { expect, test } from 'vitest';
import type { GltfAccessor, GltfDocument } from '../files/glb.ts';
import { openContainer } from '../files/gltf/container.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import { openScene } from '../scene/open-scene.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../scene/testing/busy-scene.ts';
import { bakeScene } from './bake-scene.ts';

const widths: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const readers: Record<number, [size: number, read: (view: DataView, at: number) => number]> = {
  5121: [1, (view, at) => view.getUint8(at)],
  5123: [2, (view, at) => view.getUint16(at, true)],
  5125: [4, (view, at) => view.getUint32(at, true)],
  5126: [4, (view, at) => view.getFloat32(at, true)],
};

/** Returns the numbers of an accessor, element by element, read from the bytes according to glTF. */
function readAccessor(
  { bufferViews = [] }: GltfDocument,
  bytes: Uint8Array,
  accessor: GltfAccessor,
): number[][] {
  const width = widths[accessor.type];
  const all = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readView = (index: number, componentType: number, count: number, perElement: number) => {
    const [size, read] = readers[componentType];
    const view = bufferViews[index];
    const stride = view.byteStride ?? size * perElement;
    expect((count - 1) * stride + size * perElement).toBeLessThanOrEqual(view.byteLength);
    return Array.from({ length: count }, (_, k) =>
      Array.from({ length: perElement }, (_, c) => read(all, (view.byteOffset ?? 0) + k * stride + c * size)),
    );
  };
  const values = readView(accessor.bufferView!, accessor.componentType, accessor.count, width);
  if (accessor.sparse) {
    const { count, indices, values: own } = accessor.sparse;
    const locations = readView(indices.bufferView, indices.componentType, count, 1);
    readView(own.bufferView, accessor.componentType, count, width).forEach((value, k) => {
      values[locations[k][0]] = value;
    });
  }
  return values;
}

test.each(['dense', 'sparse'] as const)(
  'every accessor of every GLB that a bake writes has data, and its count and bounds are right (%s)',
  async (morphStorage) => {
    const written = new Map<string, Uint8Array>();
    const scene = parseScene({
      ...busyScene(),
      morphStorage,
      outputs: ['groundMesh', 'character', 'morphTargets', 'pointsGlb', 'furCards', 'furMorphs', 'furVat'],
    });
    const plan = await openScene(scene, { read: (path) => busySceneFiles.get(path) });
    await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
    const files = [...written].filter(([name]) => name.endsWith('.glb'));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const [name, bytes] of files) {
      const { json, binary } = openContainer(bytes, name);
      const document = json as GltfDocument;
      for (const [index, accessor] of (document.accessors ?? []).entries()) {
        const location = `${name} accessors[${index}]`;
        expect(accessor.bufferView, location).toBeDefined();
        const values = readAccessor(document, binary!, accessor);
        expect(values.length, location).toBe(accessor.count);
        if (!accessor.min) continue;
        for (let c = 0; c < widths[accessor.type]; c++) {
          const column = values.map((value) => value[c]);
          expect(accessor.min[c], location).toBe(column.reduce((a, b) => Math.min(a, b)));
          expect(accessor.max![c], location).toBe(column.reduce((a, b) => Math.max(a, b)));
        }
      }
      const faults = (await validateGltf(bytes)).filter(({ severity }) => severity <= 1);
      expect(faults, name).toEqual([]);
    }
  },
  120_000,
);
