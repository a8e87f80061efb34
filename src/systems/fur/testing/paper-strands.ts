import { measureNormals } from '../../../motion/measure-normals.ts';
import type { SkinSet, SkinSurface } from '../../../motion/skin-surface.ts';
import { gatherPositions } from '../carrier/pose-carrier.ts';
import type { FurPrepared } from '../prepare.ts';

type Vector = readonly [number, number, number];

const add = (a: Vector, b: Vector, factor = 1): Vector => [
  a[0] + factor * b[0],
  a[1] + factor * b[1],
  a[2] + factor * b[2],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scale = (a: Vector, factor: number) => add([0, 0, 0], a, factor);
const unit = (a: Vector) => scale(a, 1 / Math.hypot(...a));
const at = (values: ArrayLike<number>, k: number): Vector => [
  values[3 * k],
  values[3 * k + 1],
  values[3 * k + 2],
];

/**
 * The masses and springs of Banisch and Wüthrich 2006, written from the paper and independently of the solver: world positions of all
 * masses, eq. 1 and 2, Hooke's law for every spring, and eq. 5 as printed. Beside the paper's forces there are the damping and the drag of
 * the coat. Integrated by semi-implicit Euler.
 */
export class PaperStrands {
  /** Positions of roots and tips, m, and velocities of the tips, m/s, for each strand. */
  roots: Vector[];
  tips: Vector[];
  velocities: Vector[] = [];
  /** Largest magnitude of eq. 5 so far, N. */
  largestForce = 0;
  private normals: Vector[];
  private readonly surface: SkinSurface;

  /** skins: posed at the start of the first step. */
  constructor(
    private readonly prepared: FurPrepared,
    private readonly skins: SkinSet,
    /** The force that makes a strand return: eq. 5, or another one to compare with. */
    private readonly returnForce: (n: Vector, s: Vector, w: number) => Vector = printedForce,
  ) {
    this.surface = skins.add(prepared.surfaces[0]);
    const { roots, normals } = this.readSkin(this.surface.start);
    this.roots = roots;
    this.normals = normals;
    // Strands start upright.
    this.tips = roots.map((root, i) => add(root, normals[i], this.lengthOf(i)));
  }

  private lengthOf(strand: number): number {
    return this.prepared.simulatedLengths[this.prepared.topology.vertexOf[strand]];
  }

  private readSkin(surface: Float64Array): { roots: Vector[]; normals: Vector[] } {
    const { carrier, standing, topology } = this.prepared;
    const positions = new Float64Array(3 * carrier.mesh.vertexCount);
    const normals = new Float64Array(positions.length);
    const directions = new Float64Array(positions.length);
    gatherPositions(positions, surface, carrier.skin!.vertexOf);
    measureNormals(normals, positions, carrier.mesh.triangles);
    standing.measure(directions, positions, normals);
    const pick = (values: Float64Array) => Array.from(topology.vertexOf, (vertex) => at(values, vertex));
    return { roots: pick(positions), normals: pick(directions).map(unit) };
  }

  /** Advances by one tick from t to t + dt in `count` steps. The skin moves uniformly within the tick. */
  step(t: number, dt: number, count: number): void {
    const { prepared, surface, roots: from, normals: fromNormals } = this;
    const { forces, mass, topology } = prepared;
    this.skins.advance(t, t + dt);
    const { roots: to, normals: toNormals } = this.readSkin(surface.end);
    const isFirst = this.velocities.length === 0;
    const rootVelocities = from.map((root, i) => scale(add(to[i], root, -1), 1 / dt));
    // At the start, strands move with the skin.
    if (isFirst) this.velocities = rootVelocities;
    const lengths = restLengths(prepared, to, toNormals);
    const h = dt / count;
    for (let part = 1; part <= count; part++) {
      const [rootsBefore, normalsBefore] = [this.roots, this.normals];
      this.roots = from.map((root, i) => add(root, add(to[i], root, -1), part / count));
      this.normals = fromNormals.map((n, i) => unit(add(n, add(toNormals[i], n, -1), part / count)));
      // Forces are those on strands that have moved with their roots in this step, as in the solver.
      const moved = this.tips.map((tip, i) => add(tip, add(this.roots[i], rootsBefore[i], -1)));
      const masses = [...this.roots, ...moved];
      const sums: Vector[] = this.tips.map((_, i) => {
        const n = this.normals[i];
        const s = unit(add(masses[topology.strandCount + i], masses[i], -1));
        const force = this.returnForce(n, s, forces.restoring);
        this.largestForce = Math.max(this.largestForce, Math.hypot(...force));
        const skin = add(rootVelocities[i], add(n, normalsBefore[i], -1), this.lengthOf(i) / h);
        const relative = add(skin, this.velocities[i], -1);
        const weight = scale(forces.gravity as Vector, mass);
        const drag = scale(this.velocities[i], -forces.airDrag);
        return [force, weight, drag, scale(relative, mass * forces.damping)].reduce((a, b) => add(a, b));
      });
      for (let spring = 0; spring < topology.springCount; spring++) {
        const [a, b] = [topology.springStart[spring], topology.springEnd[spring]];
        const apart = add(masses[b], masses[a], -1);
        const length = Math.hypot(...apart);
        const stiffness = spring < topology.strandCount ? forces.stiffness : forces.edgeStiffness;
        const pull = scale(apart, (stiffness * (length - lengths[spring])) / length);
        for (const [end, sign] of [
          [a, 1],
          [b, -1],
        ]) {
          const strand = end - topology.strandCount;
          if (strand >= 0) sums[strand] = add(sums[strand], pull, sign);
        }
      }
      this.velocities = this.velocities.map((velocity, i) => add(velocity, sums[i], h / mass));
      this.tips = this.tips.map((tip, i) => add(tip, this.velocities[i], h));
    }
  }
}

/** Eq. 5 as printed. */
function printedForce(n: Vector, s: Vector, w: number): Vector {
  return scale(add(n, s, -1), (1 - dot(n, s)) * w);
}

/** Returns the rest lengths of all springs, m: strands have theirs, and springs between tips that of upright strands on this skin. */
function restLengths(
  { topology, simulatedLengths }: FurPrepared,
  roots: Vector[],
  normals: Vector[],
): number[] {
  const lengthOf = (strand: number) => simulatedLengths[topology.vertexOf[strand]];
  const upright = roots.map((root, i) => add(root, normals[i], lengthOf(i)));
  return Array.from(topology.springStart, (mass, spring) => {
    if (spring < topology.strandCount) return lengthOf(spring);
    const [a, b] = [mass, topology.springEnd[spring]].map((end) => upright[end - topology.strandCount]);
    return Math.hypot(...add(b, a, -1));
  });
}
