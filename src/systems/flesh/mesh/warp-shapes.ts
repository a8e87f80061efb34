import type { LongWork } from '../../../long-work.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';
import { CornerSlopes } from './corner-slopes.ts';

/**
 * Returns the shapes that rotate displacements: for each pair i ≤ j of the first `count` shapes, ½ (w_i × φ_j + w_j × φ_i), or half of this if i = j.
 * w = ½ curl φ is the rotation of the material, so that Σ q_i q_j times these shapes is ½ w × u at every node. Pairs are ordered by j, then by i.
 *
 * mesh: ten nodes per tetrahedron. shapes: [modeCount · 3 · nodeCount]. Result: [count (count + 1) / 2 · 3 · nodeCount].
 */
export function* findingWarpShapes(
  mesh: TetMesh,
  shapes: Float64Array,
  count: number,
): LongWork<Float64Array> {
  const width = mesh.positions.length;
  const slopes = new CornerSlopes(mesh);
  const rotations: Float64Array[] = [];
  const out = new Float64Array((width * count * (count + 1)) / 2);
  let to = 0;
  for (let j = 0; j < count; j++) {
    yield;
    slopes.measure(shapes, j * width);
    rotations.push(measureRotations(mesh, slopes.values));
    for (let i = 0; i <= j; i++, to += width) {
      yield;
      addCross(out, to, rotations[i], shapes, j * width);
      if (i < j) addCross(out, to, rotations[j], shapes, i * width);
    }
  }
  return out;
}

/** Returns ½ curl of a field at every node, [3 · nodeCount], from its gradients at the corners. A node in the middle of an edge takes the mean. */
function measureRotations({ positions, tets }: TetMesh, slopes: Float64Array): Float64Array {
  const rotations = new Float64Array(positions.length);
  for (let node = 0; node < positions.length / 3; node++) {
    const k = 9 * node;
    rotations[3 * node] = (slopes[k + 7] - slopes[k + 5]) / 2;
    rotations[3 * node + 1] = (slopes[k + 2] - slopes[k + 6]) / 2;
    rotations[3 * node + 2] = (slopes[k + 3] - slopes[k + 1]) / 2;
  }
  for (let t = 0; t < tets.length; t += 10) {
    for (let edge = 0; edge < 6; edge++) {
      const [a, b] = tetEdges[edge];
      for (let axis = 0; axis < 3; axis++) {
        const sum = rotations[3 * tets[t + a] + axis] + rotations[3 * tets[t + b] + axis];
        rotations[3 * tets[t + 4 + edge] + axis] = sum / 2;
      }
    }
  }
  return rotations;
}

/** Adds ½ w × φ to the field that begins at out[to]. φ begins at shapes[from]. */
function addCross(
  out: Float64Array,
  to: number,
  w: Float64Array,
  shapes: ArrayLike<number>,
  from: number,
): void {
  for (let k = 0; k < w.length; k += 3) {
    const [x, y, z] = [shapes[from + k], shapes[from + k + 1], shapes[from + k + 2]];
    out[to + k] += (w[k + 1] * z - w[k + 2] * y) / 2;
    out[to + k + 1] += (w[k + 2] * x - w[k] * z) / 2;
    out[to + k + 2] += (w[k] * y - w[k + 1] * x) / 2;
  }
}
