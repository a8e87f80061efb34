import type { PointsFrame } from '../../motion/points-frame.ts';
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
import { listPointsColumns, type PointsColumn } from './points-columns.ts';

export interface PointsUsdOptions {
  /** What the prim is called, as far as USD can: `usdPrimName`. */
  readonly name: string;
  /** Time codes a second. */
  readonly fps: number;
  /** The user's own attributes, by name. */
  readonly attributes: readonly string[];
  /** Whether orientations are written. Frames without them are then not turned. */
  readonly isTurning: boolean;
}

/** What a prim is called in the file. */
export function usdPrimName(name: string): string {
  return fitNames([name])[0];
}

/**
 * Particles over time as a binary USD file (.usdc): one prim of type Points, whose every attribute has a sample a frame.
 *
 *     points, velocities (m/s), widths (diameters), ids, extent
 *     primvars: displayColor (linear), displayOpacity, birth (s), orient (quaternions, where something turns), the user's own
 *
 * metersPerUnit 1, upAxis Y. A file of many frames is larger than what should lie in memory, and its beginning says where it
 * ends; so every frame is shown twice: first to `add`, which finds where what will stand, then to `write`. An array that is
 * as it was in the frame before is not written again.
 */
export class PointsUsdWriter {
  private readonly columns: readonly PointsColumn[];
  /** Of each column: the place of each frame's array; 0, as the format has it, where that is empty. */
  private readonly offsets: number[][];
  private readonly timeCodes: number[] = [];
  private before: (Float32Array | Uint32Array)[] = [];
  private end = bootstrapLength;

  constructor(private readonly options: PointsUsdOptions) {
    this.columns = listPointsColumns(options.attributes, options.isTurning);
    this.offsets = this.columns.map(() => []);
  }

  /** Bytes so far, to within a few kilobytes and some for each frame. */
  get byteLength(): number {
    return this.end;
  }

  /** Notes a frame; time codes rise. */
  add(timeCode: number, frame: PointsFrame): void {
    this.timeCodes.push(timeCode);
    const now = this.columns.map((column) => column.read(frame).slice());
    now.forEach((array, k) => {
      const places = this.offsets[k];
      if (this.before[k] && sameBits(this.before[k], array)) places.push(places[places.length - 1]);
      else if (array.length === 0) places.push(0);
      else {
        places.push(this.end);
        this.end += arrayLength(array);
      }
    });
    this.before = now;
  }

  /** The whole file, in pieces. `load` gives what was added, by its number, in order and at most once. */
  async *write(
    load: (index: number) => PointsFrame | Promise<PointsFrame>,
  ): AsyncGenerator<Uint8Array, void> {
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

  /** All that follows the arrays: the samples, what belongs to whom, and where that is. */
  private writeTail(): { bytes: Uint8Array; contents: number } {
    const { name, fps } = this.options;
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
    structure.addSpec(specTypes.prim, prim, {
      specifier: inlinedRep(crateTypes.specifier, 0),
      typeName: structure.tokenRep('Points'),
      properties: tokens(columns.map((column) => column.name)),
    });
    columns.forEach((column, k) => {
      const samples = place(crateTypes.timeSamples);
      // Distances from here to the times, and from there to the samples: each follows at once.
      values.uint64(8).uint32(times[0]).uint32(times[1]);
      values.uint64(8).uint64(timeCodes.length);
      for (const offset of this.offsets[k]) {
        const [low, high] = repAt(column.type, offset, true);
        values.uint32(low).uint32(high);
      }
      structure.addSpec(specTypes.attribute, column.name, {
        custom: inlinedRep(crateTypes.bool, 0),
        typeName: structure.tokenRep(column.typeName),
        variability: inlinedRep(crateTypes.variability, 0),
        ...(column.isVertex ? { interpolation: structure.tokenRep('vertex') } : {}),
        timeSamples: samples,
      });
    });
    values.align();
    const { bytes, contents } = structure.toBytes(end + values.length);
    return { bytes: values.raw(bytes).toBytes(), contents };
  }
}

/** Their number, themselves, zeros up to a multiple of eight. */
function packArray({ words }: PointsColumn, array: Float32Array | Uint32Array): Uint8Array {
  const out = new Uint8Array(arrayLength(array));
  new DataView(out.buffer).setUint32(0, array.length / words, true);
  out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), 8);
  return out;
}

function arrayLength({ byteLength }: Float32Array | Uint32Array): number {
  return 8 + byteLength + paddingTo8(byteLength);
}

function sameBits(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  if (a.length !== b.length) return false;
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return false;
  return true;
}
