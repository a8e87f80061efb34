import {
  encodeGlb,
  type GltfAccessor,
  type GltfAnimation,
  type GltfDocument,
  type GltfNode,
  padded,
} from './glb.ts';

export type GltfArray = Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** Value of `bufferView.target` for vertex attributes. */
export const vertexTarget = 34962;
export const indexTarget = 34963;

const componentTypes = new Map<unknown, number>([
  [Float32Array, 5126],
  [Uint32Array, 5125],
  [Uint16Array, 5123],
  [Uint8Array, 5121],
]);
type VertexType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4';
const typeWidths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

/**
 * The indices of the elements of a sparse accessor. Several accessors may share them. `GlbPatch.addSparseIndices`
 * creates them.
 */
export interface SparseIndices {
  readonly bufferView: number;
  readonly componentType: number;
  /** The indices, in increasing order. */
  readonly elements: Uint32Array;
}

/**
 * Adds to a glTF document: objects to its JSON, and data to the end of its first buffer. Everything that the document held before keeps its
 * index and its bytes, also data of unknown extensions. To create a new document, patch an empty one.
 */
export class GlbPatch {
  /** The JSON of the document. It may be edited freely, except `binary` and `buffers[0].byteLength`, which this class updates. */
  readonly json: GltfDocument;
  private readonly parts: Uint8Array[] = [];
  private length = 0;
  /** Buffer views and accessors of zeros, by their size, so that equal ones are shared. */
  private readonly zeroViews: number[] = [];
  private readonly zeroAccessors = new Map<string, number>();

  /** binary: the bytes of the first buffer, which has no URI. */
  constructor(json: GltfDocument, binary: Uint8Array = new Uint8Array(0)) {
    this.json = json;
    this.append(binary);
  }

  static create(): GlbPatch {
    return new GlbPatch({ asset: { version: '2.0', generator: 'Aftermotion' } });
  }

  /** Adds an object to one of the document's lists. Returns its index there. */
  add(list: 'nodes', object: GltfNode): number;
  add(list: 'animations', object: GltfAnimation): number;
  add(list: 'meshes' | 'materials' | 'scenes', object: Record<string, unknown>): number;
  add(list: 'nodes' | 'animations' | 'meshes' | 'materials' | 'scenes', object: object): number {
    this.json[list] ??= [];
    const objects = this.json[list] as object[];
    objects.push(object);
    return objects.length - 1;
  }

  /** Appends bytes at a multiple of 4. Returns the index of a new buffer view that contains them. */
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
   * Appends an array as an accessor, with the minimum and maximum of each component. Returns the index of the accessor. The array must not
   * change while the patch is used. target: for vertices and indices only.
   */
  addAccessor(array: GltfArray, type: keyof typeof typeWidths, target?: number): number {
    const bufferView = this.addBufferView(bytesOf(array), target);
    return this.addAccessorObject({
      bufferView,
      componentType: componentTypeOf(array),
      count: array.length / typeWidths[type],
      type,
      ...findBounds(array, typeWidths[type], false),
    });
  }

  /**
   * Replaces the numbers of an accessor. If something else uses the accessor too, adds a new one instead. Old bytes stay in the buffer, but
   * no unused accessor or buffer view remains. Returns the index of the accessor.
   */
  replaceAccessor(index: number, array: GltfArray, type: keyof typeof typeWidths): number {
    if (countAccessorUses(this.json, index) > 1) return this.addAccessor(array, type);
    const accessors = this.json.accessors!;
    const { name, extras, bufferView } = accessors[index];
    const isViewOwn =
      bufferView !== undefined &&
      countViewUses(this.json, bufferView) === 1 &&
      this.json.bufferViews![bufferView].extensions === undefined;
    accessors[index] = {
      ...(name === undefined ? {} : { name }),
      ...(extras === undefined ? {} : { extras }),
      ...accessors[this.addAccessor(array, type)],
    };
    accessors.pop();
    if (isViewOwn) {
      const views = this.json.bufferViews!;
      views[bufferView] = views[accessors[index].bufferView!];
      views.pop();
      accessors[index].bufferView = bufferView;
    }
    return index;
  }

  /** Appends the indices of sparse elements, each below `count`, with the smallest integer type that can represent them. */
  addSparseIndices(elements: Uint32Array, count: number): SparseIndices {
    const array =
      count <= 2 ** 8
        ? Uint8Array.from(elements)
        : count <= 2 ** 16
          ? Uint16Array.from(elements)
          : Uint32Array.from(elements);
    return {
      bufferView: this.addBufferView(bytesOf(array)),
      componentType: componentTypeOf(array),
      elements,
    };
  }

  /**
   * Returns the index of an accessor of `count` zero float vectors. Accessors without a buffer view would be valid for zeros, but many
   * readers reject them, so this one has bytes. Accessors of the same size are shared, and their bytes are stored once.
   */
  addZeroAccessor(count: number, type: VertexType): number {
    const key = `${type} ${count}`;
    let accessor = this.zeroAccessors.get(key);
    if (accessor === undefined) {
      const width = typeWidths[type];
      const zeros = new Array<number>(width).fill(0);
      const bufferView = this.addZeroView(width, count);
      accessor = this.addAccessorObject({
        bufferView,
        componentType: 5126,
        count,
        type,
        min: zeros,
        max: [...zeros],
      });
      this.zeroAccessors.set(key, accessor);
    }
    return accessor;
  }

  /**
   * Appends an accessor of `count` float vectors that are zero except for the sparse ones, whose values are in `values` [width · elements].
   * The zeros also have bytes: see `addZeroAccessor`. Returns the index of the accessor.
   */
  addSparseAccessor(count: number, type: VertexType, sparse: SparseIndices, values: Float32Array): number {
    const width = typeWidths[type];
    const bounds = findBounds(values, width, values.length < width * count);
    const { bufferView, componentType, elements } = sparse;
    return this.addAccessorObject({
      bufferView: this.addZeroView(width, count),
      componentType: 5126,
      count,
      type,
      ...bounds,
      sparse: {
        count: elements.length,
        indices: { bufferView, componentType },
        values: { bufferView: this.addBufferView(bytesOf(values)) },
      },
    });
  }

  /** Returns the document as one GLB. */
  toGlb(): Uint8Array<ArrayBuffer> {
    if (this.length > 0) {
      this.json.buffers ??= [];
      this.json.buffers[0] = { ...this.json.buffers[0], byteLength: this.length };
    }
    return encodeGlb(this.json, this.parts);
  }

  /** Returns a buffer view of zeros for this number of floats: an existing one that is long enough, or a new one. */
  private addZeroView(width: number, count: number): number {
    const size = 4 * width;
    const found = this.zeroViews.find((view) => {
      const { byteStride, byteLength } = this.json.bufferViews![view];
      return byteStride === size && byteLength >= size * count;
    });
    if (found !== undefined) return found;
    const view = this.addBufferView(new Uint8Array(size * count), vertexTarget);
    // glTF requires a stride if several vertex accessors share one view.
    this.json.bufferViews![view].byteStride = size;
    this.zeroViews.push(view);
    return view;
  }

  private addAccessorObject(accessor: GltfAccessor): number {
    this.json.accessors ??= [];
    return this.json.accessors.push(accessor) - 1;
  }

  /** Appends bytes. Returns their offset, a multiple of 4. */
  private append(bytes: Uint8Array): number {
    const offset = padded(this.length);
    if (offset > this.length) this.parts.push(new Uint8Array(offset - this.length));
    if (bytes.length > 0) this.parts.push(bytes);
    this.length = offset + bytes.length;
    return offset;
  }
}

function bytesOf(array: GltfArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function componentTypeOf(array: GltfArray): number {
  const componentType = componentTypes.get(array.constructor);
  if (!componentType) throw new TypeError(`no glTF component type for ${array.constructor.name}`);
  return componentType;
}

/** Returns the minimum and maximum of each component. `withZero`: whether there are also elements that are zero. */
function findBounds(array: GltfArray, width: number, withZero: boolean): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(withZero ? 0 : Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(withZero ? 0 : Number.NEGATIVE_INFINITY);
  for (let k = 0; k < array.length; k += width) {
    for (let c = 0; c < width; c++) {
      const value = array[k + c];
      if (value < min[c]) min[c] = value;
      if (value > max[c]) max[c] = value;
    }
  }
  return { min, max };
}

/** Counts how often meshes, skins and animations refer to an accessor. */
function countAccessorUses(
  { meshes = [], skins = [], animations = [] }: GltfDocument,
  index: number,
): number {
  const used = [
    ...meshes.flatMap(({ primitives }) =>
      primitives.flatMap(({ attributes, indices, targets = [] }) => [
        ...Object.values(attributes),
        indices,
        ...targets.flatMap((target) => Object.values(target)),
      ]),
    ),
    ...skins.map(({ inverseBindMatrices }) => inverseBindMatrices),
    ...animations.flatMap(({ samplers }) => samplers.flatMap(({ input, output }) => [input, output])),
  ];
  return used.filter((use) => use === index).length;
}

/** Counts how often accessors and pictures refer to a buffer view. */
function countViewUses({ accessors = [], images = [] }: GltfDocument, index: number): number {
  const used = [
    ...accessors.flatMap(({ bufferView, sparse }) => [
      bufferView,
      sparse?.indices.bufferView,
      sparse?.values.bufferView,
    ]),
    ...images.map(({ bufferView }) => bufferView),
  ];
  return used.filter((use) => use === index).length;
}
