import { bendStrand } from '../../../../coats/bend.ts';
import type { Collider } from '../../../../motion/collider.ts';
import { FurSolver } from '../../solve/fur-solver.ts';
import { gridMesh, type PlacedMesh } from '../../topology/testing/paper-meshes.ts';
import { buildTopology, type TopologyKind } from '../../topology/topology.ts';
import { FurContact } from '../fur-contact.ts';

export const dt = 1 / 120;
export const limit = 1.4835;

export interface PatchOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly spacing?: number;
  readonly length?: number;
  readonly treadHalfLife?: number;
  readonly kind?: TopologyKind;
}

/** A rectangle of grass with solver and contact, stepped in the same way as by the system. Its first strand is at the origin. */
export class Patch {
  readonly mesh: PlacedMesh;
  readonly length: number;
  readonly solver: FurSolver;
  readonly contact: FurContact;
  readonly offsets: Float64Array;
  /** Current rest directions as trodden, unit vectors, [3 · vertexCount]. */
  readonly standing: Float64Array;

  constructor({
    columns = 41,
    rows = 31,
    spacing = 0.025,
    length = 0.1,
    treadHalfLife = 20,
    kind = 'sticks',
  }: PatchOptions = {}) {
    this.mesh = gridMesh(columns, rows, spacing);
    this.length = length;
    const topology = buildTopology(kind, this.mesh);
    const forces = { stiffness: 20000, restoring: 40, damping: 6, limit, gravity: [0, -2, 0] as const };
    this.solver = new FurSolver({ topology, lengths: length, forces });
    this.contact = new FurContact({ topology, lengths: length, treadHalfLife, limit, seed: 1 });
    this.offsets = new Float64Array(3 * topology.strandCount);
    this.standing = this.mesh.normals.slice();
    this.solver.reset(this.mesh.positions, this.mesh.normals);
    this.solver.readOffsets(this.offsets);
  }

  step(colliders: readonly Collider[], time = dt): void {
    const { positions, normals } = this.mesh;
    this.contact.recover(time);
    this.contact.lean(this.standing, normals, positions, normals);
    this.solver.step(time, positions, this.standing);
    this.contact.step(this.solver, { dt: time, colliders, positions, normals });
    this.contact.lean(this.standing, normals, positions, normals);
    this.solver.readOffsets(this.offsets);
  }

  /** Returns the angle of strand i from upright, rad. */
  angleOf(i: number): number {
    const [x, y, z] = this.offsets.subarray(3 * i, 3 * i + 3);
    return Math.atan2(Math.hypot(x, z), y);
  }

  /** Returns the index of the strand nearest to a position on the ground. */
  strandAt(x: number, z: number): number {
    const { positions, vertexCount } = this.mesh;
    let best = 0;
    const distance = (v: number) => Math.hypot(positions[3 * v] - x, positions[3 * v + 2] - z);
    for (let v = 1; v < vertexCount; v++) if (distance(v) < distance(best)) best = v;
    return best;
  }

  /** Calls `see` for ten points of each strand as drawn. */
  eachPoint(see: (x: number, y: number, z: number, strand: number) => void): void {
    const point = [0, 0, 0];
    const { vertexOf, strandCount } = this.solver.topology;
    for (let i = 0; i < strandCount; i++) {
      const offset = this.offsets.subarray(3 * i, 3 * i + 3);
      const size = Math.hypot(offset[0], offset[1], offset[2]);
      const v = 3 * vertexOf[i];
      for (let u = 1; u <= 10; u++) {
        const direction = offset.map((c) => c / size);
        bendStrand(point, 'arc', u / 10, this.length, 1, direction, this.standing.subarray(v, v + 3));
        const [x, y, z] = this.mesh.positions.subarray(v, v + 3);
        see(x + point[0], y + point[1], z + point[2], i);
      }
    }
  }
}
