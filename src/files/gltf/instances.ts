import {
  composeMatrix,
  createMatrix,
  determinant,
  type Matrix,
  transformPoint,
  transformVector,
} from '../../math/matrix.ts';
import { normalizeQuaternion } from '../../math/quaternion.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { Accessors } from './accessors.ts';
import type { JsonValue } from './json-value.ts';

export const instancingName = 'EXT_mesh_gpu_instancing';

/** Maximum total number of vertices of all instances of one mesh. More instances are assumed to be scenery. */
const maxVertices = 2 ** 21;

type Shape = Omit<RigSurface, 'name' | 'node' | 'skin'>;

/**
 * Returns the transforms of the instances of a node's mesh with `vertexCount` vertices, in the node's own space. Null if the node shows its
 * mesh once.
 *
 * Throws InputError for lists of unequal length, and for too many instances.
 */
export function readInstances(node: JsonValue, accessors: Accessors, vertexCount: number): Matrix[] | null {
  const extension = node.extension(instancingName);
  if (extension.absent) return null;
  const attributes = extension.get('attributes');
  const references = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => attributes.get(name));
  const counts = references.map((reference) => (reference.absent ? null : accessors.count(reference)));
  const count = counts.find((value) => value !== null) ?? 0;
  if (counts.some((value) => value !== null && value !== count)) {
    throw attributes.fault(
      `expected as many rotations and scales as translations, got ${counts.map((value) => value ?? 'none').join(', ')}`,
    );
  }
  if (count * (vertexCount + 1) > maxVertices) {
    throw attributes.fault(
      `expected at most ${maxVertices} vertices in all instances, got ${count} instances of ${vertexCount}; remove scenery from the file`,
    );
  }
  const [moves, turns, scales] = references.map((reference, k) =>
    reference.absent ? null : accessors.readFloats(reference, k === 1 ? 'VEC4' : 'VEC3'),
  );
  const turn = [0, 0, 0, 1];
  return Array.from({ length: count }, (_, k) => {
    const matrix = createMatrix();
    if (turns) normalizeQuaternion(turn, turns.subarray(4 * k, 4 * k + 4));
    const [move, scale] = [moves ?? [0, 0, 0], scales ?? [1, 1, 1]];
    composeMatrix(matrix, 0, move, moves ? 3 * k : 0, turn, 0, scale, scales ? 3 * k : 0);
    return matrix;
  });
}

/** Returns a surface that contains one copy of a mesh for each matrix. The mesh must have no skin. */
export function repeatShape(shape: Shape, matrices: readonly Matrix[]): Shape {
  const vertexCount = shape.positions.length / 3;
  const count = matrices.length;
  const { colors, texcoords, normals, indices } = shape;
  const copies = new Uint32Array(indices.length * count);
  matrices.forEach((matrix, k) => {
    const isMirrored = determinant(matrix) < 0;
    for (let corner = 0; corner < indices.length; corner++) {
      const inside = corner % 3;
      const from = isMirrored && inside > 0 ? corner + 3 - 2 * inside : corner;
      copies[indices.length * k + corner] = indices[from] + vertexCount * k;
    }
  });
  return {
    ...shape,
    positions: carry(shape.positions, matrices, transformPoint),
    normals: normals && carry(normals, matrices, transformNormal),
    morphTargets: shape.morphTargets.map((deltas) => carry(deltas, matrices, transformVector)),
    indices: copies,
    ...(colors ? { colors: repeat(colors, count) } : {}),
    ...(texcoords ? { texcoords: repeat(texcoords, count) } : {}),
  };
}

function carry(
  values: Float32Array,
  matrices: readonly Matrix[],
  transform: (out: number[], matrix: Matrix, vector: ArrayLike<number>) => void,
): Float32Array {
  const out = new Float32Array(values.length * matrices.length);
  const vector = [0, 0, 0];
  matrices.forEach((matrix, k) => {
    for (let at = 0; at < values.length; at += 3) {
      transform(vector, matrix, values.subarray(at, at + 3));
      out.set(vector, values.length * k + at);
    }
  });
  return out;
}

/** Transforms a normal with cofactors. They need no division, so a flattened copy has normals too. */
function transformNormal(out: number[], m: Matrix, v: ArrayLike<number>): void {
  const side = determinant(m) < 0 ? -1 : 1;
  for (let row = 0; row < 3; row++) {
    const [a, b] = [(row + 1) % 3, (row + 2) % 3];
    let sum = 0;
    for (let column = 0; column < 3; column++) {
      const [c, d] = [4 * ((column + 1) % 3), 4 * ((column + 2) % 3)];
      sum += (m[c + a] * m[d + b] - m[c + b] * m[d + a]) * v[column];
    }
    out[row] = side * sum;
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let row = 0; row < 3; row++) out[row] = length > 0 ? out[row] / length : v[row];
}

function repeat(values: Float32Array, count: number): Float32Array {
  const out = new Float32Array(values.length * count);
  for (let k = 0; k < count; k++) out.set(values, values.length * k);
  return out;
}
