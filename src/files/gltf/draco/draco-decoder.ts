import { inflateSync } from 'fflate';
import { InputError } from '../../../input-error.ts';
import { decodeBase64 } from '../../base64.ts';
import { explainBlockedDecoder } from '../explain-blocked-decoder.ts';
import { deflatedBase64, exportNames, importNames, wasmLength } from './draco.generated.ts';

/** What is wanted of one attribute of a Draco mesh. */
export interface WantedAttribute {
  /** By which the stream knows it. */
  readonly id: number;
  /** As glTF numbers types: the values are converted to it. */
  readonly componentType: number;
  /** Components of an element. */
  readonly width: number;
}

export interface DracoMesh {
  readonly vertexCount: number;
  /** [3 · triangleCount] in the order of the stream. */
  readonly triangles: Uint32Array;
  /** The bytes of each wanted attribute, in the order of the stream's vertices, elements close together; or why there are none. */
  readonly attributes: readonly (Uint8Array | string)[];
}

/** A stream that cannot be decoded; the message says why. */
export class DracoError extends Error {}

type Exports = { readonly memory: WebAssembly.Memory } & Readonly<
  Record<Exclude<keyof typeof exportNames, 'memory'>, (...values: number[]) => number>
>;

interface Instance {
  readonly exports: Exports;
  /** Bytes that its memory may grow to. */
  limit: number;
}

/** Numbers of Draco's types by those of glTF, and their sizes. */
const types: Readonly<Record<number, { readonly type: number; readonly size: number }>> = {
  5120: { type: 1, size: 1 },
  5121: { type: 2, size: 1 },
  5122: { type: 3, size: 2 },
  5123: { type: 4, size: 2 },
  5125: { type: 6, size: 4 },
  5126: { type: 9, size: 4 },
};

const pageBytes = 65536;
/** An instance whose memory has grown beyond this is not kept: such memory never shrinks. */
const keptBytes = 2 ** 25;
/** The decoder took 350 bytes for a vertex with its triangles and four attributes, measured on a grid of 490,000. */
const bytesPerVertex = 1024;
const leastLimit = 2 ** 27;
const largestLimit = 2 ** 31 - pageBytes;

let compiled: WebAssembly.Module | null = null;
let kept: Instance | null = null;

/**
 * Decodes a Draco mesh. The order of vertices and triangles is that of the stream, which is the same in every decoder.
 *
 * expectedCount: how many vertices the file announces, from which follows how much memory a sound stream needs.
 * Errors: DracoError for a damaged stream. A decoder that ran astray is made anew.
 */
export function decodeDraco(
  bytes: Uint8Array,
  wanted: readonly WantedAttribute[],
  expectedCount: number,
): DracoMesh {
  const instance = kept ?? createInstance();
  kept = null;
  instance.limit = Math.min(largestLimit, Math.max(leastLimit, expectedCount * bytesPerVertex));
  let mesh: DracoMesh | string;
  try {
    mesh = decode(instance.exports, bytes, wanted);
  } catch {
    // It ran astray, or wanted more memory than a sound stream of this size needs.
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
  const instance = { limit: leastLimit } as { exports: Exports; limit: number };
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

/** 1 when the memory holds `size` bytes now, else 0: the decoder then stops. */
function growMemory(memory: WebAssembly.Memory, size: number, limit: number): number {
  if (size > limit) return 0;
  const missing = size - memory.buffer.byteLength;
  // Some more than asked for, so that it need not grow for every small piece.
  const ample = Math.min(limit - memory.buffer.byteLength, Math.max(missing, missing / 4 + 2 ** 22));
  try {
    memory.grow(Math.ceil(Math.max(missing, ample) / pageBytes));
    return 1;
  } catch {
    return 0;
  }
}

/** The mesh, or why there is none. After anything that is thrown, nothing is freed: the instance is of no use any more. */
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
  copyOut(wasm, view, (place) => wasm.readTriangles(decoder, mesh, view.length, place));
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
  // A count of components is one signed byte.
  const found = (wasm.countComponents(attribute) << 24) >> 24;
  if (found !== width) return `${found} components in attribute ${id}`;
  const { type, size } = types[componentType];
  const out = new Uint8Array(vertexCount * width * size);
  copyOut(wasm, out, (place) => wasm.readAttribute(decoder, mesh, attribute, type, out.length, place));
  return out;
}

/** Takes what a function writes to a place in the decoder's memory. */
function copyOut(wasm: Exports, out: Uint8Array, write: (place: number) => number): void {
  const place = allocate(wasm, out.length);
  if (!write(place)) throw new Error('not converted');
  out.set(new Uint8Array(wasm.memory.buffer, place, out.length));
  wasm.free(place);
}

function allocate(wasm: Exports, length: number): number {
  const place = wasm.malloc(Math.max(1, length));
  if (place === 0) throw new Error('no memory left');
  return place;
}

function readText(wasm: Exports, place: number): string {
  const bytes = new Uint8Array(wasm.memory.buffer, place);
  return new TextDecoder().decode(bytes.slice(0, Math.min(200, bytes.indexOf(0))));
}
