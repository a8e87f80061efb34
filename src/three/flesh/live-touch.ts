import type { Bone, Mesh, Object3D, SkinnedMesh } from 'three';
import { InputError } from '../../input-error.ts';
import { createMatrix, invertMatrix, multiplyMatrices } from '../../math/matrix.ts';
import { measureScale } from '../../motion/drive-frame.ts';
import { Pose } from '../../motion/pose.ts';
import { hintAtName } from '../../nearest-name.ts';
import { checkKeys } from '../../systems/check-values.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import type { FleshState } from '../../systems/flesh/state.ts';
import type { Touching } from '../../systems/flesh/step.ts';
import { fitRoundedBox } from '../../systems/flesh/touch/fit-rounded-box.ts';
import {
  findInside,
  frameOf,
  listBones,
  listPoints,
  minPoints,
  readMeshes,
  type TouchJoint,
  toFrame,
} from '../../systems/flesh/touch/touch-rig.ts';
import { createBoxShape, createCapsule, type RoundedBox } from '../../systems/flesh/touch/touch-shape.ts';
import type { PosedBody, TouchBody } from '../../systems/flesh/touch/touch-solver.ts';
import { TouchSurface } from '../../systems/flesh/touch/touch-surface.ts';
import type { ParamTable } from '../../systems/params.ts';
import { readParams } from '../../systems/read-params.ts';
import { ancestorsOf, type FeltSpace } from '../live/object-reference.ts';
import { type ObjectRig, readObject } from '../live/read-object.ts';
import { LiveFrame } from './live-frame.ts';

type Entry = FleshParams['touchedBy'][number];
type Fields<Shape extends Entry['shape']> = Partial<
  Omit<Extract<Entry, { shape: Shape }>, 'shape' | 'actor' | 'joint' | 'joints'>
>;

/**
 * The shape of an object that touches flesh. `fitted` (the default): boxes with rounded edges, fitted to the meshes at and below the object, or to the
 * surface that a bone and the bones below it move. `capsule` and `box`: as in `touchedBy` of a scene, along the axes of the object, with the lengths
 * of the three.js scene.
 */
export type TouchOptions =
  | ({ readonly shape?: 'fitted' } & Fields<'fitted'>)
  | ({ readonly shape: 'capsule' } & Fields<'capsule'>)
  | ({ readonly shape: 'box' } & Fields<'box'>);

/** Fields of `touchedBy` that name the object, which is given here. */
const sceneFields = ['actor', 'joint', 'joints'];

/** A body: a box along the axes of an object, with the lengths of the scene. */
interface FoundBody {
  readonly object: Object3D;
  readonly box: RoundedBox;
  readonly isFitted: boolean;
  readonly friction: number;
}

/** Finds the bodies of an object, and fits shapes to its surfaces. Throws an `InputError` for options out of range and if there is no surface. */
export function findBodies(object: Object3D, root: Object3D, options: TouchOptions): FoundBody[] {
  const path = 'LiveFlesh.touch';
  if (!(object as Partial<Object3D> | undefined)?.isObject3D) {
    throw InputError.at(path, 'expected an object of three.js');
  }
  const { shape = 'fitted', ...given } = options;
  const shapes = ['fitted', 'capsule', 'box'] as const;
  if (!shapes.includes(shape)) {
    throw InputError.at(
      `${path}.shape`,
      `no shape is called "${shape}", ${hintAtName(String(shape), shapes)}`,
    );
  }
  const table: ParamTable = fleshParams.touchedBy.kinds[shape].fields;
  const fields = Object.fromEntries(Object.entries(table).filter(([name]) => !sceneFields.includes(name)));
  const faults = checkKeys(given, Object.keys(fields), path);
  if (faults.length > 0) throw new InputError(faults);
  const entry = { shape, ...readParams({ params: fields }, given, path) } as unknown as Entry;
  const { friction } = entry;
  if (entry.shape === 'capsule') {
    return [{ object, box: createCapsule(entry.from, entry.to, entry.radius), isFitted: false, friction }];
  }
  if (entry.shape === 'box') {
    const box = {
      center: entry.center,
      axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      half: entry.size.map((edge) => 0.5 * edge),
      radius: 0,
    };
    return [{ object, box, isFitted: false, friction }];
  }
  if (ancestorsOf(root).includes(object)) {
    throw InputError.at(
      path,
      'expected a limb of the character, or another object, got the character itself',
    );
  }
  const found = fitBodies(object);
  if (found.length > 0) return found.map((body) => ({ ...body, isFitted: true, friction }));
  throw InputError.at(
    path,
    `no surface follows "${object.name || object.type}": give its shape, such as { shape: 'capsule', radius: 0.05 }`,
  );
}

/** Fits a box to the surface of each object at and below an object: of each mesh, and of each bone that moves a surface most. */
function fitBodies(object: Object3D): Pick<FoundBody, 'object' | 'box'>[] {
  const isBone = (object as Bone).isBone === true;
  const owner = isBone ? findSkinnedAncestor(object as Bone) : object;
  if (!owner || !hasMesh(owner)) return [];
  owner.updateWorldMatrix(true, true);
  const { rig, objects, readPose } = readObject(owner);
  const pose = new Pose(rig);
  readPose(pose);
  // Several skinned meshes may have the same bones.
  const found = new Map<Object3D, { node: number; points: number[] }>();
  for (const [node, points] of listPoints(rig, pose)) {
    if (isBone && !ancestorsOf(objects[node]).includes(object)) continue;
    const known = found.get(objects[node]);
    if (known) for (const value of points) known.points.push(value);
    else found.set(objects[node], { node, points });
  }
  return [...found]
    .filter(([, { points }]) => points.length >= 3 * minPoints)
    .map(([own, { node, points }]) => {
      const { box } = fitRoundedBox(toFrame(points, frameOf(pose, node, null)));
      return { object: own, box };
    });
}

function hasMesh(object: Object3D): boolean {
  let found = false;
  object.traverse((one) => {
    found ||= (one as Mesh).isMesh === true;
  });
  return found;
}

/** Returns the nearest ancestor of a bone with a mesh that the bone moves. Null if there is none. */
function findSkinnedAncestor(bone: Bone): Object3D | null {
  for (const above of ancestorsOf(bone)) {
    let found = false;
    above.traverse((one) => {
      found ||= (one as SkinnedMesh).skeleton?.bones.includes(bone) === true;
    });
    if (found) return above;
  }
  return null;
}

/** The part of a live character that bodies touch. */
interface TouchedRider {
  readonly part: FleshPart;
  readonly state: FleshState;
  readonly bone: Object3D;
  /** Drawn size divided by the prepared size. */
  readonly size: number;
}

/** The bodies that touch one part, and the motion of everything that contact needs. */
export class LiveTouch {
  private readonly surface: TouchSurface;
  private readonly own: LiveFrame;
  private readonly bones: readonly TouchJoint[];
  private readonly joints: readonly LiveFrame[];
  private readonly bodies: { readonly of: Object3D; readonly body: TouchBody; readonly frame: LiveFrame }[] =
    [];
  private isFinite = false;

  /** meshes: the mesh that draws each surface of the part. */
  constructor(
    private readonly rider: TouchedRider,
    private readonly objectRig: ObjectRig,
    meshes: readonly (Mesh | null)[],
    private readonly space: FeltSpace,
  ) {
    const { part, state, bone, size } = rider;
    const { rig, objects } = objectRig;
    const surfaces = part.surfaces.map((surface) => {
      const found = objectRig.meshes.indexOf(meshes[surface.surface]!);
      if (found >= 0) return { ...surface, surface: found };
      throw InputError.at(part.name, 'expected meshes at or below the character for flesh that is touched');
    });
    const moved = { ...part, surfaces };
    this.bones = listBones(moved, rig);
    this.surface = new TouchSurface(part, readMeshes(moved, rig, this.bones, this.readRest()));
    this.own = new LiveFrame(bone, part.inverseBind, size, space);
    this.joints = this.bones.map(
      ({ node, inverseBind }) => new LiveFrame(objects[node], inverseBind, size, space),
    );
    state.enableTouch(this.surface);
  }

  /** Lets bodies touch the part. of: the object that was passed to `LiveFlesh.touch`. */
  add(of: Object3D, bodies: readonly FoundBody[]): void {
    const { size } = this.rider;
    const { rig, objects } = this.objectRig;
    const rest = this.readRest();
    const joints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
    for (const { object, box, isFitted, friction } of bodies) {
      const shape = createBoxShape({
        center: Array.from(box.center, (value) => value / size),
        axes: box.axes,
        half: Array.from(box.half, (value) => value / size),
        radius: box.radius / size,
      });
      // The bone belongs to the same skin as the flesh, if it is in it.
      const nodes = objects.flatMap((one, node) => (one === object && joints.has(node) ? [node] : []));
      const skins = rig.skins.filter((skin) => this.bones.some(({ node }) => skin.joints.includes(node)));
      const node = nodes.find((one) => skins.some((skin) => skin.joints.includes(one))) ?? nodes[0];
      const ignores = isFitted && node !== undefined && this.bones.every((bone) => joints.has(bone.node));
      const ignoredBy = ignores
        ? findInside(shape, frameOf(rest, node, null), this.bones, this.surface, rest)
        : null;
      const frame = new LiveFrame(object, createMatrix(), size, this.space);
      this.bodies.push({ of, body: { shape, friction, ignoredBy }, frame });
    }
  }

  remove(of: Object3D): void {
    for (let k = this.bodies.length - 1; k >= 0; k--) if (this.bodies[k].of === of) this.bodies.splice(k, 1);
  }

  /** Reads the poses of all objects at the end of a frame of `dt` seconds. */
  read(dt: number, isCut: boolean): void {
    if (this.bodies.length === 0) {
      this.isFinite = false;
      return;
    }
    // After a frame without bodies, the last known poses are old.
    const isNew = isCut || !this.isFinite;
    this.isFinite = this.own.read(dt, isNew);
    for (const joint of this.joints) if (!joint.read(dt, isNew)) this.isFinite = false;
    for (const { frame } of this.bodies) frame.read(dt, isCut);
  }

  /** Returns the motion between two fractions of the last frame. Null if no body can touch the part. */
  between(from: number, to: number): Touching | null {
    if (!this.isFinite) return null;
    const bodies: PosedBody[] = [];
    for (const { body, frame } of this.bodies) {
      if (frame.isPresent) bodies.push({ body, moved: frame.between(from, to) });
    }
    if (bodies.length === 0) return null;
    return {
      part: this.own.between(from, to),
      joints: this.joints.map((joint) => joint.between(from, to)),
      bodies,
    };
  }

  /** Returns the pose in which the joints of skins have the positions for which the skin was made, in metres of the part. */
  private readRest(): Pose {
    const { rig, readPose } = this.objectRig;
    const pose = new Pose(rig);
    readPose(pose);
    const { world } = pose;
    for (let k = 0; k < world.length; k++) if (k % 4 !== 3) world[k] /= this.rider.size;
    const matrix = createMatrix();
    for (const { joints, inverseBind } of rig.skins) {
      multiplyMatrices(matrix, 0, world, 16 * joints[0], inverseBind, 0);
      const scale = measureScale(matrix) || this.rider.part.scale;
      for (const [joint, node] of joints.entries()) {
        invertMatrix(matrix, inverseBind.slice(16 * joint, 16 * joint + 16));
        for (let k = 0; k < 16; k++) world[16 * node + k] = k % 4 === 3 ? matrix[k] : scale * matrix[k];
      }
    }
    return pose;
  }
}

/** Reads the meshes at and below a character once, for all its parts. */
export function readCharacter(root: Object3D): ObjectRig {
  root.updateWorldMatrix(true, true);
  return readObject(root);
}
