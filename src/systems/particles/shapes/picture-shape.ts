import { BoxTree } from '../../../geometry/box-tree.ts';
import type { Picture } from '../../../motion/picture.ts';
import { type LocalShape, supportOf } from './build-shape.ts';
import { boxesOfSegments, squaredDistanceToSegment } from './segments.ts';
import { draw, draws, pickWeighted, sumWeights } from './shape-point.ts';
import { createSignedDistance } from './signed-distance.ts';
import { joinDistances } from './solids.ts';

export interface PictureShapeOptions {
  readonly name: string;
  /** Height of the whole picture, m. */
  readonly height: number;
  readonly depth: number;
  readonly by: 'alpha' | 'brightness' | 'darkness' | 'all';
  /** Pixels with a lower visibility are ignored, 0..1. */
  readonly threshold: number;
  readonly weighted: boolean;
}

/** Weights of linear red, green and blue: Rec. 709. */
const luminance = [0.2126, 0.7152, 0.0722] as const;

/**
 * Creates a shape of the visible pixels of a picture: squares in the plane z = 0 that face +z. The centre of the whole picture is
 * at the origin. With `weighted` the density of points is proportional to the visibility. Returns null if no pixel is visible.
 */
export function createPictureShape(picture: Picture, options: PictureShapeOptions): LocalShape | null {
  const { name, height, depth, threshold, weighted } = options;
  const { width: columns, height: rows, pixels } = picture;
  const side = height / rows;
  const isVisible = new Uint8Array(columns * rows);
  let count = 0;
  for (let pixel = 0; pixel < isVisible.length; pixel++) {
    const visibility = visibilityOf(pixels, pixel, options.by);
    if (!(visibility > 0 && visibility >= threshold)) continue;
    isVisible[pixel] = 1;
    count++;
  }
  if (count === 0) return null;
  const visible = new Uint32Array(count);
  const weights = new Float64Array(count);
  for (let pixel = 0, k = 0; k < count; pixel++) {
    if (isVisible[pixel] === 0) continue;
    weights[k] = weighted ? visibilityOf(pixels, pixel, options.by) : 1;
    visible[k++] = pixel;
  }
  const sums = sumWeights(weights);
  const left = (-columns * side) / 2;
  const top = height / 2;
  const area = count * side * side;
  /** Converts a number of pixels from the left (k even) or from the top (k odd) to metres. */
  const toMetres = (value: number, k: number) => (k % 2 === 0 ? left + side * value : top - side * value);
  const corners = findCorners(isVisible, columns, rows).map(toMetres);
  const inPlane = supportOf(corners, 2);
  const isInside = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / side);
    const row = Math.floor((top - y) / side);
    return (
      column >= 0 && column < columns && row >= 0 && row < rows && isVisible[row * columns + column] === 1
    );
  };
  // Created on first use, since a noisy picture has as many boundary sides as pixels.
  let flatDistance: ((x: number, y: number, z: number) => number) | null = null;
  return {
    name,
    dimension: depth > 0 ? 3 : 2,
    measure: depth > 0 ? area * depth : area,
    colors: true,
    uneven: weighted,
    normals: depth === 0,
    pick(point, index, seed) {
      const pixel = visible[pickWeighted(sums, draw(seed, index, draws.which))];
      const row = Math.floor(pixel / columns);
      point.x = left + side * (pixel - row * columns + draw(seed, index, draws.first));
      point.y = top - side * (row + draw(seed, index, draws.second));
      point.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
      point.normalX = 0;
      point.normalY = 0;
      point.normalZ = 1;
      point.red = pixels[4 * pixel];
      point.green = pixels[4 * pixel + 1];
      point.blue = pixels[4 * pixel + 2];
      point.opacity = options.by === 'all' ? 1 : pixels[4 * pixel + 3];
    },
    support: (x, y, z) => inPlane(x, y, 0) + (Math.abs(z) * depth) / 2,
    distance(x, y, z) {
      flatDistance ??= createDistance(findRims(isVisible, columns, rows).map(toMetres), isInside);
      const flat = flatDistance(x, y, 0);
      return depth === 0 ? flat : joinDistances(flat, Math.abs(z) - depth / 2, Number.NEGATIVE_INFINITY);
    },
  };
}

/** Returns the visibility of a pixel, 0..1. */
function visibilityOf(pixels: Float32Array, pixel: number, by: PictureShapeOptions['by']): number {
  const at = 4 * pixel;
  if (by === 'all') return 1;
  if (by === 'alpha') return pixels[at + 3];
  const bright = luminance[0] * pixels[at] + luminance[1] * pixels[at + 1] + luminance[2] * pixels[at + 2];
  return pixels[at + 3] * (by === 'brightness' ? bright : 1 - bright);
}

/** Returns x y of the corners of the first and the last visible pixel of each row. They determine the bounds. */
function findCorners(isVisible: Uint8Array, columns: number, rows: number): number[] {
  const corners: number[] = [];
  for (let row = 0; row < rows; row++) {
    const first = isVisible.indexOf(1, row * columns) - row * columns;
    if (!(first >= 0 && first < columns)) continue;
    const last = isVisible.lastIndexOf(1, (row + 1) * columns - 1) - row * columns + 1;
    corners.push(first, row, last, row, first, row + 1, last, row + 1);
  }
  return corners;
}

/** Creates the signed distance to the nearest of the segments `rims` [4 · n], negative where `isInside` is true. */
function createDistance(
  rims: readonly number[],
  isInside: (x: number, y: number) => boolean,
): (x: number, y: number, z: number) => number {
  const tree = new BoxTree(boxesOfSegments(rims));
  const measure = (rim: number, x: number, y: number) => squaredDistanceToSegment(rims, rim, x, y);
  return createSignedDistance(tree, measure, isInside);
}

/**
 * Returns the sides between visible and other pixels as segments x y x y, in pixels from the upper left corner. Adjacent collinear
 * sides are one segment.
 */
function findRims(isVisible: Uint8Array, columns: number, rows: number): number[] {
  const at = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows ? isVisible[row * columns + column] : 0;
  const rims: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0, start = -1; column <= columns; column++) {
      const isRim = column < columns && at(column, row - 1) !== at(column, row);
      if (isRim && start < 0) start = column;
      if (isRim || start < 0) continue;
      rims.push(start, row, column, row);
      start = -1;
    }
  }
  for (let column = 0; column <= columns; column++) {
    for (let row = 0, start = -1; row <= rows; row++) {
      const isRim = row < rows && at(column - 1, row) !== at(column, row);
      if (isRim && start < 0) start = row;
      if (isRim || start < 0) continue;
      rims.push(column, start, column, row);
      start = -1;
    }
  }
  return rims;
}
