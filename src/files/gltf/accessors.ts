import type { BufferViews } from './buffers.ts';
import type { JsonValue } from './json-value.ts';

interface Component {
  readonly size: number;
  /** Divisor of the normalised form; 0 where there is none. */
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
const floatType = 5126;

const widths: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Elements of an accessor that no buffer backs: a damaged count must not fill the memory. */
const unbackedLimit = 2 ** 24;

/** Accessors of one file as plain arrays: sparse ones applied, absent buffer views as zeros, integers dequantised. */
export class Accessors {
  private readonly accessors: JsonValue[];

  constructor(
    root: JsonValue,
    private readonly views: BufferViews,
  ) {
    this.accessors = root.get('accessors').items();
  }

  /** The accessor that `reference` (an index in the file) names. */
  find(reference: JsonValue): JsonValue {
    return this.accessors[reference.index(this.accessors.length, 'accessors')];
  }

  /** Its number of elements. */
  count(reference: JsonValue): number {
    return this.find(reference)
      .get('count')
      .integer(0, 2 ** 32);
  }

  /** [width · count] finite numbers of an accessor of the given type; normalised integers in −1..1 or 0..1. */
  readFloats(reference: JsonValue, type: string): Float32Array {
    const accessor = this.find(reference);
    const { width, component, divisor } = this.layout(accessor, type);
    const out = new Float32Array(width * this.backedCount(accessor, width * component.size));
    this.fill(out, accessor, width, component, divisor);
    for (let i = 0; i < out.length; i++) {
      if (Number.isFinite(out[i])) continue;
      throw accessor.fault(
        `expected finite numbers, got ${out[i]} in element ${Math.floor(i / width)}; export it again`,
      );
    }
    return out;
  }

  /** [width · count] whole numbers of an accessor of the given type. */
  readIntegers(reference: JsonValue, type: string): Uint32Array {
    const accessor = this.find(reference);
    const { width, component } = this.layout(accessor, type);
    const componentType = accessor.get('componentType');
    if (![5121, 5123, 5125].includes(componentType.value as number)) {
      throw componentType.unexpected('unsigned integers (5121, 5123 or 5125)');
    }
    const out = new Uint32Array(width * this.backedCount(accessor, width * component.size));
    this.fill(out, accessor, width, component, 0);
    return out;
  }

  private layout(
    accessor: JsonValue,
    type: string,
  ): { width: number; component: Component; divisor: number } {
    if (accessor.get('type').value !== type) throw accessor.get('type').unexpected(type);
    const componentType = accessor.get('componentType');
    const component = components[componentType.integer(0, 65535)];
    if (!component) throw componentType.unexpected(`one of ${Object.keys(components).join(', ')}`);
    const normalized = accessor.get('normalized').value === true && componentType.value !== floatType;
    return { width: widths[type], component, divisor: normalized ? component.divisor : 0 };
  }

  /** The count, checked against the bytes that back it before anything is allocated. */
  private backedCount(accessor: JsonValue, size: number): number {
    const bufferView = accessor.get('bufferView');
    if (bufferView.absent) return accessor.get('count').integer(0, unbackedLimit);
    const count = accessor.get('count').integer(0, 2 ** 32);
    const { bytes, stride } = this.views.view(bufferView);
    checkRange(
      accessor,
      bytes,
      accessor.get('byteOffset').integer(0, 2 ** 32, 0),
      stride || size,
      count,
      size,
    );
    return count;
  }

  private fill(
    out: Float32Array | Uint32Array,
    accessor: JsonValue,
    width: number,
    component: Component,
    divisor: number,
  ): void {
    // Index 0 is a view like any other: only a missing key means zeros.
    const bufferView = accessor.get('bufferView');
    if (!bufferView.absent) {
      const { bytes, stride } = this.views.view(bufferView);
      const offset = accessor.get('byteOffset').integer(0, 2 ** 32, 0);
      const count = out.length / width;
      readElements(
        out,
        bytes,
        offset,
        stride || width * component.size,
        width,
        count,
        component,
        divisor,
        null,
      );
    }
    const sparse = accessor.get('sparse');
    if (!sparse.absent) this.applySparse(out, sparse, width, component, divisor);
  }

  private applySparse(
    out: Float32Array | Uint32Array,
    sparse: JsonValue,
    width: number,
    component: Component,
    divisor: number,
  ): void {
    const total = out.length / width;
    const count = sparse.get('count').integer(0, total);
    const indices = sparse.get('indices');
    const indexComponent = components[indices.get('componentType').integer(0, 65535)];
    if (!indexComponent || indexComponent === components[floatType]) {
      throw indices.get('componentType').unexpected('5121, 5123 or 5125');
    }
    const targets = new Uint32Array(count);
    const indexBytes = this.views.view(indices.get('bufferView')).bytes;
    const indexOffset = indices.get('byteOffset').integer(0, 2 ** 32, 0);
    checkRange(indices, indexBytes, indexOffset, indexComponent.size, count, indexComponent.size);
    readElements(targets, indexBytes, indexOffset, indexComponent.size, 1, count, indexComponent, 0, null);
    for (const target of targets) {
      if (target >= total) throw indices.fault(`expected elements below ${total}, got ${target}`);
    }
    const values = sparse.get('values');
    const valueBytes = this.views.view(values.get('bufferView')).bytes;
    const valueOffset = values.get('byteOffset').integer(0, 2 ** 32, 0);
    const size = width * component.size;
    checkRange(values, valueBytes, valueOffset, size, count, size);
    readElements(out, valueBytes, valueOffset, size, width, count, component, divisor, targets);
  }
}

/** Refuses elements that reach beyond the bytes of their view. */
function checkRange(
  place: JsonValue,
  bytes: Uint8Array,
  offset: number,
  stride: number,
  count: number,
  size: number,
): void {
  if (stride < size) throw place.fault(`expected a stride of at least ${size} bytes, got ${stride}`);
  const end = count === 0 ? 0 : offset + stride * (count - 1) + size;
  if (end > bytes.length) {
    throw place.fault(`expected ${end} bytes in its buffer view, got ${bytes.length}; export the file again`);
  }
}

/** Reads count elements of `width` components into out, at targets[k] or k. */
function readElements(
  out: Float32Array | Uint32Array,
  bytes: Uint8Array,
  offset: number,
  stride: number,
  width: number,
  count: number,
  component: Component,
  divisor: number,
  targets: Uint32Array | null,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { read, size } = component;
  for (let k = 0; k < count; k++) {
    const from = offset + k * stride;
    const to = (targets ? targets[k] : k) * width;
    for (let c = 0; c < width; c++) {
      const value = read(view, from + c * size);
      out[to + c] = divisor ? Math.max(value / divisor, -1) : value;
    }
  }
}
