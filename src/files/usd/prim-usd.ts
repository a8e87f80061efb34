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

/** One attribute of a USD prim that holds an array, and how a frame becomes it. */
export interface UsdColumn<Frame> {
  readonly name: string;
  /** As USD writes it: `point3f[]`. */
  readonly typeName: string;
  /** Of `crateTypes`. */
  readonly type: number;
  /** Of the array's elements, in 32-bit words. */
  readonly words: number;
  /** One value a point; absent for what is not one. */
  readonly isVertex?: boolean;
  /** The same on every frame: the first one's is the attribute's only value. */
  readonly isConstant?: boolean;
  /** Numbers in the array where it is new and as long on every frame: `add` then need not read it. */
  readonly freshLength?: number;
  read(frame: Frame): Float32Array | Uint32Array;
}

/** Options of a USD file with one animated prim. */
export interface UsdPrimOptions<Frame> {
  /** What the prim is called, as far as USD can: `usdPrimName`. */
  readonly name: string;
  /** The prim's type: `Points`. */
  readonly typeName: string;
  /** Time codes a second. */
  readonly fps: number;
  readonly columns: readonly UsdColumn<Frame>[];
  /** Attributes that are single words, uniform: name → word. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What a prim is called in the file. */
export function usdPrimName(name: string): string {
  return fitNames([name])[0];
}

/**
 * A binary USD file (.usdc) of one prim whose attributes have a sample a frame. metersPerUnit 1, upAxis Y.
 *
 * A file of many frames is larger than what should lie in memory, and its beginning says where it ends; so every frame is shown
 * twice: first to `add`, which finds where what will stand, then to `write`. An array that is as it was in the frame
 * before is not written again.
 */
export class UsdPrimWriter<Frame> {
  private readonly columns: readonly UsdColumn<Frame>[];
  /** Of each column: the place of each frame's array; 0, as the format has it, where that is empty. */
  private readonly offsets: number[][];
  private readonly timeCodes: number[] = [];
  private readonly before: (Float32Array | Uint32Array)[] = [];
  private end = bootstrapLength;

  constructor(private readonly options: UsdPrimOptions<Frame>) {
    this.columns = options.columns;
    this.offsets = this.columns.map(() => []);
  }

  /** Bytes so far, to within a few kilobytes and some for each frame. */
  get byteLength(): number {
    return this.end;
  }

  /** Notes a frame; time codes rise. What has a `freshLength` is not read yet. */
  add(timeCode: number, frame: Frame): void {
    const isFirst = this.timeCodes.length === 0;
    this.timeCodes.push(timeCode);
    this.columns.forEach((column, k) => {
      const { isConstant, freshLength } = column;
      if (isConstant && !isFirst) return;
      const places = this.offsets[k];
      if (freshLength !== undefined) {
        places.push(freshLength > 0 ? this.reserve(4 * freshLength) : 0);
        return;
      }
      const array = column.read(frame).slice();
      if (this.before[k] && sameBits(this.before[k], array)) places.push(places[places.length - 1]);
      else places.push(array.length > 0 ? this.reserve(array.byteLength) : 0);
      this.before[k] = array;
    });
  }

  /** Notes a frame that is as the one before. */
  repeat(timeCode: number): void {
    this.timeCodes.push(timeCode);
    this.columns.forEach(({ isConstant }, k) => {
      const places = this.offsets[k];
      if (!isConstant) places.push(places[places.length - 1]);
    });
  }

  /** The whole file, in pieces. `load` gives what was added, by its number, in order and at most once. */
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

  /** Returns where an array of so many bytes will stand. */
  private reserve(byteLength: number): number {
    const offset = this.end;
    this.end += arrayLength(byteLength);
    return offset;
  }

  /** All that follows the arrays: the samples, what belongs to whom, and where that is. */
  private writeTail(): { bytes: Uint8Array; contents: number } {
    const { name, typeName, fps, words = {} } = this.options;
    const { timeCodes, columns, end } = this;
    const values = new CrateBytes();
    const structure = new CrateStructure();
    const place = (type: number) => repAt(type, end + values.length);
    const double = (value: number): ValueRep => {
      // Kept in place as a float where it is one.
      if (Math.fround(value) === value)
        return inlinedRep(crateTypes.double, new Uint32Array(Float32Array.of(value).buffer)[0]);
      const rep = place(crateTypes.double);
      values.float64(value);
      return rep;
    };
    const tokens = (texts: readonly string[]): ValueRep => {
      const rep = place(crateTypes.tokenVector);
      values.uint64(texts.length);
      for (const text of texts) values.uint32(structure.token(text));
      values.align();
      return rep;
    };
    const times = place(crateTypes.doubleVector);
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
    const samples = (column: UsdColumn<Frame>, places: readonly number[]): ValueRep => {
      const rep = place(crateTypes.timeSamples);
      // Distances from here to the times, and from there to the samples: each follows at once.
      values.uint64(8).uint32(times[0]).uint32(times[1]);
      values.uint64(8).uint64(timeCodes.length);
      for (const offset of places) {
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

/** Their number, themselves, zeros up to a multiple of eight. */
function packArray<Frame>({ words }: UsdColumn<Frame>, array: Float32Array | Uint32Array): Uint8Array {
  const out = new Uint8Array(arrayLength(array.byteLength));
  new DataView(out.buffer).setUint32(0, array.length / words, true);
  out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), 8);
  return out;
}

function arrayLength(byteLength: number): number {
  return 8 + byteLength + paddingTo8(byteLength);
}

function sameBits(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  if (a.length !== b.length) return false;
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return false;
  return true;
}
