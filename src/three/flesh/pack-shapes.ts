import { InputError } from '../../input-error.ts';
import { listNormalModes, type MorphSurface } from '../../systems/outputs/morph.ts';

/** Texels in a row of the textures that hold shapes: a power of two, so that shaders find a texel by its bits. */
export const textureWidth = 2048;
/** Maximum height of the textures with shapes. Every WebGPU device supports it, and nearly every WebGL 2 device. */
const maxRows = 8192;

/** The shapes of one source on one mesh. */
export interface SurfaceShapes {
  readonly source: string;
  readonly surface: MorphSurface;
  /** The first column of the source's amplitudes in a row of the amplitude texture. */
  readonly column: number;
}

/** Shapes on a mesh in the layout that its shader reads. */
export interface PackedShapes {
  /**
   * For each vertex: its first texel; the number of shapes that change its normal, and 2¹⁶ times the number of the other shapes that move it.
   * [2 · textureWidth · rows]
   */
  readonly rows: Uint32Array<ArrayBuffer>;
  /**
   * The texels of a vertex are contiguous, in mesh units at amplitude 1, [4 · textureWidth · …]. First there are two texels for each shape that
   * changes the normal: the displacement and the column of the amplitude, then the change of the normal and the column again. Then there is
   * one texel for each of the other shapes, with its displacement and column.
   */
  readonly shapes: Float32Array<ArrayBuffer>;
}

/**
 * Packs the shapes that move a mesh of `vertexCount` vertices. Several sources may move a vertex: their displacements are added. A vertex
 * that nothing moves takes 8 bytes; other vertices take 32 bytes for each shape that changes the normal, and 16 for each other shape. Throws
 * an `InputError` if shapes do not fit the mesh.
 */
export function packShapes(
  moved: readonly SurfaceShapes[],
  vertexCount: number,
  meshName: string,
): PackedShapes {
  const pairs = new Uint32Array(vertexCount);
  const singles = new Uint32Array(vertexCount);
  let total = 0;
  for (const { source, surface } of moved) {
    const modeCount = countModes(surface, source);
    const pairCount = listNormalModes(surface, modeCount).length;
    for (const vertex of surface.vertices) {
      if (vertex >= vertexCount) {
        throw InputError.at(
          `${source}.surfaces[${surface.surface}]`,
          `it moves vertex ${vertex}, but the mesh "${meshName}" has ${vertexCount} vertices; give the mesh that this surface was ` +
            'made for, with its vertices as they are in the file (see `matchSurfaces`)',
        );
      }
      pairs[vertex] += pairCount;
      singles[vertex] += modeCount - pairCount;
    }
    total += (modeCount + pairCount) * surface.vertices.length;
  }
  const height = Math.max(1, Math.ceil(total / textureWidth));
  if (height > maxRows) {
    throw InputError.at(
      moved[0].source,
      `expected at most ${(maxRows * textureWidth) / 2} vertices times shapes on one mesh, got ${Math.ceil(total / 2)}; use fewer modes`,
    );
  }
  const rows = new Uint32Array(2 * textureWidth * Math.max(1, Math.ceil(vertexCount / textureWidth)));
  const nextPair = new Uint32Array(vertexCount);
  const nextSingle = new Uint32Array(vertexCount);
  for (let vertex = 0, texel = 0; vertex < vertexCount; vertex++) {
    nextPair[vertex] = texel;
    nextSingle[vertex] = texel + 2 * pairs[vertex];
    rows[2 * vertex] = texel;
    rows[2 * vertex + 1] = pairs[vertex] + singles[vertex] * 2 ** 16;
    texel += 2 * pairs[vertex] + singles[vertex];
  }
  const shapes = new Float32Array(4 * textureWidth * height);
  for (const { surface, column } of moved) writeShapes(shapes, nextPair, nextSingle, surface, column);
  return { rows, shapes };
}

/** Returns the number of modes in a surface's arrays. Throws an `InputError` if their lengths do not agree. */
export function countModes(surface: MorphSurface, source: string): number {
  const { vertices, shapes, normals, normalModes } = surface;
  const modeCount = vertices.length === 0 ? 0 : shapes.length / (3 * vertices.length);
  const normalCount = normalModes?.length ?? modeCount;
  if (!Number.isInteger(modeCount) || normals.length !== 3 * vertices.length * normalCount) {
    throw InputError.at(
      `${source}.surfaces[${surface.surface}]`,
      `expected shapes and normals of 3 · ${vertices.length} · modeCount numbers, got ${shapes.length} and ${normals.length}`,
    );
  }
  return modeCount;
}

function writeShapes(
  out: Float32Array,
  nextPair: Uint32Array,
  nextSingle: Uint32Array,
  surface: MorphSurface,
  column: number,
): void {
  const { vertices, shapes, normals } = surface;
  const stride = 3 * vertices.length;
  const modeCount = stride === 0 ? 0 : shapes.length / stride;
  const normalModes = listNormalModes(surface, modeCount);
  /** Writes a texel: a vector of an array and the column of the amplitude. */
  const write = (texel: number, from: Float32Array, start: number, mode: number) => {
    for (let axis = 0; axis < 3; axis++) out[4 * texel + axis] = from[start + axis];
    out[4 * texel + 3] = column + mode;
  };
  for (let mode = 0; mode < modeCount; mode++) {
    const order = normalModes.indexOf(mode);
    vertices.forEach((vertex, k) => {
      if (order < 0) {
        write(nextSingle[vertex]++, shapes, mode * stride + 3 * k, mode);
        return;
      }
      write(nextPair[vertex], shapes, mode * stride + 3 * k, mode);
      write(nextPair[vertex] + 1, normals, order * stride + 3 * k, mode);
      nextPair[vertex] += 2;
    });
  }
}
