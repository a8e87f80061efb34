import { InputError } from '../../input-error.ts';
import type { MorphSurface } from '../../systems/outputs/morph.ts';

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
  /** For each vertex: its first texel, and the number of shapes that move it. [2 · textureWidth · rows] */
  readonly rows: Uint32Array<ArrayBuffer>;
  /**
   * Two texels for each shape of a vertex, in mesh units at amplitude 1, [4 · textureWidth · …]. The first is the displacement and the
   * column of the amplitude. The second is the change of the normal and the column again. All shapes of a vertex are contiguous.
   */
  readonly shapes: Float32Array<ArrayBuffer>;
}

/**
 * Packs the shapes that move a mesh of `vertexCount` vertices. Several sources may move a vertex: their displacements are added. A vertex
 * that nothing moves takes 8 bytes; other vertices take 32 bytes for each shape. Throws an `InputError` if shapes do not fit the mesh.
 */
export function packShapes(
  moved: readonly SurfaceShapes[],
  vertexCount: number,
  meshName: string,
): PackedShapes {
  const counts = new Uint32Array(vertexCount);
  let total = 0;
  for (const { source, surface } of moved) {
    const modeCount = countModes(surface, source);
    for (const vertex of surface.vertices) {
      if (vertex >= vertexCount) {
        throw InputError.at(
          `${source}.surfaces[${surface.surface}]`,
          `it moves vertex ${vertex}, but the mesh "${meshName}" has ${vertexCount} vertices; give the mesh that this surface was ` +
            'made for, with its vertices as they are in the file (see `matchSurfaces`)',
        );
      }
      counts[vertex] += modeCount;
    }
    total += modeCount * surface.vertices.length;
  }
  const height = Math.max(1, Math.ceil((2 * total) / textureWidth));
  if (height > maxRows) {
    throw InputError.at(
      moved[0].source,
      `expected at most ${(maxRows * textureWidth) / 2} vertices times shapes on one mesh, got ${total}; use fewer modes`,
    );
  }
  const rows = new Uint32Array(2 * textureWidth * Math.max(1, Math.ceil(vertexCount / textureWidth)));
  const next = new Uint32Array(vertexCount);
  for (let vertex = 0, texel = 0; vertex < vertexCount; vertex++) {
    next[vertex] = texel;
    rows[2 * vertex] = texel;
    rows[2 * vertex + 1] = counts[vertex];
    texel += 2 * counts[vertex];
  }
  const shapes = new Float32Array(4 * textureWidth * height);
  for (const { surface, column } of moved) writeShapes(shapes, next, surface, column);
  return { rows, shapes };
}

/** Returns the number of modes in a surface's arrays. Throws an `InputError` if their lengths do not agree. */
export function countModes(surface: MorphSurface, source: string): number {
  const { vertices, shapes, normals } = surface;
  const modeCount = vertices.length === 0 ? 0 : shapes.length / (3 * vertices.length);
  if (!Number.isInteger(modeCount) || shapes.length !== normals.length) {
    throw InputError.at(
      `${source}.surfaces[${surface.surface}]`,
      `expected shapes and normals of 3 · ${vertices.length} · modeCount numbers, got ${shapes.length} and ${normals.length}`,
    );
  }
  return modeCount;
}

function writeShapes(
  out: Float32Array,
  next: Uint32Array,
  { vertices, shapes, normals }: MorphSurface,
  column: number,
): void {
  const stride = 3 * vertices.length;
  const modeCount = stride === 0 ? 0 : shapes.length / stride;
  vertices.forEach((vertex, k) => {
    let at = 4 * next[vertex];
    for (let mode = 0; mode < modeCount; mode++) {
      const from = mode * stride + 3 * k;
      for (let axis = 0; axis < 3; axis++) {
        out[at + axis] = shapes[from + axis];
        out[at + 4 + axis] = normals[from + axis];
      }
      out[at + 3] = out[at + 7] = column + mode;
      at += 8;
    }
    next[vertex] += 2 * modeCount;
  });
}
