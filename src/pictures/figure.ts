import type { Light } from './tone.ts';

/** A posed surface to be drawn: a character, or a part of one. */
export interface Figure {
  /** [3 · vertexCount] world metres. */
  readonly positions: ArrayLike<number>;
  /** [3 · triangleCount], counter-clockwise seen from outside. */
  readonly indices: ArrayLike<number>;
  /** Linear base colour. */
  readonly color: Light;
  /** [3 · vertexCount] linear colours of the vertices instead; absent where there is one for all. */
  readonly colors?: ArrayLike<number>;
}

/** One channel of a triangle's colour: the mean of its corners'. */
export function triangleColor({ color, colors, indices }: Figure, triangle: number, channel: number): number {
  if (!colors) return color[channel];
  const first = 3 * triangle;
  return (
    (colors[3 * indices[first] + channel] +
      colors[3 * indices[first + 1] + channel] +
      colors[3 * indices[first + 2] + channel]) /
    3
  );
}

/** World bounds of figures; coordinates that are not finite are passed over. */
export interface FigureBounds {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** The bounds of all vertices, or null when there is none. */
export function figureBounds(figures: readonly Figure[]): FigureBounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of figures) {
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      if (positions[k] - positions[k] !== 0) continue;
      if (positions[k] < min[axis]) min[axis] = positions[k];
      if (positions[k] > max[axis]) max[axis] = positions[k];
    }
  }
  return min[0] <= max[0] && min[1] <= max[1] && min[2] <= max[2] ? { min, max } : null;
}
