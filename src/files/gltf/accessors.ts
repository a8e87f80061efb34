import type { BufferViews } from './buffers.ts';
import type { DracoPrimitives } from './draco/draco-primitives.ts';
import type { JsonValue } from './json-value.ts';
import { typeWidths } from './type-widths.ts';

interface Component {
  readonly size: number;
  /** Divisor for integers of this type if they are normalised. 0 if there is none. */
  readonly divisor: number;
  readonly read: (view: DataView, offset: number) => number;
}

const components: Readonly<Record<number, Component>> = {
  5120: { size: 1, divisor: 127, read: (view, offset) => view.getInt8(offset) },
  5121: { size: 1, divisor: 255, read: (view, offset) => view.getUint8(offset) },
  5122: { size: 2, divisor: 32767, read: (view, offset) => view.getInt16(offset, true) },
  5123: { size: 2, divisor: 65535, read: (view, offset) => view.getUint16(offset, true) },
  5125: { size: 4, divisor: 0, read: (view, offset) => view.getUint32(offset, true) },
  5126: { size: 4, divisor: 0, read: (view, offset) => view.getFloat32(offset, true) },
};

/** Component types that may hold indices and joints. */
const unsignedTypes = [5121, 5123, 5125];

/**
 * Maximum number of elements of an accessor without a buffer view, so that a damaged count cannot exhaust the memory.
 */
const unbackedLimit = 2 ** 24;

/** The form of one element: `width` components, each divided by `divisor`. If `divisor` is 0, components are not divided. */
interface Layout {
  readonly width: number;
  readonly component: Component;
  readonly divisor: number;
}

/** Location of `count` elements in the bytes of a view. All elements lie inside the view. */
interface Elements extends Layout {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Reads the accessors of one file as plain arrays. Sparse values are applied, missing buffer views are read as zeros, integers are
 * dequantised, and compressed primitives are decoded.
 */
export class Accessors {
  private readonly accessors: JsonValue[];

  constructor(
    root: JsonValue,
    private readonly views: BufferViews,
    private readonly draco: DracoPrimitives,
  ) {
    this.accessors = root.get('accessors').items();
  }

  /** Returns the accessor with the index `reference`. */
  find(reference: JsonValue): JsonValue {
    return this.accessors[reference.index(this.accessors.length, 'accessors')];
  }

  /** Returns the number of elements of an accessor. If the elements are compressed, this is the number in the stream. */
  count(reference: JsonValue): number {
    const accessor = this.find(reference);
    return this.draco.attribute(reference)?.count ?? accessor.get('count').integer(0, 2 ** 32);
  }

  /** Returns the difference between two consecutive integer values of an accessor, after dequantisation. 0 for floats. */
  step(reference: JsonValue): number {
    const accessor = this.find(reference);
    const { component, divisor } = readLayout(accessor, accessor.get('type').text());
    if (component.size === 4) return 0;
    return divisor > 0 ? 1 / divisor : 1;
  }

  /** Returns the triangles of a compressed primitive, always as a list [3 · triangleCount]. Null if the primitive is not compressed. */
  compressedTriangles(primitive: JsonValue): Uint32Array | null {
    return this.draco.triangles(primitive);
  }

  /** Returns the finite numbers of an accessor of the given type [width · count]. Normalised integers are in −1..1 or 0..1. */
  readFloats(reference: JsonValue, type: string): Float32Array {
    const accessor = this.find(reference);
    const layout = readLayout(accessor, type);
    const out = this.read(reference, accessor, layout, (length) => new Float32Array(length));
    for (let i = 0; i < out.length; i++) {
      if (Number.isFinite(out[i])) continue;
      const element = Math.floor(i / layout.width);
      throw accessor.fault(`expected finite numbers, got ${out[i]} in element ${element}; export it again`);
    }
    return out;
  }

  /** Returns the integers of an accessor of the given type [width · count]. */
  readIntegers(reference: JsonValue, type: string): Uint32Array {
    const accessor = this.find(reference);
    requireUnsigned(accessor.get('componentType'));
    const layout = { ...readLayout(accessor, type), divisor: 0 };
    return this.read(reference, accessor, layout, (length) => new Uint32Array(length));
  }

  /** Reads the elements. Allocates memory only after the count was compared with the bytes of the buffer. */
  private read<Out extends Float32Array | Uint32Array>(
    reference: JsonValue,
    accessor: JsonValue,
    layout: Layout,
    allocate: (length: number) => Out,
  ): Out {
    const decoded = this.draco.attribute(reference);
    if (decoded) {
      const values = allocate(decoded.count * layout.width);
      const stride = layout.width * layout.component.size;
      copyElements(values, { ...layout, ...decoded, offset: 0, stride }, null);
      return values;
    }
    // Index 0 is a valid view. Elements are zeros only if the key is missing.
    const isBacked = !accessor.get('bufferView').absent;
    const count = accessor.get('count').integer(0, isBacked ? 2 ** 32 : unbackedLimit);
    const elements = isBacked ? this.locate(accessor, layout, count) : null;
    const out = allocate(count * layout.width);
    if (elements) copyElements(out, elements, null);
    const sparse = accessor.get('sparse');
    if (!sparse.absent) this.applySparse(out, sparse, layout);
    return out;
  }

  private applySparse(out: Float32Array | Uint32Array, sparse: JsonValue, layout: Layout): void {
    const total = out.length / layout.width;
    const count = sparse.get('count').integer(0, total);
    const indices = sparse.get('indices');
    const component = requireUnsigned(indices.get('componentType'));
    const targets = new Uint32Array(count);
    copyElements(targets, this.locate(indices, { width: 1, component, divisor: 0 }, count), null);
    for (const target of targets) {
      if (target >= total) throw indices.fault(`expected elements below ${total}, got ${target}`);
    }
    copyElements(out, this.locate(sparse.get('values'), layout, count), targets);
  }

  /** Locates elements from the bufferView and byteOffset of an accessor, or of one part of a sparse block. */
  private locate(source: JsonValue, layout: Layout, count: number): Elements {
    const { bytes, stride: ownStride } = this.views.view(source.get('bufferView'));
    const size = layout.width * layout.component.size;
    const stride = ownStride || size;
    const offset = source.get('byteOffset').integer(0, 2 ** 32, 0);
    if (stride < size) throw source.fault(`expected a stride of at least ${size} bytes, got ${stride}`);
    const end = count === 0 ? 0 : offset + stride * (count - 1) + size;
    if (end > bytes.length) {
      throw source.fault(
        `expected ${end} bytes in its buffer view, got ${bytes.length}; export the file again`,
      );
    }
    return { ...layout, bytes, offset, stride, count };
  }
}

function readLayout(accessor: JsonValue, type: string): Layout {
  if (accessor.get('type').value !== type) throw accessor.get('type').unexpected(type);
  const componentType = accessor.get('componentType');
  const component = components[componentType.integer(0, 65535)];
  if (!component) throw componentType.unexpected(`one of ${Object.keys(components).join(', ')}`);
  const isNormalized = accessor.get('normalized').value === true;
  return { width: typeWidths[type], component, divisor: isNormalized ? component.divisor : 0 };
}

function requireUnsigned(componentType: JsonValue): Component {
  const type = componentType.value as number;
  if (!unsignedTypes.includes(type)) {
    throw componentType.unexpected(`unsigned integers (${unsignedTypes.join(', ')})`);
  }
  return components[type];
}

/** Copies element k into `out`, at index targets[k], or at index k without targets. */
function copyElements(
  out: Float32Array | Uint32Array,
  elements: Elements,
  targets: Uint32Array | null,
): void {
  const { bytes, offset, stride, count, width, divisor } = elements;
  const { read, size } = elements.component;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let k = 0; k < count; k++) {
    const from = offset + k * stride;
    const to = (targets ? targets[k] : k) * width;
    for (let c = 0; c < width; c++) {
      const value = read(view, from + c * size);
      out[to + c] = divisor ? Math.max(value / divisor, -1) : value;
    }
  }
}
