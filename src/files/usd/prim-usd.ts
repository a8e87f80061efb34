import { sameBits } from '../../math/same-bits.ts';
import { fitNames } from '../fit-names.ts';
import { CrateBytes, paddingTo8 } from './crate-bytes.ts';
import {
  bootstrapLength,
  CrateStructure,
  crateTypes,
  inlinedRep,
  repAt,
  specTypes,
  type ValueRep,
  writeBootstrap,
} from './crate-structure.ts';

/** An attribute of a USD prim with an array as its value, and its conversion from a frame. */
export interface UsdColumn<Frame> {
  readonly name: string;
  /** Type of the attribute in USD, such as `point3f[]`. */
  readonly typeName: string;
  /** Type number of the attribute, from `crateTypes`. */
  readonly type: number;
  /** Size of an element of the array, in 32-bit words. */
  readonly words: number;
  /** Whether the interpolation is `vertex`: one value for each point. Absent for other attributes. */
  readonly isVertex?: boolean;
  /** Whether all frames have the same value. Then only the value of the first frame is written. */
  readonly isConstant?: boolean;
  /** Length of each new array, if it is the same in all frames. In this case `add` need not read the array. */
  readonly freshLength?: number;
  read(frame: Frame): Float32Array | Uint32Array;
}

/** Options of a USD file with one animated prim. */
export interface UsdPrimOptions<Frame> {
  /** Name of the prim, made valid by `usdPrimName`. */
  readonly name: string;
  /** The prim's type, such as `Points`. */
  readonly typeName: string;
  /** Time codes per second. */
  readonly fps: number;
  readonly columns: readonly UsdColumn<Frame>[];
  /** Uniform attributes of type token, as a map from name to value. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Returns the name of a prim in the file. */
export function usdPrimName(name: string): string {
  return fitNames([name])[0];
}

/**
 * Writes a binary USD file (.usdc) with one prim whose attributes have one sample per frame. metersPerUnit 1, upAxis Y.
 *
 * The beginning of the file contains the offset of its end, and a file of many frames may be larger than the memory. So every frame is
 * given twice: first to `add`, which computes the layout, then to `write`. An array that equals that of the previous frame is not written
 * again.
 */
export class UsdPrimWriter<Frame> {
  private readonly columns: readonly UsdColumn<Frame>[];
  /** For each column: the offset of the array of each frame. As in the format, 0 if the array is empty. */
  private readonly offsets: number[][];
  private readonly timeCodes: number[] = [];
  private readonly before: (Float32Array | Uint32Array)[] = [];
  private end = bootstrapLength;

  constructor(private readonly options: UsdPrimOptions<Frame>) {
    this.columns = options.columns;
    this.offsets = this.columns.map(() => []);
  }

  /** Approximate size so far, in bytes. The error is a few kilobytes and some bytes for each frame. */
  get byteLength(): number {
    return this.end;
  }

  /** Adds a frame. Time codes must increase. Columns with a `freshLength` are not read here. */
  add(timeCode: number, frame: Frame): void {
    const isFirst = this.timeCodes.length === 0;
    this.timeCodes.push(timeCode);
    this.columns.forEach((column, k) => {
      const { isConstant, freshLength } = column;
      if (isConstant && !isFirst) return;
      const positions = this.offsets[k];
      if (freshLength !== undefined) {
        positions.push(freshLength > 0 ? this.reserve(4 * freshLength) : 0);
        return;
      }
      const array = column.read(frame).slice();
      if (this.before[k] && sameBits(this.before[k], array)) positions.push(positions[positions.length - 1]);
      else positions.push(array.length > 0 ? this.reserve(array.byteLength) : 0);
      this.before[k] = array;
    });
  }

  /** Adds a frame that equals the previous one. */
  repeat(timeCode: number): void {
    this.timeCodes.push(timeCode);
    this.columns.forEach(({ isConstant }, k) => {
      const positions = this.offsets[k];
      if (!isConstant) positions.push(positions[positions.length - 1]);
    });
  }

  /** Generates the file in chunks. `load` returns a frame by its index. The frames are requested in order, each at most once. */
  async *write(load: (index: number) => Frame | Promise<Frame>): AsyncGenerator<Uint8Array, void> {
    const tail = this.writeTail();
    yield writeBootstrap(tail.contents);
    for (let index = 0; index < this.timeCodes.length; index++) {
      const fresh = this.columns.filter(
        (_, k) => this.offsets[k][index] > 0 && this.offsets[k][index] !== this.offsets[k][index - 1],
      );
      if (fresh.length === 0) continue;
      const frame = await load(index);
      for (const column of fresh) yield packArray(column, column.read(frame));
    }
    yield tail.bytes;
  }

  /** Reserves a number of bytes for an array. Returns the offset of the array. */
  private reserve(byteLength: number): number {
    const offset = this.end;
    this.end += arrayLength(byteLength);
    return offset;
  }

  /** Writes everything after the arrays: the samples, the tables, and their offsets. */
  private writeTail(): { bytes: Uint8Array; contents: number } {
    const { name, typeName, fps, words = {} } = this.options;
    const { timeCodes, columns, end } = this;
    const values = new CrateBytes();
    const structure = new CrateStructure();
    const repAtEnd = (type: number) => repAt(type, end + values.length);
    const double = (value: number): ValueRep => {
      // The value is stored inline if it is a 32-bit float.
      if (Math.fround(value) === value)
        return inlinedRep(crateTypes.double, new Uint32Array(Float32Array.of(value).buffer)[0]);
      const rep = repAtEnd(crateTypes.double);
      values.float64(value);
      return rep;
    };
    const tokens = (texts: readonly string[]): ValueRep => {
      const rep = repAtEnd(crateTypes.tokenVector);
      values.uint64(texts.length);
      for (const text of texts) values.uint32(structure.token(text));
      values.align();
      return rep;
    };
    const times = repAtEnd(crateTypes.doubleVector);
    values.uint64(timeCodes.length);
    for (const time of timeCodes) values.float64(time);
    const prim = usdPrimName(name);
    structure.addSpec(specTypes.pseudoRoot, '', {
      defaultPrim: structure.tokenRep(prim),
      startTimeCode: double(timeCodes[0] ?? 0),
      endTimeCode: double(timeCodes[timeCodes.length - 1] ?? 0),
      timeCodesPerSecond: double(fps),
      framesPerSecond: double(fps),
      metersPerUnit: double(1),
      upAxis: structure.tokenRep('Y'),
      primChildren: tokens([prim]),
    });
    const samples = (column: UsdColumn<Frame>, positions: readonly number[]): ValueRep => {
      const rep = repAtEnd(crateTypes.timeSamples);
      // Relative offsets to the times and to the samples. Both follow directly.
      values.uint64(8).uint32(times[0]).uint32(times[1]);
      values.uint64(8).uint64(timeCodes.length);
      for (const offset of positions) {
        const [low, high] = repAt(column.type, offset, true);
        values.uint32(low).uint32(high);
      }
      return rep;
    };
    const attributes = [
      ...columns.map((column, k) => ({
        name: column.name,
        fields: () => ({
          typeName: structure.tokenRep(column.typeName),
          variability: inlinedRep(crateTypes.variability, 0),
          ...(column.isVertex ? { interpolation: structure.tokenRep('vertex') } : {}),
          ...(column.isConstant
            ? { default: repAt(column.type, this.offsets[k][0] ?? 0, true) }
            : { timeSamples: samples(column, this.offsets[k]) }),
        }),
      })),
      ...Object.entries(words).map(([word, value]) => ({
        name: word,
        fields: () => ({
          typeName: structure.tokenRep('token'),
          variability: inlinedRep(crateTypes.variability, 1),
          default: structure.tokenRep(value),
        }),
      })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
    structure.addSpec(specTypes.prim, prim, {
      specifier: inlinedRep(crateTypes.specifier, 0),
      typeName: structure.tokenRep(typeName),
      properties: tokens(attributes.map((attribute) => attribute.name)),
    });
    for (const attribute of attributes) {
      const custom = { custom: inlinedRep(crateTypes.bool, 0) };
      structure.addSpec(specTypes.attribute, attribute.name, { ...custom, ...attribute.fields() });
    }
    values.align();
    const { bytes, contents } = structure.toBytes(end + values.length);
    return { bytes: values.raw(bytes).toBytes(), contents };
  }
}

/** Packs an array: the number of values, the values, and zeros up to a multiple of eight bytes. */
function packArray<Frame>({ words }: UsdColumn<Frame>, array: Float32Array | Uint32Array): Uint8Array {
  const out = new Uint8Array(arrayLength(array.byteLength));
  new DataView(out.buffer).setUint32(0, array.length / words, true);
  out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), 8);
  return out;
}

function arrayLength(byteLength: number): number {
  return 8 + byteLength + paddingTo8(byteLength);
}
