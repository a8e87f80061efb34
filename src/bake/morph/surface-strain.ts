import type { NodeShapes, ShapePart } from './gather-shapes.ts';

/** How the shapes stretch and rotate the surface at each vertex of a part that has normals. */
export interface SurfaceStrain {
  /** Tangent t₁, tangent t₂ and unit normal n of each vertex, right-handed, [9 · vertexCount]. */
  readonly frames: Float64Array;
  /**
   * ∂u/∂t₁ and ∂u/∂t₂, each with components along t₁, t₂, n; vertex by vertex, and for each vertex mode by mode. [6 · modeCount ·
   * vertexCount]
   */
  readonly gradients: Float64Array;
}

/** An edge from vertex `from` to its neighbour `to`, both in the part with this index. */
interface Edge {
  readonly part: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Measures the displacement gradients of a node's shapes along the surface, part by part. Null for a part without normals.
 *
 * At each point, a gradient is fitted to the displacements of its neighbours. Copies of one point in any parts count as one point.
 */
export function measureStrain(shapes: NodeShapes): (SurfaceStrain | null)[] {
  const edges = findEdges(shapes.parts);
  const indexOf = shapes.parts.map(({ surface, vertices }) => {
    const index = new Int32Array(surface.positions.length / 3).fill(-1);
    vertices.forEach((vertex, k) => {
      index[vertex] = k;
    });
    return index;
  });
  return shapes.parts.map((part, index) => {
    const base = part.surface.normals;
    if (!base) return null;
    const { modeCount } = shapes;
    const count = part.vertices.length;
    const frames = new Float64Array(9 * count);
    const gradients = new Float64Array(6 * modeCount * count);
    for (let k = 0; k < count; k++) {
      const vertex = part.vertices[k];
      const frame = frames.subarray(9 * k, 9 * k + 9);
      writeFrame(frame, base, 3 * vertex);
      const out = gradients.subarray(6 * modeCount * k, 6 * modeCount * (k + 1));
      fitGradients(out, frame, edges(index, vertex), shapes, indexOf);
    }
    return { frames, gradients };
  });
}

/** Returns the edges of triangles, grouped by their start point. */
function findEdges(parts: readonly ShapePart[]): (part: number, vertex: number) => readonly Edge[] {
  const byPoint = new Map<string, Edge[]>();
  const keys = parts.map(({ surface: { positions } }) => {
    const bits = new Uint32Array(Float32Array.from(positions, (value) => value + 0).buffer);
    return Array.from(
      { length: positions.length / 3 },
      (_, v) => `${bits[3 * v]} ${bits[3 * v + 1]} ${bits[3 * v + 2]}`,
    );
  });
  parts.forEach(({ surface: { indices }, vertices }, part) => {
    for (const vertex of vertices) {
      if (!byPoint.has(keys[part][vertex])) byPoint.set(keys[part][vertex], []);
    }
    for (let k = 0; k < indices.length; k += 3) {
      for (let corner = 0; corner < 3; corner++) {
        const from = indices[k + corner];
        const edges = byPoint.get(keys[part][from]);
        edges?.push({ part, from, to: indices[k + ((corner + 1) % 3)] });
        edges?.push({ part, from, to: indices[k + ((corner + 2) % 3)] });
      }
    }
  });
  return (part, vertex) => byPoint.get(keys[part][vertex])!;
}

/** Writes two tangents that are orthogonal to the unit normal. All zero if the normal is zero. */
function writeFrame(out: Float64Array, normals: Float32Array, offset: number): void {
  let [x, y, z] = [normals[offset], normals[offset + 1], normals[offset + 2]];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  [x, y, z] = [x / length, y / length, z / length];
  // Duff et al. 2017: no special case near the poles except for the sign.
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  out.set([1 + sign * x * x * a, sign * b, -sign * x, b, sign + y * y * a, -y, x, y, z]);
}

/**
 * Fits gradients by least squares over the edges, with larger weights for nearer neighbours: Δu = gradient · (edge in the tangent plane).
 */
function fitGradients(
  out: Float64Array,
  frame: Float64Array,
  edges: readonly Edge[],
  { parts, modeCount }: NodeShapes,
  indexOf: readonly Int32Array[],
): void {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const { part, from, to } of edges) {
    const { surface, shapes, vertices } = parts[part];
    const { positions } = surface;
    const ex = positions[3 * to] - positions[3 * from];
    const ey = positions[3 * to + 1] - positions[3 * from + 1];
    const ez = positions[3 * to + 2] - positions[3 * from + 2];
    const square = ex * ex + ey * ey + ez * ez;
    if (!(square > 0)) continue;
    const x = ex * frame[0] + ey * frame[1] + ez * frame[2];
    const y = ex * frame[3] + ey * frame[4] + ez * frame[5];
    xx += (x * x) / square;
    xy += (x * y) / square;
    yy += (y * y) / square;
    const a = indexOf[part][from];
    const b = indexOf[part][to];
    const stride = 3 * vertices.length;
    for (let mode = 0; mode < modeCount; mode++) {
      const shape = mode * stride;
      for (let axis = 0; axis < 3; axis++) {
        const start = a < 0 ? 0 : shapes[shape + 3 * a + axis];
        const end = b < 0 ? 0 : shapes[shape + 3 * b + axis];
        const change = (end - start) / square;
        out[6 * mode + axis] += change * x;
        out[6 * mode + 3 + axis] += change * y;
      }
    }
  }
  const determinant = xx * yy - xy * xy;
  // If all edges of a point lie along one line in its tangent plane, the gradient perpendicular to this line is unknown.
  if (!(determinant > 1e-6 * (xx + yy) ** 2)) {
    out.fill(0);
    return;
  }
  const gradient = new Float64Array(3);
  for (let k = 0; k < out.length; k += 6) {
    for (let column = 0; column < 2; column++) {
      const first = (column === 0 ? yy : -xy) / determinant;
      const second = (column === 0 ? -xy : xx) / determinant;
      for (let axis = 0; axis < 3; axis++)
        gradient[axis] = first * out[k + axis] + second * out[k + 3 + axis];
      rotated.set(turnIntoFrame(frame, gradient), 3 * column);
    }
    out.set(rotated, k);
  }
}

const rotated = new Float64Array(6);

/** Returns the components of a vector along the axes of the frame. */
function turnIntoFrame(frame: Float64Array, v: Float64Array): [number, number, number] {
  return [0, 3, 6].map((row) => frame[row] * v[0] + frame[row + 1] * v[1] + frame[row + 2] * v[2]) as [
    number,
    number,
    number,
  ];
}
