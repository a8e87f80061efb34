import { TriangleTree } from '../geometry/triangle-tree.ts';
import { rotateVector } from '../math/quaternion.ts';
import type { Collider, RigidCollider, RigidPose } from './collider.ts';

/**
 * A collider as particles and strands see it: in a tick every vertex moves on a straight line from its start to its end, also on rotating
 * bodies. This is exact at the start and the end of the tick, and nothing can pass through the surface between one tick and the next.
 */
export class MovingSurface {
  readonly indices: Uint32Array;
  /** World positions in metres at the start and the end of the tick, [3 · vertexCount]. */
  start: Float64Array;
  end: Float64Array;
  readonly tree: TriangleTree;
  /** Length of the tick, s. */
  dt = 1;
  private isCurrent = false;
  private isFitted = true;
  /**
   * Positions of a deforming surface at which the tree was fitted while the surface did not move; empty if there are none. [3 ·
   * vertexCount]
   */
  private fitted = none;
  private readonly lastPose = new Float64Array(14).fill(Number.NaN);

  constructor(private readonly collider: Collider) {
    this.indices = collider.indices;
    const length = collider.kind === 'rigid' ? 3 * collider.vertexCount : 0;
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);
    this.look();
    this.tree = new TriangleTree(this.end, this.indices);
    this.tree.refit(this.start, this.end);
  }

  /** True if the surface has no earlier position. Particles may then be inside it. */
  get isCut(): boolean {
    return this.collider.cut;
  }

  /** Begins a new tick. The motion is read from the collider when it is first needed. */
  begin(dt: number): void {
    this.dt = dt;
    this.isCurrent = false;
  }

  /** Returns false if the surface stays above `highest` in this tick. In this case a skin is not posed at all. */
  reachesBelow(highest: number): boolean {
    const { collider } = this;
    if (collider.kind === 'rigid' || collider.lowest === undefined) return true;
    return collider.lowest <= highest && collider.lowest < Number.POSITIVE_INFINITY;
  }

  /** Updates vertices and tree to this tick. */
  refresh(): void {
    this.pose();
    this.fit();
  }

  /** Updates `start` and `end` to this tick, but not the tree. */
  pose(): void {
    if (this.isCurrent) return;
    this.isCurrent = true;
    if (this.look()) this.isFitted = false;
  }

  /** Fits the tree to the posed vertices. */
  fit(): void {
    if (this.isFitted) return;
    this.isFitted = true;
    this.tree.refit(this.start, this.end);
  }

  /** Copies the vertices of the collider. Returns false if they have not changed and do not move. */
  private look(): boolean {
    const { collider } = this;
    if (collider.kind === 'deforming') {
      this.end = collider.end;
      this.start = collider.cut ? collider.end : collider.start;
      return this.hasMoved();
    }
    const pose = [...poseNumbers(collider.cut ? collider.end : collider.start), ...poseNumbers(collider.end)];
    if (pose.every((value, k) => value === this.lastPose[k])) return false;
    this.lastPose.set(pose);
    placeRigid(this.start, collider, collider.cut ? collider.end : collider.start);
    placeRigid(this.end, collider, collider.end);
    return true;
  }

  /**
   * Returns whether a deforming surface differs from the positions at which the tree was fitted last. Comparing is much faster than
   * fitting.
   */
  private hasMoved(): boolean {
    const { start, end, fitted } = this;
    let moves = fitted.length !== end.length;
    for (let k = 0; k < end.length && !moves; k++) moves = end[k] !== fitted[k] || start[k] !== end[k];
    if (!moves) return false;
    // While the surface moves, the positions at which the tree was fitted cannot be used for this comparison.
    let rests = true;
    for (let k = 0; k < end.length && rests; k++) rests = start[k] === end[k];
    this.fitted = rests ? end.slice() : none;
    return true;
  }
}

const none = new Float64Array(0);

function poseNumbers({ position, rotation }: RigidPose): number[] {
  return [...position, ...rotation];
}

function placeRigid(out: Float64Array, collider: RigidCollider, { position, rotation }: RigidPose): void {
  const { positions } = collider;
  for (let k = 0; k < positions.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) rest[axis] = positions[k + axis];
    rotateVector(turned, rotation, rest);
    for (let axis = 0; axis < 3; axis++) out[k + axis] = position[axis] + turned[axis];
  }
}

const rest = new Float64Array(3);
const turned = new Float64Array(3);
