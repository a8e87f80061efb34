import type { MapReference } from './map-reference.ts';

/**
 * Heights on a grid of samples, as in a file, from which a ground may start. Row 0 is the far (−Z) edge, column 0 the −X edge, Y
 * up. A sample is a point, not an area: n samples span n − 1 spacings.
 */
export interface Terrain {
  readonly columns: number;
  readonly rows: number;
  /** Heights, m, row by row, [columns · rows]. Samples without data have the height of the nearest known sample. */
  readonly heights: Float64Array;
  /** 1 for samples without data; null if all have data. [columns · rows] */
  readonly mask: Uint8Array | null;
  /** Metres between samples along x and along z; null if the file does not define it. */
  readonly spacing: readonly [number, number] | null;
  /** World x and z of sample (0, 0), m; null if the file does not define it. */
  readonly origin: readonly [number, number] | null;
  /** Converts (column, row) to map coordinates; absent if the file has no georeference. */
  readonly map?: MapReference;
  /** World height in metres of the height 0 in the file, as the height maps that Aftermotion writes store it. */
  readonly datum?: number;
  /** Heights in metres of the minimum and maximum level that the file can represent, if the file contains integer levels. */
  readonly levels?: readonly [low: number, high: number];
  /** Minimum and maximum of the known heights, m. */
  readonly min: number;
  readonly max: number;
  /** How the tiles of the terrain were fitted together; absent if they were not. */
  readonly fit?: TileFit;
  /** Warnings, with the corrections that were made. */
  readonly warnings: readonly string[];
}

/** How tiles that were normalised separately were fitted together at their boundaries. Heights in metres. */
export interface TileFit {
  /** Column and row of the tile that was not changed. */
  readonly reference: readonly [column: number, row: number];
  /** Minimum and maximum of the factors that were applied to the tiles' heights. */
  readonly minFactor: number;
  readonly maxFactor: number;
  /** Root mean square and maximum height difference at tile boundaries after the fit. */
  readonly rms: number;
  readonly greatest: number;
  /** Three standard errors of the heights in the tile with the largest error, relative to the reference tile. */
  readonly uncertainty: number;
}

/** What a user defines about a terrain if its file does not. */
export interface TerrainHints {
  /** Heights in metres that correspond to the minimum and maximum sample value of a picture (PNG: 0 and 65535 or 255). */
  readonly low?: number;
  readonly high?: number;
  /** Metres per unit of a file that contains heights as numbers (EXR, GeoTIFF, mesh). */
  readonly scale?: number;
  /** Metres between samples along x and z. For a mesh: the distance at which it is sampled. */
  readonly spacing?: readonly [number, number];
  /** Which channel of a coloured picture contains the heights. */
  readonly channel?: 'auto' | 'red' | 'green' | 'blue' | 'alpha';
  /** Encoding of the heights in a picture: levels of a channel, or the colours that web maps use. Default: levels. */
  readonly encoding?: 'levels' | 'terrainRgb' | 'terrarium';
  /** Byte order of raw levels. Default: little. */
  readonly byteOrder?: 'little' | 'big';
  /** Which axis of a mesh is up. */
  readonly up?: 'y' | 'z';
}
