import { writeExactJson } from './exact-json.ts';

/** The part of the glTF JSON that is changed here. All other members are kept. */
export interface GltfDocument {
  asset: { version: string; generator?: string; [key: string]: unknown };
  scene?: number;
  scenes?: { nodes?: number[]; [key: string]: unknown }[];
  nodes?: GltfNode[];
  buffers?: GltfBuffer[];
  bufferViews?: GltfBufferView[];
  accessors?: GltfAccessor[];
  animations?: GltfAnimation[];
  meshes?: GltfMesh[];
  materials?: Record<string, unknown>[];
  skins?: { joints: number[]; [key: string]: unknown }[];
  images?: { uri?: string; bufferView?: number; mimeType?: string; [key: string]: unknown }[];
  [key: string]: unknown;
}

export interface GltfNode {
  name?: string;
  children?: number[];
  mesh?: number;
  skin?: number;
  weights?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  [key: string]: unknown;
}

export interface GltfMesh {
  primitives: GltfPrimitive[];
  weights?: number[];
  extras?: unknown;
  [key: string]: unknown;
}

export interface GltfPrimitive {
  attributes: Record<string, number>;
  /** For each morph target: the accessors of its deltas, by attribute. */
  targets?: Record<string, number>[];
  extras?: unknown;
  extensions?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface GltfBuffer {
  byteLength: number;
  uri?: string;
  extensions?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface GltfBufferView {
  buffer: number;
  byteLength: number;
  byteOffset?: number;
  byteStride?: number;
  target?: number;
  extensions?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface GltfAccessor {
  bufferView?: number;
  componentType: number;
  count: number;
  type: string;
  min?: number[];
  max?: number[];
  sparse?: {
    count: number;
    indices: { bufferView: number; componentType: number };
    values: { bufferView: number };
  };
  [key: string]: unknown;
}

export interface GltfChannel {
  sampler: number;
  target: { node?: number; path: string; extensions?: Record<string, unknown> };
  [key: string]: unknown;
}

export interface GltfAnimation {
  name?: string;
  samplers: { input: number; output: number; interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE' }[];
  channels: GltfChannel[];
  [key: string]: unknown;
}

/** Returns a GLB with the JSON and the binary chunk. The chunk is omitted if it is empty. */
export function encodeGlb(json: GltfDocument, binary: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(writeExactJson(json));
  const textLength = padded(text.length);
  const binaryLength = padded(binary.reduce((sum, part) => sum + part.length, 0));
  const total = 20 + textLength + (binaryLength > 0 ? 8 + binaryLength : 0);
  if (total >= 2 ** 32) throw new RangeError(`a GLB holds less than 4 GiB, got ${total} bytes`);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, total, textLength, 0x4e4f534a].forEach((word, k) => {
    view.setUint32(4 * k, word, true);
  });
  out.fill(0x20, 20, 20 + textLength);
  out.set(text, 20);
  if (binaryLength > 0) {
    let offset = 20 + textLength;
    view.setUint32(offset, binaryLength, true);
    view.setUint32(offset + 4, 0x004e4942, true);
    offset += 8;
    for (const part of binary) {
      out.set(part, offset);
      offset += part.length;
    }
  }
  return out;
}

/** Returns the next multiple of 4, where chunks and float data begin. */
export function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
