import { BoxTree } from '../../../geometry/box-tree.ts';
import type { Picture } from '../../../motion/picture.ts';
import { type LocalShape, supportOf } from './build-shape.ts';
import { draw, draws, pickWeighted, sumWeights } from './place.ts';
import { boxesOfSegments, squaredDistanceToSegment } from './segments.ts';
import { createSignedDistance } from './signed-distance.ts';
import { joinDistances } from './solids.ts';

export interface PictureShapeOptions {
  readonly name: string;
  /** Of the whole picture, m. */
  readonly height: number;
  readonly depth: number;
  readonly by: 'alpha' | 'brightness' | 'darkness' | 'all';
  /** Pixels that show less are left out, 0..1. */
  readonly threshold: number;
  readonly weighted: boolean;
}

/** Of linear light: Rec. 709. */
const luminance = [0.2126, 0.7152, 0.0722] as const;

/**
 * The pixels that show, as squares in the plane z = 0 which face +z, the middle of the whole picture at the origin.
 * Weighted, each holds as many points as it shows. Null where none shows.
 */
export function createPictureShape(picture: Picture, options: PictureShapeOptions): LocalShape | null {
  const { name, height, depth, threshold, weighted } = options;
  const { width: columns, height: rows, pixels } = picture;
  const side = height / rows;
  const isShown = new Uint8Array(columns * rows);
  let count = 0;
  for (let pixel = 0; pixel < isShown.length; pixel++) {
    const show = showOf(pixels, pixel, options.by);
    if (!(show > 0 && show >= threshold)) continue;
    isShown[pixel] = 1;
    count++;
  }
  if (count === 0) return null;
  const shown = new Uint32Array(count);
  const weights = new Float64Array(count);
  for (let pixel = 0, k = 0; k < count; pixel++) {
    if (isShown[pixel] === 0) continue;
    weights[k] = weighted ? showOf(pixels, pixel, options.by) : 1;
    shown[k++] = pixel;
  }
  const sums = sumWeights(weights);
  const left = (-columns * side) / 2;
  const top = height / 2;
  const area = count * side * side;
  /** Metres of a count of pixels from the left (k even) or from the top. */
  const place = (value: number, k: number) => (k % 2 === 0 ? left + side * value : top - side * value);
  const corners = findCorners(isShown, columns, rows).map(place);
  const inPlane = supportOf(corners, 2);
  const isInside = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / side);
    const row = Math.floor((top - y) / side);
    return column >= 0 && column < columns && row >= 0 && row < rows && isShown[row * columns + column] === 1;
  };
  // Made when first asked for: pictures of noise have as many rims as pixels.
  let flatDistance: ((x: number, y: number, z: number) => number) | null = null;
  return {
    name,
    dimension: depth > 0 ? 3 : 2,
    measure: depth > 0 ? area * depth : area,
    colors: true,
    uneven: weighted,
    normals: depth === 0,
    pick(place, index, seed) {
      const pixel = shown[pickWeighted(sums, draw(seed, index, draws.which))];
      const row = Math.floor(pixel / columns);
      place.x = left + side * (pixel - row * columns + draw(seed, index, draws.first));
      place.y = top - side * (row + draw(seed, index, draws.second));
      place.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
      place.normalX = 0;
      place.normalY = 0;
      place.normalZ = 1;
      place.red = pixels[4 * pixel];
      place.green = pixels[4 * pixel + 1];
      place.blue = pixels[4 * pixel + 2];
      place.opacity = options.by === 'all' ? 1 : pixels[4 * pixel + 3];
    },
    support: (x, y, z) => inPlane(x, y, 0) + (Math.abs(z) * depth) / 2,
    distance(x, y, z) {
      flatDistance ??= measureGaps(isShown, columns, rows, place, isInside);
      const flat = flatDistance(x, y, 0);
      return depth === 0 ? flat : joinDistances(flat, Math.abs(z) - depth / 2, Number.NEGATIVE_INFINITY);
    },
  };
}

/** How much a pixel shows, 0..1. */
function showOf(pixels: Float32Array, pixel: number, by: PictureShapeOptions['by']): number {
  const at = 4 * pixel;
  if (by === 'all') return 1;
  if (by === 'alpha') return pixels[at + 3];
  const bright = luminance[0] * pixels[at] + luminance[1] * pixels[at + 1] + luminance[2] * pixels[at + 2];
  return pixels[at + 3] * (by === 'brightness' ? bright : 1 - bright);
}

/** Corners of the first and the last pixel of each row that show: all that bounds are made of. */
function findCorners(isShown: Uint8Array, columns: number, rows: number): number[] {
  const corners: number[] = [];
  for (let row = 0; row < rows; row++) {
    const first = isShown.indexOf(1, row * columns) - row * columns;
    if (!(first >= 0 && first < columns)) continue;
    const last = isShown.lastIndexOf(1, (row + 1) * columns - 1) - row * columns + 1;
    corners.push(first, row, last, row, first, row + 1, last, row + 1);
  }
  return corners;
}

/** Signed distance to the nearest side between a pixel that shows and one that does not. */
function measureGaps(
  isShown: Uint8Array,
  columns: number,
  rows: number,
  place: (value: number, k: number) => number,
  isInside: (x: number, y: number) => boolean,
): (x: number, y: number, z: number) => number {
  const rims = findRims(isShown, columns, rows).map(place);
  const tree = new BoxTree(boxesOfSegments(rims));
  const measure = (rim: number, x: number, y: number) => squaredDistanceToSegment(rims, rim, x, y);
  return createSignedDistance(tree, measure, isInside);
}

/** Sides between a pixel that shows and one that does not, as x y x y in pixels from the upper left; straight runs are one. */
function findRims(isShown: Uint8Array, columns: number, rows: number): number[] {
  const at = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows ? isShown[row * columns + column] : 0;
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
