import { areaVector } from '../geometry/simplex.ts';
import type { TriangleMesh } from './keyed-collider.ts';
import { layTexcoords } from './lay-texcoords.ts';
import { joinPoints } from './weld-vertices.ts';

/** A mesh with a normal for each vertex. */
export interface CreasedMesh extends Omit<TriangleMesh, 'cornerTexcoords'> {
  /** Unit vectors, [3 · vertexCount]. */
  readonly normals: Float32Array;
  /** Texture coordinates, v downward, [2 · vertexCount]. Absent if the mesh has none. */
  readonly texcoords?: Float32Array;
}

/** cos 40°: two triangles that meet at a larger angle have a hard edge between them. */
const sharpest = 0.766;

/**
 * Returns the mesh with normals for rendering: smooth on round parts, split at hard edges. The normal of a corner is the mean, weighted by
 * area, of the normals of those triangles around its position that differ from the corner's own triangle by at most 40°. Corners of one
 * vertex with the same normal remain one vertex.
 */
export function creaseMesh(mesh: TriangleMesh): CreasedMesh {
  const { cornerTexcoords } = mesh;
  const laid = cornerTexcoords && layTexcoords(mesh, cornerTexcoords);
  const { positions, indices, colors } = laid ?? mesh;
  const { kept, vertexOf } = joinPoints(positions);
  const faces = new Float64Array(indices.length);
  const units = new Float64Array(indices.length);
  for (let k = 0; k < indices.length; k += 3) {
    const area = areaVector(positions, indices[k], indices[k + 1], indices[k + 2]);
    const size = Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
    for (let axis = 0; axis < 3; axis++) {
      faces[k + axis] = area[axis];
      units[k + axis] = size > 0 ? area[axis] / size : 0;
    }
  }
  const { starts, corners } = listCorners(indices, vertexOf, kept.length);
  const outIndices = new Uint32Array(indices.length);
  const sources: number[] = [];
  const normals: number[] = [];
  /** lastCopy: the last copy of each vertex. copyBefore: for each copy, the copy before it. −1 if there is none. */
  const lastCopy = new Int32Array(positions.length / 3).fill(-1);
  const copyBefore: number[] = [];
  const sum = [0, 0, 0];
  for (let corner = 0; corner < indices.length; corner++) {
    const own = corner - (corner % 3);
    const point = vertexOf[indices[corner]];
    sum.fill(0);
    for (let k = starts[point]; k < starts[point + 1]; k++) {
      const other = corners[k] - (corners[k] % 3);
      const likeness =
        units[own] * units[other] + units[own + 1] * units[other + 1] + units[own + 2] * units[other + 2];
      if (other !== own && likeness < sharpest) continue;
      for (let axis = 0; axis < 3; axis++) sum[axis] += faces[other + axis];
    }
    const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    const [x, y, z] = (length > 0 ? sum.map((part) => part / length) : [0, 1, 0]).map(Math.fround);
    const vertex = indices[corner];
    let copy = lastCopy[vertex];
    while (
      copy >= 0 &&
      !(normals[3 * copy] === x && normals[3 * copy + 1] === y && normals[3 * copy + 2] === z)
    ) {
      copy = copyBefore[copy];
    }
    if (copy < 0) {
      copy = sources.push(vertex) - 1;
      normals.push(x, y, z);
      copyBefore.push(lastCopy[vertex]);
      lastCopy[vertex] = copy;
    }
    outIndices[corner] = copy;
  }
  const gather = (values: ArrayLike<number>, width: number) => {
    const out = new Float32Array(width * sources.length);
    sources.forEach((source, k) => {
      for (let c = 0; c < width; c++) out[width * k + c] = values[width * source + c];
    });
    return out;
  };
  return {
    positions: Float64Array.from(
      { length: 3 * sources.length },
      (_, k) => positions[3 * sources[Math.floor(k / 3)] + (k % 3)],
    ),
    indices: outIndices,
    normals: Float32Array.from(normals),
    ...(colors && { colors: gather(colors, 3) }),
    ...(laid && { texcoords: gather(laid.texcoords, 2) }),
  };
}

/** Lists the corners at each position: those of `point` are corners[starts[point] … starts[point + 1]). */
function listCorners(
  indices: Uint32Array,
  vertexOf: Uint32Array,
  pointCount: number,
): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(pointCount + 1);
  for (const vertex of indices) starts[vertexOf[vertex] + 1]++;
  for (let point = 0; point < pointCount; point++) starts[point + 1] += starts[point];
  const next = starts.slice();
  const corners = new Uint32Array(indices.length);
  indices.forEach((vertex, corner) => {
    corners[next[vertexOf[vertex]]++] = corner;
  });
  return { starts, corners };
}
