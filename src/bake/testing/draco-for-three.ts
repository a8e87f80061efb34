import draco3d from 'draco3d';
import { BufferAttribute, BufferGeometry } from 'three';
import type { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';

type Values = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array;
type ValuesName = 'Float32Array' | 'Uint32Array' | 'Uint16Array' | 'Uint8Array' | 'Int16Array' | 'Int8Array';

/**
 * Creates a replacement for the DRACOLoader of three.js, which needs the workers of a page, for use in Node. It makes the same calls to the
 * same library.
 */
export async function createDracoForThree(): Promise<DRACOLoader> {
  const draco = await draco3d.createDecoderModule();
  const types = {
    Float32Array: draco.DT_FLOAT32,
    Uint32Array: draco.DT_UINT32,
    Uint16Array: draco.DT_UINT16,
    Uint8Array: draco.DT_UINT8,
    Int16Array: draco.DT_INT16,
    Int8Array: draco.DT_INT8,
  };
  const arrays = { Float32Array, Uint32Array, Uint16Array, Uint8Array, Int16Array, Int8Array };

  function decode(
    bytes: Uint8Array,
    ids: Record<string, number>,
    names: Record<string, ValuesName>,
  ): BufferGeometry {
    const decoder = new draco.Decoder();
    const mesh = new draco.Mesh();
    const buffer = new draco.DecoderBuffer();
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length);
    const status = decoder.DecodeBufferToMesh(buffer, mesh);
    draco.destroy(buffer);
    if (!status.ok()) throw new Error(status.error_msg());
    const take = <Array extends Values>(
      Kind: new (values: ArrayBuffer) => Array,
      length: number,
      read: (address: number) => void,
    ): Array => {
      const address = draco._malloc(length);
      read(address);
      const values = new Kind(draco.HEAPU8.slice(address, address + length).buffer);
      draco._free(address);
      return values;
    };
    const geometry = new BufferGeometry();
    for (const [name, id] of Object.entries(ids)) {
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      const Kind = arrays[names[name]];
      const width = attribute.num_components();
      const length = mesh.num_points() * width * Kind.BYTES_PER_ELEMENT;
      const values = take<Values>(Kind, length, (address) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, types[names[name]], length, address),
      );
      geometry.setAttribute(name, new BufferAttribute(values, width));
    }
    const length = 12 * mesh.num_faces();
    const index = take(Uint32Array, length, (address) =>
      decoder.GetTrianglesUInt32Array(mesh, length, address),
    );
    geometry.setIndex(new BufferAttribute(index, 1));
    draco.destroy(mesh);
    draco.destroy(decoder);
    return geometry;
  }

  const loader = {
    preload: () => loader,
    decodeDracoFile: async (
      buffer: ArrayBuffer,
      take: (geometry: BufferGeometry) => void,
      ids: Record<string, number>,
      names: Record<string, ValuesName>,
    ) => take(decode(new Uint8Array(buffer), ids, names)),
  };
  return loader as unknown as DRACOLoader;
}
