import { triangulateGrid } from '../../../geometry/triangulate-grid.ts';
import { srgbOfLinear } from '../../../math/srgb.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { LocalShape } from './build-shape.ts';
import { createTrianglePick, supportOfMesh } from './triangle-shape.ts';

export interface HeightMapOptions {
  readonly name: string;
  /** Width along x and depth along z, m. */
  readonly size: readonly number[];
  /** Height of white above black, m. */
  readonly height: number;
}

/**
 * Creates a terrain with a vertex at the centre of each pixel. Black is at y = 0 and white at `height`. Heights are proportional to
 * the sRGB values, as in common height map files. Row 0 is at −Z, and the origin is in the centre. The picture must have at least
 * 2 × 2 pixels.
 */
export function createHeightMapShape(picture: Picture, { name, size, height }: HeightMapOptions): LocalShape {
  const { width: columns, height: rows, pixels } = picture;
  const positions = new Float64Array(3 * columns * rows);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3) {
      const pixel = (4 * at) / 3;
      const light = 0.2126 * pixels[pixel] + 0.7152 * pixels[pixel + 1] + 0.0722 * pixels[pixel + 2];
      positions[at] = size[0] * (column / (columns - 1) - 0.5);
      positions[at + 1] = height * srgbOfLinear(light);
      positions[at + 2] = size[1] * (row / (rows - 1) - 0.5);
    }
  }
  const indices = triangulateGrid(columns, rows);
  const mesh = { positions, indices };
  return {
    ...createTrianglePick(mesh),
    name,
    dimension: 2,
    normals: true,
    support: supportOfMesh(mesh),
    distance: null,
  };
}
