import { inflateSync } from 'fflate';
import { InputError } from '../../../input-error.ts';
import { decodeBase64 } from '../../base64.ts';
import { explainBlockedDecoder } from '../explain-blocked-decoder.ts';
import { deflatedBase64, exportNames, importNames, wasmLength } from './draco.generated.ts';

/** An attribute of a Draco mesh that the caller wants to read. */
export interface WantedAttribute {
  /** The attribute's id in the stream. */
  readonly id: number;
  /** Component type of glTF to which the values are converted. */
  readonly componentType: number;
  /** Number of components of an element. */
  readonly width: number;
}

export interface DracoMesh {
  readonly vertexCount: number;
  /** Vertex indices of the triangles, in the order of the stream, [3 · triangleCount]. */
  readonly triangles: Uint32Array;
  /** For each requested attribute: its bytes, in the vertex order of the stream, tightly packed; or the reason why it is not available. */
  readonly attributes: readonly (Uint8Array | string)[];
}

/** A stream that cannot be decoded. The message gives the reason. */
export class DracoError extends Error {}

type Exports = { readonly memory: WebAssembly.Memory } & Readonly<
  Record<Exclude<keyof typeof exportNames, 'memory'>, (...values: number[]) => number>
>;

interface Instance {
  readonly exports: Exports;
  /** Maximum size of the memory of the WebAssembly instance, bytes. */
  limit: number;
}

/** Draco's type numbers and sizes by glTF component type. */
const types: Readonly<Record<number, { readonly type: number; readonly size: number }>> = {
  5120: { type: 1, size: 1 },
  5121: { type: 2, size: 1 },
  5122: { type: 3, size: 2 },
  5123: { type: 4, size: 2 },
  5125: { type: 6, size: 4 },
  5126: { type: 9, size: 4 },
};

const pageBytes = 65536;
/** An instance whose memory is larger than this is not kept for the next mesh, because WebAssembly memory never shrinks. */
const keptBytes = 2 ** 25;
/** Maximum memory for a vertex with its triangles and four attributes, bytes. Measured on a grid of 490,000 vertices: 350. */
const bytesPerVertex = 1024;
const minLimit = 2 ** 27;
const maxLimit = 2 ** 31 - pageBytes;

let compiled: WebAssembly.Module | null = null;
let kept: Instance | null = null;

/**
 * Decodes a Draco mesh. The order of vertices and triangles is that of the stream, which is the same in every decoder.
 *
 * expectedCount: number of vertices that the file states. It determines how much memory a valid stream needs. Throws DracoError for a
 * damaged stream. After a failure, a new instance is created for the next mesh.
 */
export function decodeDraco(
  bytes: Uint8Array,
  wanted: readonly WantedAttribute[],
  expectedCount: number,
): DracoMesh {
  const instance = kept ?? createInstance();
  kept = null;
  instance.limit = Math.min(maxLimit, Math.max(minLimit, expectedCount * bytesPerVertex));
  let mesh: DracoMesh | string;
  try {
    mesh = decode(instance.exports, bytes, wanted);
  } catch {
    // Either the decoder crashed, or it requested more memory than a valid stream of this size needs.
    throw new DracoError('its contents contradict each other');
  }
  if (instance.exports.memory.buffer.byteLength <= keptBytes) kept = instance;
  if (typeof mesh === 'string') throw new DracoError(mesh);
  return mesh;
}

function createInstance(): Instance {
  if (!compiled) {
    const out = new Uint8Array(wasmLength);
    const bytes = inflateSync(decodeBase64(deflatedBase64)!, { out });
    try {
      compiled = new WebAssembly.Module(bytes);
    } catch (error) {
      throw InputError.at('KHR_draco_mesh_compression', explainBlockedDecoder('Draco', error));
    }
  }
  const instance = { limit: minLimit } as { exports: Exports; limit: number };
  const stop = () => {
    throw new Error('stopped');
  };
  const grow = (size: number) => growMemory(instance.exports.memory, size >>> 0, instance.limit);
  const { exports } = new WebAssembly.Instance(compiled, {
    a: {
      [importNames.raise]: stop,
      [importNames.abort]: stop,
      [importNames.grow]: grow,
      [importNames.close]: () => 0,
      [importNames.write]: () => 0,
    },
  });
  instance.exports = Object.fromEntries(
    Object.entries(exportNames).map(([own, name]) => [own, exports[name]]),
  ) as unknown as Exports;
  instance.exports.start();
  return instance;
}

/** Returns 1 if the memory now has at least `size` bytes. Otherwise returns 0, and the decoder stops. */
function growMemory(memory: WebAssembly.Memory, size: number, limit: number): number {
  if (size > limit) return 0;
  const missing = size - memory.buffer.byteLength;
  // Allocates more than requested, so that memory need not grow for every small allocation.
  const ample = Math.min(limit - memory.buffer.byteLength, Math.max(missing, missing / 4 + 2 ** 22));
  try {
    memory.grow(Math.ceil(Math.max(missing, ample) / pageBytes));
    return 1;
  } catch {
    return 0;
  }
}

/** Returns the mesh, or the reason why there is none. After an exception nothing is freed, because the instance is not used again. */
function decode(wasm: Exports, bytes: Uint8Array, wanted: readonly WantedAttribute[]): DracoMesh | string {
  const data = allocate(wasm, bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, data);
  const decoder = wasm.createDecoder();
  const mesh = wasm.createMesh();
  const status = wasm.decodeMesh(decoder, data, bytes.length, mesh);
  const result = wasm.isOk(status)
    ? readMesh(wasm, decoder, mesh, wanted)
    : readText(wasm, wasm.errorText(status));
  wasm.destroyMesh(mesh);
  wasm.destroyDecoder(decoder);
  wasm.free(data);
  return result;
}

function readMesh(
  wasm: Exports,
  decoder: number,
  mesh: number,
  wanted: readonly WantedAttribute[],
): DracoMesh {
  const vertexCount = wasm.countPoints(mesh);
  const triangles = new Uint32Array(3 * wasm.countFaces(mesh));
  const view = new Uint8Array(triangles.buffer);
  copyOut(wasm, view, (address) => wasm.readTriangles(decoder, mesh, view.length, address));
  const attributes = wanted.map((want) => readAttribute(wasm, decoder, mesh, want, vertexCount));
  return { vertexCount, triangles, attributes };
}

function readAttribute(
  wasm: Exports,
  decoder: number,
  mesh: number,
  { id, componentType, width }: WantedAttribute,
  vertexCount: number,
): Uint8Array | string {
  const attribute = wasm.findAttribute(decoder, mesh, id);
  if (attribute === 0) return `no attribute ${id}`;
  // In Draco, the number of components is one signed byte.
  const found = (wasm.countComponents(attribute) << 24) >> 24;
  if (found !== width) return `${found} components in attribute ${id}`;
  const { type, size } = types[componentType];
  const out = new Uint8Array(vertexCount * width * size);
  copyOut(wasm, out, (address) => wasm.readAttribute(decoder, mesh, attribute, type, out.length, address));
  return out;
}

/** Returns a copy of the bytes that a function writes into the decoder's memory. */
function copyOut(wasm: Exports, out: Uint8Array, write: (address: number) => number): void {
  const address = allocate(wasm, out.length);
  if (!write(address)) throw new Error('not converted');
  out.set(new Uint8Array(wasm.memory.buffer, address, out.length));
  wasm.free(address);
}

function allocate(wasm: Exports, length: number): number {
  const address = wasm.malloc(Math.max(1, length));
  if (address === 0) throw new Error('no memory left');
  return address;
}

function readText(wasm: Exports, address: number): string {
  const bytes = new Uint8Array(wasm.memory.buffer, address);
  return new TextDecoder().decode(bytes.slice(0, Math.min(200, bytes.indexOf(0))));
}
