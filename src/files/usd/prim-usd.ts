import { sameBits } from '../../math/same-bits.ts';
import { fitNames } from '../fit-names.ts';
import { writeCrate } from './crate-layer.ts';
import { bootstrapLength } from './crate-structure.ts';
import { type UsdAttribute, UsdBlock, type UsdPrim } from './usd-layer.ts';

/** An attribute of a USD prim with an array as its value, and its conversion from a frame. */
export interface UsdColumn<Frame> {
  readonly name: string;
  /** Type of the attribute in USD, such as `point3f[]`. */
  readonly typeName: string;
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
  /** For each column: the array of each frame. */
  private readonly blocks: UsdBlock[][];
  private readonly timeCodes: number[] = [];
  private readonly before: (Float32Array | Uint32Array)[] = [];
  private size = bootstrapLength;
  /** The last frame that was loaded. */
  private loaded: { readonly index: number; readonly frame: Frame } | null = null;
  private load: ((index: number) => Frame | Promise<Frame>) | null = null;

  constructor(private readonly options: UsdPrimOptions<Frame>) {
    this.columns = options.columns;
    this.blocks = this.columns.map(() => []);
  }

  /** Approximate size so far, in bytes. The error is a few kilobytes and some bytes for each frame. */
  get byteLength(): number {
    return this.size;
  }

  /** Adds a frame. Time codes must increase. Columns with a `freshLength` are not read here. */
  add(timeCode: number, frame: Frame): void {
    const isFirst = this.timeCodes.length === 0;
    const index = this.timeCodes.push(timeCode) - 1;
    this.columns.forEach((column, k) => {
      const { isConstant, freshLength } = column;
      if (isConstant && !isFirst) return;
      const blocks = this.blocks[k];
      if (freshLength !== undefined) {
        blocks.push(this.reserve(column, 4 * freshLength, index));
        return;
      }
      const array = column.read(frame).slice();
      if (this.before[k] && sameBits(this.before[k], array)) blocks.push(blocks[blocks.length - 1]);
      else blocks.push(this.reserve(column, array.byteLength, index));
      this.before[k] = array;
    });
  }

  /** Adds a frame that equals the previous one. */
  repeat(timeCode: number): void {
    this.timeCodes.push(timeCode);
    this.columns.forEach(({ isConstant }, k) => {
      const blocks = this.blocks[k];
      if (!isConstant) blocks.push(blocks[blocks.length - 1]);
    });
  }

  /** Generates the file in chunks. `load` returns a frame by its index. The frames are requested in order, each at most once. */
  async *write(load: (index: number) => Frame | Promise<Frame>): AsyncGenerator<Uint8Array, void> {
    const { name, fps } = this.options;
    const { timeCodes } = this;
    const metadata = {
      defaultPrim: usdPrimName(name),
      upAxis: 'Y',
      metersPerUnit: 1,
      startTimeCode: timeCodes[0] ?? 0,
      endTimeCode: timeCodes[timeCodes.length - 1] ?? 0,
      timeCodesPerSecond: fps,
    } as const;
    yield* writeCrate({ metadata, prims: [this.describePrim(load)] });
  }

  /** Reserves the array of a column. It is read from the frame when the file is written. */
  private reserve(column: UsdColumn<Frame>, byteLength: number, index: number): UsdBlock {
    this.size += 8 + byteLength;
    return new UsdBlock(byteLength, async () => column.read(await this.frameAt(index)), index);
  }

  private async frameAt(index: number): Promise<Frame> {
    if (this.loaded?.index !== index) this.loaded = { index, frame: await this.load!(index) };
    return this.loaded.frame;
  }

  /** Returns the prim, for a layer that contains more. The frames are requested while the layer is written, see `write`. */
  describePrim(load: (index: number) => Frame | Promise<Frame>): UsdPrim {
    this.load = load;
    const { name, typeName, words = {} } = this.options;
    const animated = this.columns.map(
      (column, k): UsdAttribute => ({
        name: column.name,
        typeName: column.typeName,
        ...(column.isVertex && { interpolation: 'vertex' }),
        ...(column.isConstant
          ? { value: this.blocks[k][0] ?? new Float32Array() }
          : { samples: { times: this.timeCodes, values: this.blocks[k] } }),
      }),
    );
    const uniform = Object.entries(words).map(
      ([word, value]): UsdAttribute => ({
        name: word,
        typeName: 'token',
        isUniform: true,
        value,
      }),
    );
    return { name: usdPrimName(name), typeName, properties: [...animated, ...uniform] };
  }
}
