import type { Collider, RigidCollider } from '../../../motion/collider.ts';
import { writeRigidMatrix } from '../contact/write-rigid-matrix.ts';

/** The triangles of one collider anywhere within its step. */
export class SweptTriangles {
  /** [9] corners of the triangle that was posed last, world, m. */
  readonly corners = new Float64Array(9);
  /** Vertices of that triangle. */
  private a = 0;
  private b = 0;
  private c = 0;
  private s = 0;
  private readonly matrix = new Float64Array(12);
  /** Of a skin, which is posed when its vertices are first asked for. */
  private start: Float64Array = this.matrix;
  private end: Float64Array = this.matrix;

  /** `indices` [3 · triangleCount]: the collider's triangles, in any order. */
  constructor(
    readonly collider: Collider,
    readonly indices: Uint32Array,
  ) {}

  get count(): number {
    return this.indices.length / 3;
  }

  /** Whether it is known that no vertex moves in this step. */
  get isStationary(): boolean {
    const { collider } = this;
    if (collider.cut) return true;
    if (collider.kind === 'deforming') return false;
    return !rotates(collider) && collider.linearVelocity.every((speed) => speed === 0);
  }

  /** Whether the body is rigid and rotates in this step. */
  get isRotating(): boolean {
    return this.collider.kind === 'rigid' && !this.collider.cut && rotates(this.collider);
  }

  /** Poses the surface at fraction s in [0, 1] of the step. After a cut, it is at its end pose for every s. */
  setTime(s: number): void {
    this.s = this.collider.cut ? 1 : s;
    if (this.collider.kind === 'rigid') {
      writeRigidMatrix(this.matrix, this.collider, this.s);
    } else {
      this.start = this.collider.start;
      this.end = this.collider.end;
    }
  }

  /** Writes the corners of a triangle at this time into `corners`. */
  poseTriangle(triangle: number): void {
    const { indices, corners } = this;
    this.a = indices[3 * triangle];
    this.b = indices[3 * triangle + 1];
    this.c = indices[3 * triangle + 2];
    this.poseVertex(corners, 0, this.a);
    this.poseVertex(corners, 3, this.b);
    this.poseVertex(corners, 6, this.c);
  }

  /**
   * Writes the velocity, m/s, of a point of the posed triangle into out [3]. weights: barycentric coordinates [3] of the point. For a
   * rigid body it is ν + ω × (p − c), for a skin the weighted mean of its vertices. Sumner 1999, eq. 8.
   */
  measureVelocity(out: Float64Array, weights: Float64Array, dt: number): void {
    const { collider, corners, matrix } = this;
    if (collider.cut) {
      out.fill(0);
    } else if (collider.kind === 'rigid') {
      const { linearVelocity: v, angularVelocity: w } = collider;
      const x = weights[0] * corners[0] + weights[1] * corners[3] + weights[2] * corners[6] - matrix[3];
      const y = weights[0] * corners[1] + weights[1] * corners[4] + weights[2] * corners[7] - matrix[7];
      const z = weights[0] * corners[2] + weights[1] * corners[5] + weights[2] * corners[8] - matrix[11];
      out[0] = v[0] + w[1] * z - w[2] * y;
      out[1] = v[1] + w[2] * x - w[0] * z;
      out[2] = v[2] + w[0] * y - w[1] * x;
    } else {
      const { start, end } = this;
      for (let axis = 0; axis < 3; axis++) {
        const travel =
          weights[0] * (end[3 * this.a + axis] - start[3 * this.a + axis]) +
          weights[1] * (end[3 * this.b + axis] - start[3 * this.b + axis]) +
          weights[2] * (end[3 * this.c + axis] - start[3 * this.c + axis]);
        out[axis] = travel / dt;
      }
    }
  }

  /** Writes the position of a vertex at this time into out [offset … offset + 2]. */
  poseVertex(out: Float64Array, offset: number, vertex: number): void {
    const { collider, matrix: m, s } = this;
    const k = 3 * vertex;
    if (collider.kind === 'rigid') {
      const { positions } = collider;
      const x = positions[k];
      const y = positions[k + 1];
      const z = positions[k + 2];
      out[offset] = m[0] * x + m[1] * y + m[2] * z + m[3];
      out[offset + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
      out[offset + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
    } else {
      const { start, end } = this;
      for (let axis = 0; axis < 3; axis++) {
        const to = end[k + axis];
        out[offset + axis] = s === 1 ? to : start[k + axis] + (to - start[k + axis]) * s;
      }
    }
  }
}

function rotates({ angularVelocity }: RigidCollider): boolean {
  return angularVelocity.some((speed) => speed !== 0);
}

/** Returns the area of a triangle with corners [9] in m, m². */
export function triangleArea(corners: Float64Array): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
  const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return Math.sqrt(x * x + y * y + z * z) / 2;
}
