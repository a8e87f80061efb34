import { type Bone, Matrix4, type Object3D, Quaternion, type SkinnedMesh, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import type { Floor } from '../../motion/floor.ts';
import { LiveFeet } from '../../motion/response/live-feet.ts';
import type { Soil } from '../../motion/response/soil.ts';
import { soils } from '../../systems/ground/bearing/soils.ts';
import type { MaterialName } from '../../systems/ground/rules/materials.ts';

/** Options of `GroundResponse`. Metres, kilograms. */
export interface GroundResponseOptions {
  /** The bones of the feet, or their names. The leg of a foot is the bone above it (shank) and the bone above that (thigh). */
  readonly feet: readonly (Object3D | string)[];
  /** A material, or values of your own. Default sand. */
  readonly soil?: MaterialName | Soil;
  /** Default 70. */
  readonly mass?: number;
  /** Height of the surface of the ground in world metres, also as a function of x and z. Default 0. */
  readonly level?: number | Floor;
  /** Fraction of the depth that is applied, 0 to 1. Default 1. */
  readonly amount?: number;
  /** The bone that is lowered with the feet, or its name. Default: the bone above all legs. */
  readonly body?: Object3D | string;
}

/** A point of a sole, in the space of its bone. */
interface SolePoint {
  readonly bone: Object3D;
  readonly position: Vector3;
}

interface Leg {
  readonly thigh: Object3D;
  readonly shank: Object3D;
  readonly foot: Object3D;
  readonly points: readonly SolePoint[];
  /** World positions of the points, [3 · count]. */
  readonly sole: Float64Array;
  /** Axis about which the knee bent in the last frame, world axes. */
  readonly hinge: Vector3;
}

/** A sole has at most this number of points. */
const maxSolePoints = 128;
/** A leg is never straighter than this fraction of its length. */
const maxStretch = 0.999;
const down = new Vector3(0, -1, 0);

/**
 * Lets the ground answer to a character that an `AnimationMixer` or your own code moves: its feet sink as deep as its mass and the soil say, its body follows,
 * and its legs bend. Call `update(dt)` in every frame, after the mixer and before grounds are updated. A bounded correction of the pose: a foot sinks at most
 * 25 % of the height of the character.
 */
export class GroundResponse {
  private readonly legs: readonly Leg[];
  private readonly body: Object3D;
  private readonly sinking: LiveFeet;
  private readonly amount: number;
  /** The pose that the animation gave to the bones that were changed, and what they were changed to. */
  private readonly changed = new Map<Object3D, { given: LocalPose; written: LocalPose }>();

  /** Throws an `InputError` if a bone is missing, or if the feet have no skin. */
  constructor(
    private readonly root: Object3D,
    options: GroundResponseOptions,
  ) {
    const { soil = 'sand', mass = 70, level = 0, amount = 1 } = options;
    root.updateWorldMatrix(true, true);
    this.legs = options.feet.map((foot) => findLeg(root, foot));
    if (this.legs.length === 0) throw InputError.at('feet', 'expected at least one foot, got none');
    this.body = options.body === undefined ? bodyOf(this.legs) : findBone(root, options.body, 'body');
    this.amount = requireNumber(amount, 'amount', 0, 1);
    this.sinking = new LiveFeet({
      soil: typeof soil === 'string' ? requireSoil(soil) : soil,
      mass: requireNumber(mass, 'mass', 0, Number.MAX_VALUE),
      height: heightOf(root),
      floor: typeof level === 'number' ? () => level : level,
      footCount: this.legs.length,
    });
  }

  /** How deep the feet are below the surface, in the order of the options, m. */
  get depths(): readonly number[] {
    return [...this.sinking.depths].map((depth) => this.amount * depth);
  }

  /** How far the body is lowered, m. */
  get bodyDepth(): number {
    return this.amount * this.sinking.bodyDepth;
  }

  /** Load on a foot, N. */
  loadOf(foot: number): number {
    return this.sinking.loadOf(foot);
  }

  /** Forgets all prints. Call it when the character jumps to another place. */
  reset(): void {
    this.sinking.reset();
  }

  /** Corrects the pose that the bones have now, `dt` seconds after the last call. */
  update(dt: number): void {
    this.restore();
    this.root.updateWorldMatrix(true, true);
    const { legs } = this;
    for (const { points, sole } of legs) {
      points.forEach(({ bone, position }, k) => {
        scratch
          .copy(position)
          .applyMatrix4(bone.matrixWorld)
          .toArray(sole, 3 * k);
      });
    }
    this.sinking.update(
      legs.map(({ sole }) => sole),
      dt,
    );
    if (this.depths.every((depth) => depth === 0) && this.bodyDepth < 1e-6) return;
    const goals = legs.map(({ foot }, f) => ({
      position: new Vector3().setFromMatrixPosition(foot.matrixWorld).addScaledVector(down, this.depths[f]),
      rotation: foot.getWorldQuaternion(new Quaternion()),
    }));
    const bones = new Set([this.body, ...legs.flatMap(({ thigh, shank, foot }) => [thigh, shank, foot])]);
    const given = [...bones].map((bone) => [bone, readPose(bone)] as const);
    moveInWorld(this.body, down, this.bodyDepth);
    legs.forEach((leg, f) => {
      bendLeg(leg, goals[f].position, goals[f].rotation);
    });
    for (const [bone, pose] of given) this.changed.set(bone, { given: pose, written: readPose(bone) });
  }

  /** Takes back the last correction where the animation has not written a new pose since. */
  private restore(): void {
    for (const [bone, { given, written }] of this.changed) {
      if (bone.position.equals(written.position)) bone.position.copy(given.position);
      if (bone.quaternion.equals(written.quaternion)) bone.quaternion.copy(given.quaternion);
    }
    this.changed.clear();
  }
}

interface LocalPose {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

const scratch = new Vector3();

function readPose({ position, quaternion }: Object3D): LocalPose {
  return { position: position.clone(), quaternion: quaternion.clone() };
}

function findBone(root: Object3D, bone: Object3D | string, path: string): Object3D {
  if (typeof bone !== 'string') return bone;
  const found = root.getObjectByName(bone);
  if (found) return found;
  throw InputError.at(
    path,
    `expected the name of a bone below ${root.name || root.type}, got "${bone}": three.js removes dots and spaces from names of files, so write ` +
      '"footL" for "foot.L"',
  );
}

function findLeg(root: Object3D, name: Object3D | string): Leg {
  const foot = findBone(root, name, 'feet');
  const shank = foot.parent;
  const thigh = shank?.parent;
  if (!shank || !thigh) throw InputError.at('feet', `expected two bones above "${foot.name}", the leg`);
  const points = findSole(root, foot);
  return {
    foot,
    shank,
    thigh,
    points,
    sole: new Float64Array(3 * points.length),
    hinge: new Vector3(1, 0, 0),
  };
}

/** Returns points of the skin that a bone, or one below it, moves more than any other bone. */
function findSole(root: Object3D, foot: Object3D): SolePoint[] {
  const below = new Set<Object3D>();
  foot.traverse((object) => below.add(object));
  const points: SolePoint[] = [];
  root.traverse((object) => {
    const mesh = object as SkinnedMesh;
    if (!mesh.isSkinnedMesh) return;
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    const bind = new Matrix4();
    for (let vertex = 0; vertex < position.count; vertex++) {
      let [best, weight] = [0, 0];
      for (let k = 0; k < skinWeight.itemSize; k++) {
        const own = skinWeight.getComponent(vertex, k);
        if (own > weight) [best, weight] = [skinIndex.getComponent(vertex, k), own];
      }
      const bone: Bone = mesh.skeleton.bones[best];
      if (!below.has(bone)) continue;
      bind.multiplyMatrices(mesh.skeleton.boneInverses[best], mesh.bindMatrix);
      points.push({ bone, position: new Vector3().fromBufferAttribute(position, vertex).applyMatrix4(bind) });
    }
  });
  if (points.length < 3) {
    throw InputError.at(
      'feet',
      `expected a bone that moves a skin, but "${foot.name}" and those below it move none`,
    );
  }
  // The lowest points of the current pose, and those around them, are enough.
  const step = Math.ceil(points.length / maxSolePoints);
  return points.filter((_, k) => k % step === 0);
}

/** Returns the nearest bone above all legs. */
function bodyOf(legs: readonly Leg[]): Object3D {
  for (let above = legs[0].thigh.parent; above; above = above.parent) {
    const candidate = above;
    const isAbove = legs.every(({ thigh }) => {
      for (let at: Object3D | null = thigh.parent; at; at = at.parent) if (at === candidate) return true;
      return false;
    });
    if (isAbove) return candidate;
  }
  throw InputError.at('body', 'expected a bone above all legs: name it');
}

function heightOf(root: Object3D): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  root.traverse((object) => {
    const mesh = object as SkinnedMesh;
    if (!mesh.isSkinnedMesh) return;
    const { position } = mesh.geometry.attributes;
    for (let vertex = 0; vertex < position.count; vertex++) {
      mesh.getVertexPosition(vertex, scratch).applyMatrix4(mesh.matrixWorld);
      low = Math.min(low, scratch.y);
      high = Math.max(high, scratch.y);
    }
  });
  return high - low;
}

/** Moves an object by a distance along a unit vector, both in the world. */
function moveInWorld(object: Object3D, direction: Vector3, distance: number): void {
  const { parent } = object;
  object.getWorldPosition(scratch).addScaledVector(direction, distance);
  if (parent) parent.worldToLocal(scratch);
  object.position.copy(scratch);
  object.updateWorldMatrix(false, true);
}

/** Rotates an object about its origin, by a rotation in world axes. */
function rotateInWorld(object: Object3D, rotation: Quaternion): void {
  const above = object.parent?.getWorldQuaternion(new Quaternion()) ?? new Quaternion();
  const local = above.clone().invert().multiply(rotation).multiply(above);
  object.quaternion.premultiply(local);
  object.updateWorldMatrix(false, true);
}

/** Bends a leg so that its foot is at a position, with a rotation, both in the world. */
function bendLeg(leg: Leg, goal: Vector3, rotation: Quaternion): void {
  const { thigh, shank, foot, hinge } = leg;
  const [hip, knee, ankle] = [thigh, shank, foot].map((bone) => bone.getWorldPosition(new Vector3()));
  const upper = knee.clone().sub(hip);
  const lower = ankle.clone().sub(knee);
  const [a, b] = [upper.length(), lower.length()];
  const axis = upper.clone().cross(lower);
  // A straight leg bends about the axis of the last frame.
  if (axis.length() > 0.02 * a * b) hinge.copy(axis).normalize();
  const reach = goal.clone().sub(hip).length();
  const wanted = Math.min(maxStretch * (a + b), Math.max(Math.abs(a - b) * 1.001, reach));
  const bend = Math.acos(Math.max(-1, Math.min(1, (wanted * wanted - a * a - b * b) / (2 * a * b))));
  const now = Math.atan2(axis.dot(hinge), upper.dot(lower));
  rotateInWorld(shank, new Quaternion().setFromAxisAngle(hinge, bend - now));
  const span = foot.getWorldPosition(new Vector3()).sub(hip).normalize();
  rotateInWorld(thigh, new Quaternion().setFromUnitVectors(span, goal.clone().sub(hip).normalize()));
  const turned = foot.getWorldQuaternion(new Quaternion());
  rotateInWorld(foot, rotation.clone().multiply(turned.invert()));
}

function requireNumber(value: number, path: string, min: number, max: number): number {
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  const range = max === Number.MAX_VALUE ? `a number of at least ${min}` : `a number from ${min} to ${max}`;
  throw InputError.at(path, `expected ${range}, got ${value}`);
}

function requireSoil(material: MaterialName): Soil {
  const soil = soils[material];
  if (soil) return soil;
  throw InputError.at('soil', `expected ${Object.keys(soils).join(', ')} or values, got "${material}"`);
}
