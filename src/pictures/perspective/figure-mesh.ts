import { type PosedMesh, triangleColor } from '../posed-mesh.ts';
import { smoothNormals } from './smooth-normals.ts';

/** All meshes of a picture, merged. */
export interface FigureMesh {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly indices: Uint32Array;
  /** Linear base colour of each triangle, [3 · triangleCount]. */
  readonly colors: Float32Array;
}

export function mergeFigures(figures: readonly PosedMesh[]): FigureMesh {
  const vertexNumbers = figures.reduce((sum, { positions }) => sum + positions.length, 0);
  const indexCount = figures.reduce((sum, { indices }) => sum + indices.length, 0);
  const mesh = {
    positions: new Float64Array(vertexNumbers),
    normals: new Float64Array(vertexNumbers),
    indices: new Uint32Array(indexCount),
    colors: new Float32Array(indexCount),
  };
  let [vertex, index] = [0, 0];
  for (const figure of figures) {
    mesh.positions.set(figure.positions, vertex);
    mesh.normals.set(smoothNormals(figure), vertex);
    for (let k = 0; k < figure.indices.length; k++) {
      mesh.indices[index + k] = figure.indices[k] + vertex / 3;
      mesh.colors[index + k] = triangleColor(figure, Math.floor(k / 3), k % 3);
    }
    vertex += figure.positions.length;
    index += figure.indices.length;
  }
  return mesh;
}

/** Writes the unit normal at a point of a triangle's plane, interpolated from the normals of its corners. out [3]. */
export function normalAt(out: Float64Array, mesh: FigureMesh, triangle: number, p: ArrayLike<number>): void {
  const { positions, normals, indices } = mesh;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  // The dot products of the sides and the point give the barycentric coordinates of b and c.
  let [bb, bc, cc, pb, pc] = [0, 0, 0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const origin = positions[a + axis];
    const sideB = positions[b + axis] - origin;
    const sideC = positions[c + axis] - origin;
    const at = p[axis] - origin;
    bb += sideB * sideB;
    bc += sideB * sideC;
    cc += sideC * sideC;
    pb += at * sideB;
    pc += at * sideC;
  }
  const determinant = bb * cc - bc * bc;
  let weightB = determinant > 0 ? (cc * pb - bc * pc) / determinant : 0;
  let weightC = determinant > 0 ? (bb * pc - bc * pb) / determinant : 0;
  weightB = Math.min(1, Math.max(0, weightB));
  weightC = Math.min(1 - weightB, Math.max(0, weightC));
  const weightA = 1 - weightB - weightC;
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = weightA * normals[a + axis] + weightB * normals[b + axis] + weightC * normals[c + axis];
    length += out[axis] * out[axis];
  }
  const inverse = length > 0 ? 1 / Math.sqrt(length) : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] *= inverse;
}
