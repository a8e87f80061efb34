import type { MapReference } from './map-reference.ts';

/**
 * Heights on a grid of samples, as a file holds them: what a ground may start from. Row 0 is the far (−Z) edge, column 0
 * the −X edge, Y up. A sample is a point, not an area: n samples span n − 1 spacings.
 */
export interface Terrain {
  readonly columns: number;
  readonly rows: number;
  /** [columns · rows] metres, row by row. Where masked: filled in from the nearest samples that are known. */
  readonly heights: Float64Array;
  /** [columns · rows] 1 where the file says that nothing is known; null where everything is. */
  readonly mask: Uint8Array | null;
  /** Metres between samples along x and along z; null where the file does not say. */
  readonly spacing: readonly [number, number] | null;
  /** World x and z of sample (0, 0), m; null where the file does not say. */
  readonly origin: readonly [number, number] | null;
  /** Converts (column, row) to map coordinates; absent when the file has no georeference. */
  readonly map?: MapReference;
  /** The world height that the file's own numbers are above, m: height maps of ours say it. */
  readonly datum?: number;
  /** Heights of the least and the greatest level that the file can hold, m, where it holds levels. */
  readonly levels?: readonly [low: number, high: number];
  /** Least and greatest of the known heights, m. */
  readonly min: number;
  readonly max: number;
  /** How its tiles were fitted together; absent where they were not. */
  readonly fit?: TileFit;
  /** What is odd, and what was done about it, in words. */
  readonly warnings: readonly string[];
}

/** How tiles that were normalised each on its own were fitted together at their borders. Heights in metres. */
export interface TileFit {
  /** Column and row of the tile that stayed as it is. */
  readonly reference: readonly [column: number, row: number];
  /** Of those that heights of tiles were multiplied by. */
  readonly leastFactor: number;
  readonly greatestFactor: number;
  /** Root mean square and greatest difference across borders afterwards. */
  readonly rms: number;
  readonly greatest: number;
  /** Three standard errors of the heights in the tile that is known least, against the reference. */
  readonly uncertainty: number;
}

/** What a person says of a terrain where its file does not. */
export interface TerrainHints {
  /** Heights of a picture's least and greatest possible sample (PNG: 0 and 65535 or 255), m. */
  readonly low?: number;
  readonly high?: number;
  /** Metres to a unit of a file that holds heights as numbers (EXR, GeoTIFF, mesh). */
  readonly scale?: number;
  /** Metres between samples along x and z. Of a mesh: how finely it is sampled. */
  readonly spacing?: readonly [number, number];
  /** Which channel of a coloured picture holds the heights. */
  readonly channel?: 'auto' | 'red' | 'green' | 'blue' | 'alpha';
  /** How a picture holds heights: as levels of a channel, or in the colours that web maps use. Default: levels. */
  readonly encoding?: 'levels' | 'terrainRgb' | 'terrarium';
  /** Order of the bytes of raw levels. Default: little. */
  readonly byteOrder?: 'little' | 'big';
  /** Which axis of a mesh is up. */
  readonly up?: 'y' | 'z';
}
