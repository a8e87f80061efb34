/** Component types of a builder's accessors. */
type Values =
  | readonly number[]
  | Float32Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Uint32Array;

type Json = Record<string, unknown>;

export interface ChannelSource {
  readonly node: number;
  readonly path: string;
  readonly times: readonly number[];
  readonly values: Values;
  readonly interpolation?: string;
}

const componentTypes = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const widths: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * Builds small glTF files for tests. The files are valid unless a test changes `json`. Each `add` method returns the index of the new
 * object.
 */
export class GltfBuilder {
  /** The JSON of the file. It may be changed before the file is built. */
  readonly json: {
    asset: Json;
    nodes: Json[];
    meshes: Json[];
    skins: Json[];
    animations: Json[];
    accessors: Json[];
    bufferViews: Json[];
    materials: Json[];
    [key: string]: unknown;
  } = {
    asset: { version: '2.0' },
    nodes: [],
    meshes: [],
    skins: [],
    animations: [],
    accessors: [],
    bufferViews: [],
    materials: [],
  };
  private bytes = new Uint8Array(0);

  /** Adds a view of these bytes, at a multiple of four. */
  addView(data: Uint8Array, extra: Json = {}): number {
    const byteOffset = Math.ceil(this.bytes.length / 4) * 4;
    const bytes = new Uint8Array(byteOffset + data.length);
    bytes.set(this.bytes);
    bytes.set(data, byteOffset);
    this.bytes = bytes;
    this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: data.length, ...extra });
    return this.json.bufferViews.length - 1;
  }

  /** Adds an accessor with its own view. Plain numbers are stored as 32-bit floats. */
  addAccessor(type: string, values: Values, extra: Json = {}): number {
    const array = Array.isArray(values) ? Float32Array.from(values) : (values as Float32Array);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    return this.addAccessorOf(type, array.length / widths[type], {
      bufferView: this.addView(bytes),
      componentType: componentTypes.get(array.constructor),
      ...boundsOf(array, widths[type]),
      ...extra,
    });
  }

  /** Adds an accessor without data. */
  addAccessorOf(type: string, count: number, members: Json): number {
    this.json.accessors.push({ componentType: 5126, type, count, ...members });
    return this.json.accessors.length - 1;
  }

  addNode(members: Json = {}): number {
    this.json.nodes.push(members);
    return this.json.nodes.length - 1;
  }

  /** Adds a mesh with one primitive. indices: plain numbers are stored as 16-bit integers. */
  addMesh(
    positions: Values,
    indices: readonly number[] | null,
    primitive: Json = {},
    members: Json = {},
  ): number {
    const { attributes, ...rest } = primitive;
    this.json.meshes.push({
      primitives: [
        {
          attributes: { POSITION: this.addAccessor('VEC3', positions), ...(attributes as Json) },
          ...(indices ? { indices: this.addAccessor('SCALAR', Uint16Array.from(indices)) } : {}),
          ...rest,
        },
      ],
      ...members,
    });
    return this.json.meshes.length - 1;
  }

  /** Adds a skin. inverseBind: 16 numbers for each joint, column-major. Null: the file contains no inverse bind matrices. */
  addSkin(joints: readonly number[], inverseBind: readonly number[] | null, members: Json = {}): number {
    const matrices = inverseBind && { inverseBindMatrices: this.addAccessor('MAT4', inverseBind) };
    this.json.skins.push({ joints, ...matrices, ...members });
    return this.json.skins.length - 1;
  }

  addAnimation(name: string | undefined, channels: readonly ChannelSource[]): number {
    const types: Record<string, string> = { rotation: 'VEC4', weights: 'SCALAR' };
    this.json.animations.push({
      ...(name === undefined ? {} : { name }),
      samplers: channels.map(({ path, times, values, interpolation }) => ({
        input: this.addAccessor('SCALAR', times),
        output: this.addAccessor(types[path] ?? 'VEC3', values),
        ...(interpolation ? { interpolation } : {}),
      })),
      channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
    });
    return this.json.animations.length - 1;
  }

  /** The bytes of all views. */
  get binary(): Uint8Array {
    return this.bytes;
  }

  /** Returns the JSON with its buffer at `uri`. If the test did not create a scene, a scene of all roots is added. */
  finish(uri?: string): Json {
    const { nodes, ...rest } = this.json;
    const children = new Set(nodes.flatMap((node) => (node.children as number[]) ?? []));
    const roots = nodes.map((_, index) => index).filter((index) => !children.has(index));
    const json: Json = { scene: 0, scenes: [{ nodes: roots }], nodes, ...rest };
    if (this.bytes.length > 0) json.buffers ??= [{ byteLength: this.bytes.length, ...(uri ? { uri } : {}) }];
    // Empty lists are removed, because the standard does not allow them.
    return Object.fromEntries(
      Object.entries(json).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    );
  }

  toGlb(): Uint8Array {
    return packGlb(this.finish(), this.bytes);
  }

  /** Returns a .gltf with its buffer as base64, or at another URI. */
  toGltf(uri?: string): Uint8Array {
    const base64 = `data:application/octet-stream;base64,${Buffer.from(this.bytes).toString('base64')}`;
    return new TextEncoder().encode(JSON.stringify(this.finish(uri ?? base64)));
  }
}

/** Returns the minimum and maximum of each component, which the standard requires for positions and key times. */
function boundsOf(array: ArrayLike<number>, width: number): Json {
  const columns = Array.from({ length: width }, (_, c) =>
    Array.from(array).filter((_, k) => k % width === c),
  );
  if (array.length === 0 || !columns.flat().every(Number.isFinite)) return {};
  return {
    min: columns.map((column) => Math.min(...column)),
    max: columns.map((column) => Math.max(...column)),
  };
}

/** Writes JSON and binary data as a GLB. */
export function packGlb(json: unknown, binary: Uint8Array = new Uint8Array(0)): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const binaryLength = Math.ceil(binary.length / 4) * 4;
  const total = 20 + jsonLength + (binary.length > 0 ? 8 + binaryLength : 0);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, total, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(text, 20);
  if (binary.length > 0) {
    view.setUint32(20 + jsonLength, binaryLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    bytes.set(binary, 28 + jsonLength);
  }
  return bytes;
}
