import type { PolygonMesh } from '../../../files/obj-write.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../../systems/outputs/heightfield.ts';
import type { HeightfieldFrame } from '../heightfield-frame.ts';
import type { GroundRegion } from '../mesh/ground-region.ts';

/** Coordinates within this distance of the origin are exact to 0.03 mm as 32-bit floats, metres. */
const nearOrigin = 512;

/**
 * The surface of a ground as one mesh whose vertices are the same in all frames. Blocks of the region share the vertices on their
 * common boundaries.
 */
export class CachedSurface {
  readonly vertexCount: number;
  /** Offset of the mesh in the world, whole metres. Zero, unless a vertex is more than 512 m from the origin. */
  readonly offset: readonly [x: number, y: number, z: number];
  private readonly columnVertices: readonly Int32Array[];
  private readonly initial: readonly Int32Array[];
  private readonly faces: readonly (readonly number[])[];
  private readonly positions: Float32Array;
  private readonly coordinates: Float32Array;

  constructor(
    private readonly output: HeightfieldOutput,
    private readonly region: GroundRegion,
  ) {
    const { rectangle, blocks } = region;
    const { cell, datum } = output;
    const faces: number[][] = [];
    // Columns of all blocks, as row and column of the rectangle in one number, ascending: vertices have the order of rows.
    const codeOf = (i: number, j: number) => (j - rectangle.j0) * rectangle.columns + i - rectangle.i0;
    const used = new Set<number>();
    for (const block of blocks) {
      const missing = new Uint8Array(block.columns * block.rows);
      output.readMissing?.(missing, block);
      for (let j = 0; j + 1 < block.rows; j++) {
        for (let i = 0; i + 1 < block.columns; i++) {
          const a = j * block.columns + i;
          // Counter-clockwise seen from above.
          const corners = [a, a + block.columns, a + block.columns + 1, a + 1].filter((k) => !missing[k]);
          if (corners.length < 3) continue;
          const face = corners.map((k) =>
            codeOf(block.i0 + (k % block.columns), block.j0 + Math.floor(k / block.columns)),
          );
          for (const code of face) used.add(code);
          faces.push(face);
        }
      }
    }
    const codes = Float64Array.from(used).sort();
    const vertexOf = new Map<number, number>();
    codes.forEach((code, vertex) => void vertexOf.set(code, vertex));
    this.vertexCount = codes.length;
    this.faces = faces.map((face) => face.map((code) => vertexOf.get(code)!));
    this.columnVertices = blocks.map((block) =>
      Int32Array.from({ length: block.columns * block.rows }, (_, k) => {
        const code = codeOf(block.i0 + (k % block.columns), block.j0 + Math.floor(k / block.columns));
        return vertexOf.get(code) ?? -1;
      }),
    );
    this.initial = blocks.map((block) => {
      const heights = new Int32Array(block.columns * block.rows);
      output.readInitial(heights, block);
      return heights;
    });
    this.offset = chooseOffset(rectangle, output);
    this.positions = new Float32Array(3 * this.vertexCount);
    this.coordinates = new Float32Array(2 * this.vertexCount);
    codes.forEach((code, vertex) => {
      const i = code % rectangle.columns;
      const j = Math.floor(code / rectangle.columns);
      this.positions[3 * vertex] = (rectangle.i0 + i) * cell - this.offset[0];
      this.positions[3 * vertex + 1] = datum - this.offset[1];
      this.positions[3 * vertex + 2] = (rectangle.j0 + j) * cell - this.offset[2];
      this.coordinates[2 * vertex] = (i + 0.5) / rectangle.columns;
      this.coordinates[2 * vertex + 1] = 1 - (j + 0.5) / rectangle.rows;
    });
  }

  /** Returns the positions of all vertices in a frame, in an array that the next call overwrites. frame: null before anything has moved. */
  positionsOf(frame: HeightfieldFrame | null): Float32Array {
    const { heightUnit, datum } = this.output;
    const { positions } = this;
    this.region.blocks.forEach((block, index) => {
      const heights = this.initial[index].slice();
      frame?.overlayHeights(heights, block);
      const vertices = this.columnVertices[index];
      for (let k = 0; k < heights.length; k++) {
        if (vertices[k] >= 0)
          positions[3 * vertices[k] + 1] = heights[k] * heightUnit + datum - this.offset[1];
      }
    });
    return positions;
  }

  /** Returns the mesh in a frame. */
  meshOf(frame: HeightfieldFrame | null): PolygonMesh {
    const { faces, coordinates } = this;
    return { name: this.output.name, positions: this.positionsOf(frame), coordinates, faces };
  }
}

function chooseOffset(
  { i0, j0, columns, rows }: ColumnRectangle,
  { cell, datum }: HeightfieldOutput,
): [number, number, number] {
  const corners = [i0, i0 + columns, j0, j0 + rows].map((index) => index * cell);
  if ([...corners, datum].every((value) => Math.abs(value) <= nearOrigin)) return [0, 0, 0];
  return [Math.round((i0 + columns / 2) * cell), Math.round(datum), Math.round((j0 + rows / 2) * cell)];
}
