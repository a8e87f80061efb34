import { type Bone, type Object3D, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { multiplyQuaternions, normalizeQuaternion, rotateVector } from '../../math/quaternion.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { measureCarry } from '../../motion/motion-reference.ts';
import { createRigidPose } from '../../motion/rigid-motion.ts';
import { rigidOfMatrix } from '../../motion/rigid-of-matrix.ts';

/** What carries a figure, for a live system. */
export interface ReferenceOptions {
  /**
   * An object that carries the figure, such as the deck of a ship, a train or a lift: only motion relative to it is felt. Gravity and
   * wind stay those of the world. It may be an ancestor of the figure or not.
   */
  readonly reference?: Object3D | null;
  /** How much of the motion of the reference is felt: 0 nothing, as if it stood still; 1 all of it. Default 0. */
  readonly referenceFactor?: number;
}

/**
 * A reference as it moves in three's scene: what of its motion between two frames is not felt. `object` and `factor` may be changed at
 * any time; a new object carries from the next frame on.
 */
export class ObjectReference {
  /** What was not felt of the motion from the last `keep` to the last `read`: x ← rotation · x + position. */
  readonly carry = createRigidPose();
  private readonly before = createRigidPose();
  private readonly now = createRigidPose();
  /** The object whose pose `keep` stored; null where none is stored. */
  private known: Object3D | null = null;
  private found: Object3D | null = null;
  private knownFactor = 0;
  /** Whether the last `read` found another object or factor than was kept: what is felt then jumps, and no motion joins the frames. */
  hasChanged = false;

  constructor(
    public object: Object3D | null,
    public factor: number,
  ) {}

  /** Whether any motion is left out. */
  get acts(): boolean {
    return this.object !== null && this.factor < 1;
  }

  /** Reads where it is now. origin: where positions are measured from, world metres, as in the frame that was kept. */
  read(origin: Vector3 = worldOrigin): RigidPose {
    const { object, now, before, carry } = this;
    setStill(carry);
    this.found = this.locate(origin);
    this.hasChanged = this.known !== this.found || (this.found !== null && this.knownFactor !== this.factor);
    if (this.found && this.known === object) measureCarry(carry, before, now, 1 - this.factor);
    return carry;
  }

  /** Reads the object's pose into `now`; null where it carries nothing: without a position or a rotation it does not, until it has them again. */
  private locate(origin: Vector3): Object3D | null {
    const { object, now } = this;
    if (!object || !this.acts) return null;
    object.updateWorldMatrix(true, false);
    const { elements } = object.matrixWorld;
    if (!elements.every(Number.isFinite) || !rigidOfMatrix(now, elements)) return null;
    origin.toArray(shift);
    for (let axis = 0; axis < 3; axis++) now.position[axis] -= shift[axis];
    return object;
  }

  /** The next frame begins where it was read last. */
  keep(): void {
    this.known = this.found;
    this.knownFactor = this.factor;
    this.before.position.set(this.now.position);
    this.before.rotation.set(this.now.rotation);
  }
}

/**
 * The space in which a figure moves only as it is felt to: the world without that part of the reference's motion so far which is not.
 */
export class FeltSpace {
  /** World to that space: x ← rotation · x + position. */
  readonly fromWorld = createRigidPose();
  /** [3] where the world's down is in it, unit. */
  readonly down = Float64Array.of(0, -1, 0);

  constructor(readonly reference: ObjectReference) {}

  /** Takes the reference's motion since the last call. */
  advance(): void {
    const { reference, fromWorld, down } = this;
    const { position, rotation } = reference.read();
    reference.keep();
    // fromWorld ← fromWorld · carry⁻¹
    const back = [-rotation[0], -rotation[1], -rotation[2], rotation[3]];
    multiplyQuaternions(fromWorld.rotation, fromWorld.rotation, back);
    normalizeQuaternion(fromWorld.rotation, fromWorld.rotation);
    rotateVector(moved, fromWorld.rotation, position);
    for (let axis = 0; axis < 3; axis++) fromWorld.position[axis] -= moved[axis];
    rotateVector(down, fromWorld.rotation, worldDown);
  }

  /** matrix [16] ← fromWorld · matrix. */
  take(matrix: Float64Array): void {
    const { position, rotation } = this.fromWorld;
    for (let column = 0; column < 16; column += 4) {
      for (let row = 0; row < 3; row++) moved[row] = matrix[column + row];
      rotateVector(moved, rotation, moved);
      for (let row = 0; row < 3; row++)
        matrix[column + row] = moved[row] + matrix[column + 3] * position[row];
    }
  }
}

/**
 * Checks a reference's options. `movers`: what moves the system's surface, bones or meshes; null where it has none. Throws InputError for what is no object
 * of three's, a factor out of range, and an object that is a part of the figure itself.
 */
export function checkReference(
  { reference, referenceFactor = 0 }: ReferenceOptions,
  movers: readonly Object3D[] | null,
  owner: string,
): ObjectReference {
  if (!(referenceFactor >= 0 && referenceFactor <= 1)) {
    throw InputError.at(
      `${owner}.referenceFactor`,
      `expected a number from 0 to 1: 0 feels nothing of how the reference moves, 1 all of it; got ${referenceFactor}`,
    );
  }
  if (!reference) return new ObjectReference(null, referenceFactor);
  if (!(reference as Partial<Object3D>).isObject3D) {
    throw InputError.at(
      `${owner}.reference`,
      `expected an object of three's scene, got ${JSON.stringify(reference)}: find it by its name with \`getObjectByName\``,
    );
  }
  if (!movers) return new ObjectReference(reference, referenceFactor);
  const skeleton = new Set(movers);
  const tops = new Set(movers.map(topBoneOf));
  const top = topBoneOf(reference);
  const isPart =
    ancestorsOf(reference).some((above) => skeleton.has(above)) || (top !== null && tops.has(top));
  const others = movers.filter((mover) => mover !== reference);
  const carriesAll = others.length > 0 && others.every((mover) => ancestorsOf(mover).includes(reference));
  if (isPart && !carriesAll) {
    throw InputError.at(
      `${owner}.reference`,
      'expected an object that carries the figure, such as the ship that it stands on, got ' +
        `"${reference.name || reference.type}", which is a part of the figure itself`,
    );
  }
  return new ObjectReference(reference, referenceFactor);
}

/** An object and all above it. */
export function ancestorsOf(object: Object3D): Object3D[] {
  const found: Object3D[] = [];
  for (let above: Object3D | null = object; above; above = above.parent) found.push(above);
  return found;
}

/** The uppermost bone at or above an object: one for all bones of a skeleton. */
function topBoneOf(object: Object3D): Object3D | null {
  return ancestorsOf(object).findLast((above) => (above as Bone).isBone) ?? null;
}

function setStill({ position, rotation }: RigidPose): void {
  position.fill(0);
  rotation.fill(0);
  rotation[3] = 1;
}

const worldOrigin = new Vector3();
const worldDown = [0, -1, 0];
const shift = [0, 0, 0];
const moved = [0, 0, 0];
