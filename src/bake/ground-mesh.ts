import { GlbPatch, indexTarget, vertexTarget } from '../files/glb-patch.ts';
import { InputError } from '../input-error.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/system.ts';

/** What a ground's surface is read from: an output as it stands now, or as it stood in a frame (`heightsOfFrame`). */
export type HeightSource = Pick<
  HeightfieldOutput,
  'name' | 'cell' | 'datum' | 'heightUnit' | 'extent' | 'material' | 'read' | 'readMissing'
>;

export interface GroundMesh {
  /** A GLB: one mesh under one node, metres, Y up. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rectangle: ColumnRectangle;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** Vertices that a ground mesh may have: 4 194 304, a GLB of 240 MB. */
export const groundMeshLimit = 2 ** 22;

/**
 * The ground's surface in a rectangle of columns as a GLB, one vertex a column, none where there is no ground.
 *
 * Normals come from central differences, past the rectangle's edge where there is ground; the texture coordinates
 * point at the centres of the pixels of the height maps of the same rectangle. The node stands at the rectangle's
 * first column and at the datum, so that 32-bit positions stay exact far from the origin.
 *
 * Errors: InputError when the rectangle has more than `groundMeshLimit` columns.
 */
export function buildGroundMesh(source: HeightSource, rectangle: ColumnRectangle): GroundMesh {
  const { columns, rows, i0, j0 } = rectangle;
  const { cell, datum, name, material } = source;
  const columnCount = columns * rows;
  if (columns < 2 || rows < 2) {
    throw InputError.at(name, `expected a ground of at least 2 × 2 columns, got ${columns} × ${rows}`);
  }
  if (columnCount > groundMeshLimit) {
    throw InputError.at(
      name,
      `expected at most ${groundMeshLimit} columns for a mesh, got ${columns} × ${rows} = ${columnCount}; ` +
        'write the touched part only, make the cell larger, or use the height maps',
    );
  }
  const all = buildVertices(source, rectangle);
  const whole = buildTriangles(all.positions, columns, rows);
  const missing = new Uint8Array(columns * rows);
  source.readMissing?.(missing, rectangle);
  const hasHoles = missing.includes(1);
  const { positions, normals, coordinates, indices } = hasHoles
    ? leaveOut(missing, all, whole)
    : { ...all, indices: whole };
  if (indices.length === 0) {
    throw InputError.at(
      name,
      `expected ground in what is written, got ${columns} × ${rows} columns without any`,
    );
  }

  const glb = GlbPatch.create();
  const mesh = glb.add('meshes', {
    name,
    primitives: [
      {
        attributes: {
          POSITION: glb.addAccessor(positions, 'VEC3', vertexTarget),
          NORMAL: glb.addAccessor(normals, 'VEC3', vertexTarget),
          TEXCOORD_0: glb.addAccessor(coordinates, 'VEC2', vertexTarget),
        },
        indices: glb.addAccessor(indices, 'SCALAR', indexTarget),
        material: glb.add('materials', { name: material, pbrMetallicRoughness: appearanceOf(material) }),
      },
    ],
  });
  const node = glb.add('nodes', {
    name,
    mesh,
    translation: [i0 * cell, datum, j0 * cell],
    extras: { aftermotion: { cell, datum, rectangle: { i0, j0, columns, rows } } },
  });
  glb.json.scene = glb.add('scenes', { name, nodes: [node] });
  return {
    bytes: glb.toGlb(),
    rectangle,
    vertexCount: positions.length / 3,
    triangleCount: indices.length / 3,
  };
}

/** Metres around what has changed that outputs of the touched ground show, too. */
export const touchedMargin = 0.25;

/**
 * The rectangle that a ground mesh or a height sequence shows. `touched`: what has changed and `margin` metres around
 * it; where nothing has, a square of 1 m about the ground's middle (or the origin). `whole`: all of it.
 *
 * Errors: InputError for the whole of a ground without an edge.
 */
export function chooseGroundRectangle(
  source: Pick<HeightfieldOutput, 'name' | 'cell' | 'extent'>,
  changed: ColumnRectangle | null,
  region: 'touched' | 'whole',
  margin = touchedMargin,
): ColumnRectangle {
  const { cell, extent, name } = source;
  if (region === 'whole') {
    if (extent) return extent;
    throw InputError.at(
      name,
      'expected a ground with an edge, got one without; give it a size, or write the touched part',
    );
  }
  const border = Math.ceil((changed ? margin : 0.5) / cell);
  const middle = extent
    ? { i0: extent.i0 + (extent.columns >> 1), j0: extent.j0 + (extent.rows >> 1), columns: 1, rows: 1 }
    : { i0: 0, j0: 0, columns: 1, rows: 1 };
  return expandRectangle(changed ?? middle, border, extent);
}

function expandRectangle(
  { i0, j0, columns, rows }: ColumnRectangle,
  border: number,
  extent: ColumnRectangle | null,
): ColumnRectangle {
  const left = Math.max(i0 - border, extent ? extent.i0 : Number.NEGATIVE_INFINITY);
  const far = Math.max(j0 - border, extent ? extent.j0 : Number.NEGATIVE_INFINITY);
  const right = Math.min(
    i0 + columns + border,
    extent ? extent.i0 + extent.columns : Number.POSITIVE_INFINITY,
  );
  const near = Math.min(j0 + rows + border, extent ? extent.j0 + extent.rows : Number.POSITIVE_INFINITY);
  return { i0: left, j0: far, columns: right - left, rows: near - far };
}

interface Vertices {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly coordinates: Float32Array;
}

/** Leaves out triangles with a corner where there is no ground, and vertices that no triangle is left of. */
function leaveOut(
  missing: Uint8Array,
  { positions, normals, coordinates }: Vertices,
  indices: Uint32Array,
): Vertices & { readonly indices: Uint32Array } {
  const kept: number[] = [];
  const vertices: number[] = [];
  const place = new Int32Array(missing.length).fill(-1);
  for (let k = 0; k < indices.length; k += 3) {
    if (missing[indices[k]] || missing[indices[k + 1]] || missing[indices[k + 2]]) continue;
    for (let n = k; n < k + 3; n++) {
      const vertex = indices[n];
      if (place[vertex] < 0) place[vertex] = vertices.push(vertex) - 1;
      kept.push(place[vertex]);
    }
  }
  const pick = (values: Float32Array, size: number) => {
    const out = new Float32Array(size * vertices.length);
    vertices.forEach((vertex, k) => {
      for (let n = 0; n < size; n++) out[size * k + n] = values[size * vertex + n];
    });
    return out;
  };
  return {
    positions: pick(positions, 3),
    normals: pick(normals, 3),
    coordinates: pick(coordinates, 2),
    indices: Uint32Array.from(kept),
  };
}

function buildVertices(source: HeightSource, rectangle: ColumnRectangle): Vertices {
  const { columns, rows, i0, j0 } = rectangle;
  const { cell, heightUnit } = source;
  // One more column on each side where the ground goes on, for the slopes at the edge.
  const wide = expandRectangle(rectangle, 1, source.extent);
  const heights = new Int32Array(wide.columns * wide.rows);
  source.read(heights, wide);
  const left = i0 - wide.i0;
  const far = j0 - wide.j0;

  const positions = new Float32Array(3 * columns * rows);
  const normals = new Float32Array(3 * columns * rows);
  const coordinates = new Float32Array(2 * columns * rows);
  for (let j = 0, vertex = 0; j < rows; j++) {
    const row = j + far;
    const above = Math.max(row - 1, 0);
    const below = Math.min(row + 1, wide.rows - 1);
    for (let i = 0; i < columns; i++, vertex++) {
      const column = i + left;
      const before = Math.max(column - 1, 0);
      const after = Math.min(column + 1, wide.columns - 1);
      const base = row * wide.columns;
      const slopeX =
        ((heights[base + after] - heights[base + before]) * heightUnit) / ((after - before) * cell);
      const slopeZ =
        ((heights[below * wide.columns + column] - heights[above * wide.columns + column]) * heightUnit) /
        ((below - above) * cell);
      const inverse = 1 / Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
      positions[3 * vertex] = i * cell;
      positions[3 * vertex + 1] = heights[base + column] * heightUnit;
      positions[3 * vertex + 2] = j * cell;
      normals[3 * vertex] = -slopeX * inverse;
      normals[3 * vertex + 1] = inverse;
      normals[3 * vertex + 2] = -slopeZ * inverse;
      coordinates[2 * vertex] = (i + 0.5) / columns;
      coordinates[2 * vertex + 1] = (j + 0.5) / rows;
    }
  }
  return { positions, normals, coordinates };
}

/** Two triangles a cell, counter-clockwise seen from above, cut along the diagonal that is nearer to level. */
function buildTriangles(positions: Float32Array, columns: number, rows: number): Uint32Array {
  const indices = new Uint32Array(6 * (columns - 1) * (rows - 1));
  let o = 0;
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const b = a + 1;
      const c = a + columns;
      const d = c + 1;
      if (
        Math.abs(positions[3 * b + 1] - positions[3 * c + 1]) <=
        Math.abs(positions[3 * a + 1] - positions[3 * d + 1])
      ) {
        indices[o++] = a;
        indices[o++] = c;
        indices[o++] = b;
        indices[o++] = b;
        indices[o++] = c;
        indices[o++] = d;
      } else {
        indices[o++] = a;
        indices[o++] = c;
        indices[o++] = d;
        indices[o++] = a;
        indices[o++] = d;
        indices[o++] = b;
      }
    }
  }
  return indices;
}

export interface Appearance {
  /** Linear RGBA. */
  readonly baseColorFactor: readonly [number, number, number, number];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
}

/** Dry sand, wet mud, fresh snow; grey for other materials. */
export function appearanceOf(material: string): Appearance {
  const appearances: Record<string, Appearance> = {
    sand: { baseColorFactor: [0.58, 0.44, 0.26, 1], metallicFactor: 0, roughnessFactor: 1 },
    mud: { baseColorFactor: [0.1, 0.056, 0.028, 1], metallicFactor: 0, roughnessFactor: 0.45 },
    snow: { baseColorFactor: [0.85, 0.89, 0.95, 1], metallicFactor: 0, roughnessFactor: 0.75 },
  };
  return (
    appearances[material] ?? { baseColorFactor: [0.4, 0.4, 0.4, 1], metallicFactor: 0, roughnessFactor: 1 }
  );
}
