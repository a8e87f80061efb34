import { type ExrChannels, ExrEncoder } from '../../files/exr-write.ts';
import { encodePng16 } from '../../files/png.ts';
import type { PngText } from '../../files/png-read.ts';
import { encodeHeightTiff, noHeight } from '../../files/terrain/tiff/write-height-tiff.ts';
import { InputError } from '../../input-error.ts';
import { locateOnMap, type MapReference, worldReference } from '../../motion/map-reference.ts';
import { padFrameNumber } from '../../simulation/frame-times.ts';
import { intersectRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { HeightfieldFrame } from './heightfield-frame.ts';

/** Minimum and maximum height over all frames of a sequence, in the output's integer units. */
export interface HeightRange {
  readonly min: number;
  readonly max: number;
}

/** File extensions of height maps. */
export type HeightExtension = 'png' | 'exr' | 'tif';

/** The values that are needed to interpret the files. They are also in the report. Lengths in metres. */
export interface HeightSequenceFacts {
  readonly columns: number;
  readonly rows: number;
  readonly cellMetres: number;
  /** World height to which the heights are relative. */
  readonly datumMetres: number;
  /** Heights, relative to the datum, that the PNG samples 0 and 65535 mean. The range is the same for all frames. */
  readonly minMetres: number;
  readonly maxMetres: number;
  /** World x of column 0 and world z of row 0: on the −X and on the −Z boundary. */
  readonly firstColumnMetres: number;
  readonly firstRowMetres: number;
  /** Converts world positions in metres to coordinates of the terrain's map. Absent if the terrain's file has none. */
  readonly map?: MapReference;
  /** Number of columns outside of the ground, and the level of the PNG that marks them. Absent if there are none. */
  readonly masked?: number;
  readonly maskedLevel?: number;
  /**
   * The sequences of tiles that replace the rectangle if most of it is untouched. Absent if there is one sequence for the whole rectangle.
   */
  readonly tiles?: readonly HeightTileFacts[];
}

/** One of several height sequences of a ground, with files such as `beach-exr/tile-00-01/height.0034.exr`. */
export interface HeightTileFacts
  extends Pick<HeightSequenceFacts, 'columns' | 'rows' | 'firstColumnMetres' | 'firstRowMetres'> {
  /** Folder of the tile in the folder of the ground: `tile-COLUMN-ROW`, counted from the −X and the −Z boundary. */
  readonly folder: string;
  /** Numbers of the first and the last frame of the sequence. Before the first and after the last, the nearest frame applies. */
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/** Maximum number of columns of a height map: 33 554 432, for example 8192 × 4096. Encoding such a map needs a third of a gigabyte. */
export const heightMapLimit = 2 ** 25;

/**
 * Writes the frames of a heightfield as height maps of one rectangle, one frame at a time, in any order.
 *
 * Row 0 is the far (−Z) edge, column 0 is −X. A pixel is a column. In the PNG, 0 … 65535 is the range of the whole sequence, so that equal
 * heights have the same level in every frame. If the range is below 62 mm, different heights have different levels. The EXR contains metres
 * above the datum, exact up to ± 16 m. The range must be known before the first frame is written: `HeightRangeMeter` finds it in a pass
 * over the kept frames. If the map shows a whole ground that was read from levels, and no height is outside of the range of these levels,
 * the PNG uses the same levels, so that untouched pixels keep their values.
 *
 * Pixels outside of the ground are NaN in the EXR. In the PNG they have the maximum or the minimum level, depending on which one no height
 * uses, and the `tRNS` chunk names this level.
 *
 * Both this class and `HeightRangeMeter` throw an `InputError` if the rectangle has more than `heightMapLimit` columns.
 */
export class HeightSequence {
  readonly facts: HeightSequenceFacts;
  private readonly initial: Int32Array;
  private readonly channels: ExrChannels;
  private readonly exr: ExrEncoder;
  private readonly range: HeightRange;
  /** 1 outside of the ground, [columns · rows]. Null if the whole rectangle is ground. */
  private readonly missing: Uint8Array | null;
  private readonly maskedLevel: number | null;

  constructor(
    private readonly output: HeightfieldOutput,
    private readonly rectangle: ColumnRectangle,
    heights: HeightRange,
    options: { readonly hasMask?: boolean; readonly channels?: ExrChannels } = {},
  ) {
    const { columns, rows, i0, j0 } = rectangle;
    const { cell, datum, heightUnit } = output;
    checkMapSize(output, rectangle);
    this.initial = new Int32Array(columns * rows);
    output.readInitial(this.initial, rectangle);
    this.missing = readMissing(output, rectangle);
    this.channels = options.channels ?? 'Y';
    const hasMask = options.hasMask ?? this.missing !== null;
    const fitted = fitRange(heights, chooseLevels(output, rectangle), hasMask);
    const range = fitted.range;
    this.range = range;
    this.maskedLevel = fitted.maskedLevel;
    this.facts = {
      columns,
      rows,
      cellMetres: cell,
      datumMetres: datum,
      minMetres: range.min * heightUnit,
      // The range of a flat ground must still be above 0, since values are divided by it.
      maxMetres: Math.max(range.max, range.min + 1) * heightUnit,
      firstColumnMetres: i0 * cell,
      firstRowMetres: j0 * cell,
      ...(output.map && { map: output.map }),
      ...(this.missing && { masked: this.missing.reduce((sum, value) => sum + value, 0) }),
      ...(this.maskedLevel !== null && { maskedLevel: this.maskedLevel }),
    };
    this.exr = new ExrEncoder(columns, rows, { attributes: this.exrAttributes(), channels: this.channels });
  }

  /** Encodes one frame as the bytes of a file with this extension. time: in seconds. */
  encode(extension: HeightExtension, frame: HeightfieldFrame | null, time: number): Uint8Array<ArrayBuffer> {
    if (extension === 'png') return this.encodePng(frame, time);
    return extension === 'exr' ? this.encodeExr(frame) : this.encodeTiff(frame);
  }

  /** Encodes a 16-bit greyscale PNG with the range in text chunks. time: in seconds, for the chunk `aftermotion:seconds`. */
  encodePng(frame: HeightfieldFrame | null, time: number): Uint8Array<ArrayBuffer> {
    const { range, rectangle, missing, maskedLevel } = this;
    const heights = this.compose(frame);
    const samples = sampleScratch.take(heights.length);
    const scale = 65535 / (Math.max(range.max, range.min + 1) - range.min);
    for (let k = 0; k < heights.length; k++) {
      if (missing?.[k]) {
        samples[k] = maskedLevel!;
        continue;
      }
      if (heights[k] < range.min || heights[k] > range.max) {
        throw new RangeError(
          `height ${heights[k]} lies outside the range ${range.min} to ${range.max} of the sequence`,
        );
      }
      samples[k] = (heights[k] - range.min) * scale + 0.5;
    }
    return encodePng16(samples, rectangle.columns, rectangle.rows, this.pngText(time), maskedLevel);
  }

  /** Encodes a 32-bit float EXR, metres above the datum. */
  encodeExr(frame: HeightfieldFrame | null): Uint8Array<ArrayBuffer> {
    const { missing } = this;
    // An output may compute a field at each access, so the field is read before the loop.
    const { heightUnit } = this.output;
    const heights = this.compose(frame);
    const metres = metreScratch.take(heights.length);
    for (let k = 0; k < heights.length; k++) metres[k] = missing?.[k] ? Number.NaN : heights[k] * heightUnit;
    return this.exr.encode(metres);
  }

  /**
   * Encodes a 32-bit float GeoTIFF in the coordinates and the height unit of the terrain's map, or in metres of the world if
   * there is no map.
   */
  encodeTiff(frame: HeightfieldFrame | null): Uint8Array<ArrayBuffer> {
    const { output, rectangle, missing } = this;
    const { cell, datum, heightUnit, map = worldReference } = output;
    const heights = this.compose(frame);
    const values = metreScratch.take(heights.length);
    for (let k = 0; k < heights.length; k++) {
      values[k] = missing?.[k]
        ? noHeight
        : (datum + heights[k] * heightUnit - map.heightShift) / map.heightUnit;
    }
    const perColumn = ([east, north]: readonly [number, number]) => [east * cell, north * cell] as const;
    return encodeHeightTiff({
      columns: rectangle.columns,
      rows: rectangle.rows,
      heights: values,
      map: {
        origin: locateOnMap(map, rectangle.i0 * cell, rectangle.j0 * cell),
        alongX: perColumn(map.alongX),
        alongZ: perColumn(map.alongZ),
        keys: map.keys,
      },
      description: output.map
        ? 'heights in the coordinates and the unit of the map that the ground came from'
        : 'heights in metres; east is +X and north is -Z of the scene, in metres',
    });
  }

  /** Returns whether a rectangle has columns outside of the ground. */
  static hasMissing(output: HeightfieldOutput, rectangle: ColumnRectangle): boolean {
    return readMissing(output, rectangle) !== null;
  }

  /** Returns the initial surface, overwritten with the frame's columns. The array is valid until the next call. */
  private compose(frame: HeightfieldFrame | null): Int32Array {
    const heights = heightScratch.take(this.initial.length);
    heights.set(this.initial);
    frame?.overlayHeights(heights, this.rectangle);
    return heights;
  }

  private pngText(time: number): PngText {
    const { facts } = this;
    return {
      'aftermotion:minMetres': String(facts.minMetres),
      'aftermotion:maxMetres': String(facts.maxMetres),
      'aftermotion:datumMetres': String(facts.datumMetres),
      'aftermotion:cellMetres': String(facts.cellMetres),
      'aftermotion:firstColumnMetres': String(facts.firstColumnMetres),
      'aftermotion:firstRowMetres': String(facts.firstRowMetres),
      'aftermotion:seconds': String(time),
      Comment:
        'height in metres = minMetres + sample / 65535 * (maxMetres - minMetres), above the datum' +
        (this.maskedLevel === null ? '' : `; no ground where the sample is ${this.maskedLevel}`),
    };
  }

  private exrAttributes(): Record<string, number | string> {
    const { facts } = this;
    return {
      comments:
        `${this.channels === 'RGB' ? 'each of R, G and B' : this.channels} is the height in metres above the datum; row 0 is the far (-Z) edge, column 0 is -X` +
        (this.missing ? '; no ground where it is not a number' : ''),
      'aftermotion.datumMetres': facts.datumMetres,
      'aftermotion.cellMetres': facts.cellMetres,
      'aftermotion.firstColumnMetres': facts.firstColumnMetres,
      'aftermotion.firstRowMetres': facts.firstRowMetres,
    };
  }
}

/** A work array that all sequences share. This is possible since they encode one frame at a time. */
class Scratch<Values extends Int32Array | Uint16Array | Float32Array> {
  private values: Values;

  constructor(private readonly make: (length: number) => Values) {
    this.values = make(0);
  }

  take(length: number): Values {
    if (this.values.length < length) this.values = this.make(length);
    return this.values.subarray(0, length) as Values;
  }
}

const heightScratch = new Scratch((length) => new Int32Array(length));
const sampleScratch = new Scratch((length) => new Uint16Array(length));
const metreScratch = new Scratch((length) => new Float32Array(length));

/** Returns the levels for a PNG of the whole ground, if the ground was read from levels. */
function chooseLevels(
  { levels, extent }: HeightfieldOutput,
  { i0, j0, columns, rows }: ColumnRectangle,
): readonly [number, number] | null {
  const isWhole =
    extent !== null &&
    extent.i0 === i0 &&
    extent.j0 === j0 &&
    extent.columns === columns &&
    extent.rows === rows;
  return isWhole && levels ? levels : null;
}

/** Returns the heights that the PNG samples 0 and 65535 mean, and which of the two samples marks pixels outside of the ground. */
function fitRange(
  { min, max }: HeightRange,
  levels: readonly [number, number] | null,
  hasMask: boolean,
): { readonly range: HeightRange; readonly maskedLevel: number | null } {
  const range =
    levels && levels[0] <= min && levels[1] >= max ? { min: levels[0], max: levels[1] } : { min, max };
  if (!hasMask) return { range, maskedLevel: null };
  const span = Math.max(1, range.max - range.min);
  const levelOf = (height: number) => Math.floor(((height - range.min) * 65535) / span + 0.5);
  if (levelOf(max) < 65535) return { range, maskedLevel: 65535 };
  if (levelOf(min) > 0) return { range, maskedLevel: 0 };
  // Leaves one level unused, which marks pixels outside of the ground.
  return {
    range: { min: range.min, max: range.min + Math.ceil((span * 65535) / 65534) },
    maskedLevel: 65535,
  };
}

function readMissing(output: HeightfieldOutput, rectangle: ColumnRectangle): Uint8Array | null {
  if (!output.readMissing) return null;
  const missing = new Uint8Array(rectangle.columns * rectangle.rows);
  output.readMissing(missing, rectangle);
  return missing.includes(1) ? missing : null;
}

/** Measures the minimum and maximum height of a sequence: of the initial surface in its rectangle and of all later changes there. */
export class HeightRangeMeter {
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  constructor(
    output: HeightfieldOutput,
    private readonly rectangle: ColumnRectangle,
  ) {
    checkMapSize(output, rectangle);
    const initial = heightScratch.take(rectangle.columns * rectangle.rows);
    output.readInitial(initial, rectangle);
    this.addHeights(initial);
  }

  /** Adds the columns of `changed` that are inside the rectangle. The frame must contain heights for all columns of `changed`. */
  add(changed: ColumnRectangle, frame: HeightfieldFrame): void {
    const seen = intersectRectangles(changed, this.rectangle);
    if (!seen) return;
    const heights = heightScratch.take(seen.columns * seen.rows);
    frame.overlayHeights(heights, seen);
    this.addHeights(heights);
  }

  range(): HeightRange {
    return { min: this.min, max: this.max };
  }

  private addHeights(heights: Int32Array): void {
    let { min, max } = this;
    for (let k = 0; k < heights.length; k++) {
      const height = heights[k];
      if (height < min) min = height;
      if (height > max) max = height;
    }
    this.min = min;
    this.max = max;
  }
}

/** Returns the file name of a frame: `height.0001.png` for frame number 1. Four digits, as in Blender and Houdini. */
export function heightFileName(number: number, extension: HeightExtension): string {
  return `height.${padFrameNumber(number)}.${extension}`;
}

function checkMapSize({ name }: HeightfieldOutput, { columns, rows }: ColumnRectangle): void {
  if (columns * rows <= heightMapLimit) return;
  throw InputError.at(
    name,
    `expected at most ${heightMapLimit} columns for height maps, got ${columns} × ${rows} = ${columns * rows}; ` +
      'make the ground smaller or its cell larger, or leave the height maps out',
  );
}
