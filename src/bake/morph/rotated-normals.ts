import { addTriangle, groupNormals } from '../../motion/normal-groups.ts';
import type { NodeShapes, ShapePart } from './gather-shapes.ts';

/** What rotates normals: the shapes of a mesh. */
export interface ShownShapes extends Pick<NodeShapes, 'modeCount'> {
  readonly parts: readonly Pick<ShapePart, 'surface' | 'vertices' | 'shapes'>[];
}

/**
 * Rotates the file's normals with the shown triangles. The rotation of a normal is that of the area vector of the triangles around its
 * vertex, from the rest shape to the displaced shape. If a normal in the file is not perpendicular to its triangles, the angle between them
 * is kept.
 */
export class RotatedNormals {
  /**
   * For each part, [3 · vertices.length] rotated normals in mesh space. The length of a normal is the factor by which the area around the
   * vertex has grown. Null without normals.
   */
  readonly values: readonly (Float64Array | null)[];
  private readonly groupOf: readonly Uint32Array[];
  /**
   * Area vectors. rest: in the rest shape. [3 · groupCount] The others: of the triangles that never move, and at the time that was measured
   * last.
   */
  private readonly rest: Float64Array;
  private readonly still: Float64Array;
  private readonly sums: Float64Array;
  private readonly moving: readonly MovingTriangles[];

  constructor(private readonly shapes: ShownShapes) {
    const surfaces = shapes.parts.map(({ surface }) => surface);
    const { count, groupOf } = groupNormals(surfaces);
    this.groupOf = groupOf;
    this.rest = new Float64Array(3 * count);
    this.still = new Float64Array(3 * count);
    this.sums = new Float64Array(3 * count);
    this.moving = shapes.parts.map((part, index) => this.sortTriangles(part, index));
    this.values = shapes.parts.map(({ vertices, surface }) =>
      surface.normals ? new Float64Array(3 * vertices.length) : null,
    );
  }

  /** Computes `values` for the `modeCount` amplitudes that start at the offset. */
  measure(amplitudes: Float64Array, offset: number): void {
    const { shapes, sums } = this;
    sums.set(this.still);
    shapes.parts.forEach((part, index) => {
      const { positions, triangles } = this.moving[index];
      displace(positions, part, amplitudes, offset, shapes.modeCount);
      for (const triangle of triangles) addTriangle(sums, this.groupOf[index], positions, triangle);
    });
    shapes.parts.forEach(({ vertices, surface }, index) => {
      const out = this.values[index];
      if (!out) return;
      for (let k = 0; k < vertices.length; k++) {
        const group = 3 * this.groupOf[index][vertices[k]];
        turn(out, 3 * k, surface.normals!, 3 * vertices[k], this.rest, sums, group);
      }
    });
  }

  private sortTriangles({ surface, vertices }: ShownShapes['parts'][number], index: number): MovingTriangles {
    const { positions, indices } = surface;
    const isMoved = new Uint8Array(positions.length / 3);
    for (const vertex of vertices) isMoved[vertex] = 1;
    const triangles: [number, number, number][] = [];
    for (let k = 0; k < indices.length; k += 3) {
      const triangle: [number, number, number] = [indices[k], indices[k + 1], indices[k + 2]];
      addTriangle(this.rest, this.groupOf[index], positions, triangle);
      if (triangle.some((vertex) => isMoved[vertex])) triangles.push(triangle);
      else addTriangle(this.still, this.groupOf[index], positions, triangle);
    }
    return { positions: Float64Array.from(positions), triangles };
  }
}

interface MovingTriangles {
  /** Displaced positions of the whole surface, [3 · vertexCount]. Work array. */
  readonly positions: Float64Array;
  readonly triangles: readonly [number, number, number][];
}

function displace(
  out: Float64Array,
  { surface, vertices, shapes }: ShownShapes['parts'][number],
  amplitudes: Float64Array,
  offset: number,
  modeCount: number,
): void {
  const stride = 3 * vertices.length;
  for (let k = 0; k < vertices.length; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * k + axis;
      let sum = surface.positions[3 * vertices[k] + axis];
      for (let mode = 0; mode < modeCount; mode++)
        sum += amplitudes[offset + mode] * shapes[mode * stride + at];
      out[3 * vertices[k] + axis] = sum;
    }
  }
}

/** Writes the unit normal at `from`, rotated as one area vector is rotated to the other, times the growth of the area. */
function turn(
  out: Float64Array,
  to: number,
  normals: Float32Array,
  from: number,
  before: Float64Array,
  after: Float64Array,
  group: number,
): void {
  const [x, y, z] = [normals[from], normals[from + 1], normals[from + 2]];
  const size = Math.sqrt(x * x + y * y + z * z);
  const [ax, ay, az] = [before[group], before[group + 1], before[group + 2]];
  const [bx, by, bz] = [after[group], after[group + 1], after[group + 2]];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  // Triangles without area define no rotation.
  if (!(a * b > 0 && size > 0)) {
    for (let axis = 0; axis < 3; axis++) out[to + axis] = size > 0 ? normals[from + axis] / size : 0;
    return;
  }
  const cosine = (ax * bx + ay * by + az * bz) / (a * b);
  const [rx, ry, rz] = [
    (ay * bz - az * by) / (a * b),
    (az * bx - ax * bz) / (a * b),
    (ax * by - ay * bx) / (a * b),
  ];
  const scale = b / a / size;
  // Rodrigues' rotation about before × after. A rotation by 180° has no unique axis, so it is left out.
  const along = cosine > -0.999 ? (rx * x + ry * y + rz * z) / (1 + cosine) : 0;
  out[to] = scale * (cosine * x + ry * z - rz * y + along * rx);
  out[to + 1] = scale * (cosine * y + rz * x - rx * z + along * ry);
  out[to + 2] = scale * (cosine * z + rx * y - ry * x + along * rz);
}

/** Returns the rotated normals at samples, for each part: [sampleCount][3 · vertices.length]. Null without normals. */
export function sampleNormals(
  turned: RotatedNormals,
  amplitudes: Float64Array,
  modeCount: number,
): (Float32Array[] | null)[] {
  const out = turned.values.map((values): Float32Array[] | null => (values ? [] : null));
  for (let offset = 0; offset < amplitudes.length; offset += modeCount) {
    turned.measure(amplitudes, offset);
    turned.values.forEach((values, index) => {
      if (values) out[index]!.push(Float32Array.from(values));
    });
  }
  return out;
}
