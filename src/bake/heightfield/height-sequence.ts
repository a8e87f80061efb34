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

/** Least and largest height over all frames of a sequence, in the output's integer units. */
export interface HeightRange {
  readonly min: number;
  readonly max: number;
}

/** File extensions of height maps. */
export type HeightExtension = 'png' | 'exr' | 'tif';

/** What a reader of the files needs to know; it also stands in the report. Lengths in metres. */
export interface HeightSequenceFacts {
  readonly columns: number;
  readonly rows: number;
  readonly cellMetres: number;
  /** World height that the heights are relative to. */
  readonly datumMetres: number;
  /** Heights, relative to the datum, of the PNG samples 0 and 65535: one range for all frames. */
  readonly minMetres: number;
  readonly maxMetres: number;
  /** World x of column 0 and z of row 0, the −X and the −Z edge. */
  readonly firstColumnMetres: number;
  readonly firstRowMetres: number;
  /** Converts world positions in metres to coordinates of the terrain's map; absent when the terrain's file has none. */
  readonly map?: MapReference;
  /** Columns where there is no ground, and the PNG's level for them; absent where there is ground everywhere. */
  readonly masked?: number;
  readonly maskedLevel?: number;
  /** The sequences that stand for the whole, where the rectangle is mostly untouched; absent where it has one of its own. */
  readonly tiles?: readonly HeightTileFacts[];
}

/** One of several height sequences of a ground: `beach-exr/tile-00-01/height.0034.exr`. */
export interface HeightTileFacts
  extends Pick<HeightSequenceFacts, 'columns' | 'rows' | 'firstColumnMetres' | 'firstRowMetres'> {
  /** Its folder within that of the ground: `tile-COLUMN-ROW`, counted from the −X and the −Z edge. */
  readonly folder: string;
  /** Numbers of its first and its last frame. Before and after them it is as on the nearest. */
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/** Columns that a height map may have: 33 554 432, as 8192 × 4096, a third of a gigabyte to work in. */
export const heightMapLimit = 2 ** 25;

/**
 * Writes the frames of a heightfield as height maps of one rectangle, one frame at a time, in any order.
 *
 * Row 0 is the far (−Z) edge, column 0 is −X; a pixel is a column. The PNG maps the range of the whole sequence to
 * 0 … 65535, so that equal heights are equal in every frame; below a range of 62 mm no height is rounded together with
 * another. The EXR holds metres above the datum, exact up to ± 16 m. The range must be known before the first frame
 * is written: `HeightRangeMeter` finds it in a pass over the kept frames. Where the map is of a whole ground that came from
 * levels and nothing leaves them, the PNG has the same levels, so that untouched pixels come back as they were.
 *
 * Where there is no ground: NaN in the EXR; in the PNG the greatest or least level, whichever no height needs, which its
 * `tRNS` chunk names.
 *
 * Errors: InputError, from the meter too, when the rectangle has more than `heightMapLimit` columns.
 */
export class HeightSequence {
  readonly facts: HeightSequenceFacts;
  private readonly initial: Int32Array;
  private readonly channels: ExrChannels;
  private readonly exr: ExrEncoder;
  private readonly range: HeightRange;
  /** [columns · rows] 1 where there is no ground; null where there is everywhere. */
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
      // A flat ground still needs a range to divide by.
      maxMetres: Math.max(range.max, range.min + 1) * heightUnit,
      firstColumnMetres: i0 * cell,
      firstRowMetres: j0 * cell,
      ...(output.map && { map: output.map }),
      ...(this.missing && { masked: this.missing.reduce((sum, value) => sum + value, 0) }),
      ...(this.maskedLevel !== null && { maskedLevel: this.maskedLevel }),
    };
    this.exr = new ExrEncoder(columns, rows, { attributes: this.exrAttributes(), channels: this.channels });
  }

  /** One frame as the bytes of a file with this extension. time in seconds. */
  encode(extension: HeightExtension, frame: HeightfieldFrame | null, time: number): Uint8Array<ArrayBuffer> {
    if (extension === 'png') return this.encodePng(frame, time);
    return extension === 'exr' ? this.encodeExr(frame) : this.encodeTiff(frame);
  }

  /** 16-bit greyscale PNG with the range in text chunks. time in seconds, for the chunk `aftermotion:seconds`. */
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

  /** 32-bit float EXR, metres above the datum. */
  encodeExr(frame: HeightfieldFrame | null): Uint8Array<ArrayBuffer> {
    const { output, missing } = this;
    const heights = this.compose(frame);
    const metres = metreScratch.take(heights.length);
    for (let k = 0; k < heights.length; k++)
      metres[k] = missing?.[k] ? Number.NaN : heights[k] * output.heightUnit;
    return this.exr.encode(metres);
  }

  /** 32-bit float GeoTIFF in the coordinates and the height unit of the terrain's map; without one, in metres of the world. */
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

  /** Whether a rectangle has columns where there is no ground. */
  static hasMissing(output: HeightfieldOutput, rectangle: ColumnRectangle): boolean {
    return readMissing(output, rectangle) !== null;
  }

  /** The initial surface with the frame's part laid over it, in an array that holds until the next call. */
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

/** An array to work in, shared by all sequences, since they encode one frame at a time. */
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

/** The levels that a PNG of the whole ground should have, where it came from some. */
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

/** What PNG samples 0 and 65535 stand for, and which of them means that there is no ground. */
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
  // Room for one level more.
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

/** Measures the smallest and largest height of a sequence: over the initial surface in its rectangle and all later changes in it. */
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

  /** Adds the columns of `changed` that are inside the rectangle. The frame must have heights for all of `changed`. */
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

/** `height.0001.png` for the frame with the number 1: four digits, as Blender and Houdini count. */
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
