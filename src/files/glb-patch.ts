import { encodeGlb, type GltfAnimation, type GltfDocument, type GltfNode, padded } from './glb.ts';

export type GltfArray = Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** `bufferView.target`. */
export const vertexTarget = 34962;
export const indexTarget = 34963;

const componentTypes = new Map<unknown, number>([
  [Float32Array, 5126],
  [Uint32Array, 5125],
  [Uint16Array, 5123],
  [Uint8Array, 5121],
]);
const typeWidths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

/**
 * A glTF document that grows: objects are added to its JSON and data to the end of its first buffer. What the
 * document held before keeps its indices and its bytes, known here or not. A new document is a patch of an empty one.
 */
export class GlbPatch {
  /** Edit freely; `binary` and `buffers[0].byteLength` are this class's own. */
  readonly json: GltfDocument;
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /** binary: the bytes of the first buffer; it has no URI. */
  constructor(json: GltfDocument, binary: Uint8Array = new Uint8Array(0)) {
    this.json = json;
    this.append(binary);
  }

  static create(): GlbPatch {
    return new GlbPatch({ asset: { version: '2.0', generator: 'Aftermotion' } });
  }

  /** Adds an object to one of the document's lists; returns its index there. */
  add(list: 'nodes', object: GltfNode): number;
  add(list: 'animations', object: GltfAnimation): number;
  add(list: 'meshes' | 'materials' | 'scenes', object: Record<string, unknown>): number;
  add(list: 'nodes' | 'animations' | 'meshes' | 'materials' | 'scenes', object: object): number {
    this.json[list] ??= [];
    const objects = this.json[list] as object[];
    objects.push(object);
    return objects.length - 1;
  }

  /** Appends bytes on a multiple of 4; returns the index of a buffer view over them. */
  addBufferView(bytes: Uint8Array, target?: number): number {
    const byteOffset = this.append(bytes);
    this.json.bufferViews ??= [];
    this.json.bufferViews.push({
      buffer: 0,
      byteOffset,
      byteLength: bytes.length,
      ...(target ? { target } : {}),
    });
    return this.json.bufferViews.length - 1;
  }

  /**
   * Appends an array as an accessor with least and largest values per component; returns its index. The array must
   * outlive the patch unchanged. target: for vertices and indices only.
   */
  addAccessor(array: GltfArray, type: keyof typeof typeWidths, target?: number): number {
    const componentType = componentTypes.get(array.constructor);
    if (!componentType) throw new TypeError(`no glTF component type for ${array.constructor.name}`);
    const width = typeWidths[type];
    const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
    const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
    for (let k = 0; k < array.length; k += width) {
      for (let c = 0; c < width; c++) {
        const value = array[k + c];
        if (value < min[c]) min[c] = value;
        if (value > max[c]) max[c] = value;
      }
    }
    this.json.accessors ??= [];
    this.json.accessors.push({
      bufferView: this.addBufferView(
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
        target,
      ),
      componentType,
      count: array.length / width,
      type,
      min,
      max,
    });
    return this.json.accessors.length - 1;
  }

  /** The document as one file. */
  toGlb(): Uint8Array<ArrayBuffer> {
    if (this.length > 0) {
      this.json.buffers ??= [];
      this.json.buffers[0] = { ...this.json.buffers[0], byteLength: this.length };
    }
    return encodeGlb(this.json, this.parts);
  }

  /** Returns the offset, a multiple of 4. */
  private append(bytes: Uint8Array): number {
    const offset = padded(this.length);
    if (offset > this.length) this.parts.push(new Uint8Array(offset - this.length));
    if (bytes.length > 0) this.parts.push(bytes);
    this.length = offset + bytes.length;
    return offset;
  }
}
