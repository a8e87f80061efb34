import { BufferAttribute, BufferGeometry } from 'three';
import type { DRACOLoader } from 'three/examples/jsm/loaders/DRACOLoader.js';
import { loadDraco } from '../../src/files/index.ts';

const arrays = { Float32Array, Uint32Array, Uint16Array, Uint8Array, Int16Array, Int8Array };
type ArrayName = keyof typeof arrays;

/** Component types as numbered in glTF. */
const componentTypes: Readonly<Record<ArrayName, number>> = {
  Int8Array: 5120,
  Uint8Array: 5121,
  Int16Array: 5122,
  Uint16Array: 5123,
  Uint32Array: 5125,
  Float32Array: 5126,
};

/** Components by the name that three.js gives an attribute. For other attributes, any of these. */
const widths: Readonly<Record<string, readonly number[]>> = {
  position: [3],
  normal: [3],
  tangent: [4],
  uv: [2],
  uv1: [2],
  uv2: [2],
  uv3: [2],
  color: [4, 3],
  skinIndex: [4],
  skinWeight: [4],
};
const anyWidth = [1, 2, 3, 4];

/**
 * Creates the interface of a Draco decoder for GLTFLoader, implemented by this library: the decoder of three.js loads its code from a
 * server, in workers.
 */
export function createDracoForThree(): DRACOLoader {
  const loader = {
    preload: () => loader,
    async decodeDracoFile(
      buffer: ArrayBuffer,
      take: (geometry: BufferGeometry) => void,
      ids: Readonly<Record<string, number>>,
      names: Readonly<Record<string, ArrayName>>,
      _colorSpace: string,
      fail: (error: unknown) => void,
    ) {
      try {
        take(decode(await loadDraco(), new Uint8Array(buffer), ids, names));
      } catch (error) {
        fail(error);
      }
    },
  };
  return loader as unknown as DRACOLoader;
}

function decode(
  decodeDraco: Awaited<ReturnType<typeof loadDraco>>,
  bytes: Uint8Array,
  ids: Readonly<Record<string, number>>,
  names: Readonly<Record<string, ArrayName>>,
): BufferGeometry {
  // The decoder requires the number of components, and reports if it does not fit.
  const wanted = Object.entries(ids).flatMap(([name, id]) =>
    (widths[name] ?? anyWidth).map((width) => ({
      name,
      id,
      width,
      componentType: componentTypes[names[name]],
    })),
  );
  const mesh = decodeDraco(bytes, wanted, bytes.length);
  const geometry = new BufferGeometry();
  wanted.forEach(({ name, width }, k) => {
    const values = mesh.attributes[k];
    if (typeof values === 'string') return;
    const Kind = arrays[names[name]];
    geometry.setAttribute(name, new BufferAttribute(new Kind(values.buffer as ArrayBuffer), width));
  });
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  return geometry;
}
