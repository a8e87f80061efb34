import type { Light } from './tone.ts';

/** A posed surface for pictures: a character, a prop, or a part of one. */
export interface PosedMesh {
  /** Positions, world metres, [3 · vertexCount]. */
  readonly positions: ArrayLike<number>;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: ArrayLike<number>;
  /** Linear base colour. */
  readonly color: Light;
  /** Linear vertex colours, which are used instead of `color`, [3 · vertexCount]. Absent if the mesh has one colour. */
  readonly colors?: ArrayLike<number>;
}

/** Returns one channel of a triangle's colour: the mean of its corners. */
export function triangleColor(
  { color, colors, indices }: PosedMesh,
  triangle: number,
  channel: number,
): number {
  if (!colors) return color[channel];
  const first = 3 * triangle;
  return (
    (colors[3 * indices[first] + channel] +
      colors[3 * indices[first + 1] + channel] +
      colors[3 * indices[first + 2] + channel]) /
    3
  );
}

/** Bounds of meshes in the world. Coordinates that are not finite are ignored. */
export interface PosedMeshBounds {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

/** Returns the bounds of all vertices. Null if there are none. */
export function figureBounds(figures: readonly PosedMesh[]): PosedMeshBounds | null {
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
