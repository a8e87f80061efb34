import { Matrix4, type Object3D, PropertyBinding, Quaternion, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
import { coarsenSurface } from '../../motion/live/coarsen-surface.ts';
import { JumpDetector } from '../../motion/live/jump-detector.ts';
import { type CrowdFrame, type CrowdPart, crowdPoseFlags } from '../../motion/live/posed-crowd.ts';
import { splitBlocks } from '../../motion/live/split-blocks.ts';
import { orientTriangles } from '../../motion/orient-triangles.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { divideSurface, splitSurface } from '../../motion/split-surface.ts';
import { SurfaceBound } from '../../motion/surface-bound.ts';
import { uniqueName } from '../../motion/unique-name.ts';
import { weldSurface } from '../../motion/weld-vertices.ts';
import type { ColliderFromOptions } from './collider-from.ts';
import { type CrowdMesh, type CrowdSourceOptions, readCrowd } from './crowd-source.ts';

/** Options of `crowdColliderFrom`. */
export interface CrowdColliderOptions extends ColliderFromOptions, CrowdSourceOptions {
  /**
   * Names or numbers of the bones whose skin collides, with all bones below them: `['foot.L', 'foot.R']`. The rest of the character touches
   * nothing and costs nothing. Names are as in the file or as three.js changes them. Default: the whole character.
   */
  readonly bones?: readonly (string | number)[];
  /**
   * Merges vertices within cells of this size, units of the mesh. Fewer triangles cost less in the Worker: for prints, half a `cell` of the
   * ground is enough. No point moves by more than the diagonal of such a cell. Default: all triangles of the mesh.
   */
  readonly detail?: number;
}

/**
 * Creates one collider of many characters or bodies: an `InstancedMesh`, a `BatchedMesh`, all such meshes below an object, or a list of
 * clones of one character. Instanced and batched skinned meshes need `readBones`, except an instanced `SkinnedMesh`, whose instances share
 * its skeleton. The geometry is read once, for all instances. In every frame only matrices are read and sent, of those parts that are near
 * the ground. Morph targets are not read. Throws an `InputError` for other objects, and for unknown bones.
 */
export function crowdColliderFrom(
  objects: Object3D | readonly Object3D[],
  options: CrowdColliderOptions = {},
): CrowdCollider {
  return new CrowdCollider(objects, options);
}

/** A part of a mesh that all instances share. */
interface Part {
  readonly bound: SurfaceBound;
  /** Index of its matrices among those that are read of its mesh, and their number. */
  readonly slots: Int32Array;
  /** A point of the part, mesh space, that the first of its matrices moves. It measures the motion of the part. */
  readonly anchor: readonly number[];
  /** Index into `CrowdCollider.surfaces`. */
  readonly index: number;
}

interface Member {
  readonly mesh: CrowdMesh;
  /** Joints of the mesh whose matrices are read. */
  readonly joints: Int32Array;
  /** The parts of each of its surfaces. */
  readonly parts: readonly (readonly Part[])[];
  /** The state of each instance. Undefined while an instance is hidden. */
  readonly instances: (Instance | undefined)[];
}

interface Instance {
  surface: number;
  before: Float64Array;
  now: Float64Array;
  readonly lowest: Float64Array;
  readonly wasNear: Uint8Array;
}

/** Numbers that a frame has room for at first. */
const firstLength = 4096;

/** The collider of a crowd. `crowdColliderFrom` creates it. */
export class CrowdCollider {
  /** The parts that all instances share. They are sent once. */
  readonly surfaces: readonly CrowdPart[];
  /** The object that was given, or the first clone. */
  readonly object: Object3D;
  private readonly members: readonly Member[];
  private readonly detectors: JumpDetector[] = [];
  private readonly maxSpeed: number;
  private isCut = true;
  private readonly cutInstances = new Set<number>();
  private spare: Float64Array<ArrayBuffer>[] = [];
  private values = new Float64Array(0);
  private length = 0;
  private origin: readonly number[] = [0, 0, 0];

  constructor(objects: Object3D | readonly Object3D[], options: CrowdColliderOptions) {
    this.maxSpeed = options.teleportSpeed ?? 40;
    const meshes = readCrowd(objects, options);
    this.object = Array.isArray(objects) ? objects[0] : (objects as Object3D);
    const chosen = meshes.map(({ rig }) => findBones(rig, options.bones));
    const unknown = (options.bones ?? []).find((_, k) =>
      chosen.every((found) => found && found[k].length === 0),
    );
    if (unknown !== undefined) {
      const known = [...new Set(meshes.flatMap(({ rig }) => rig.nodes.map(({ name }) => name)))];
      throw InputError.at(
        'crowdColliderFrom.bones',
        `expected names or numbers of bones, got "${unknown}"; known are ${known.filter(Boolean).join(', ') || 'none, since the meshes have no skeleton: give `skeleton`, or numbers'}`,
      );
    }
    const surfaces: CrowdPart[] = [];
    const names = new Set<string>();
    this.members = meshes.map((mesh, m) => createMember(mesh, chosen[m], options.detail, surfaces, names));
    this.surfaces = surfaces;
    if (surfaces.length === 0) {
      throw InputError.at('crowdColliderFrom.bones', 'expected bones that move some skin, got bones without');
    }
  }

  /** The jumps of that instance which has jumped fastest, for warnings. */
  get jumps(): JumpDetector {
    const { detectors } = this;
    return detectors.find(({ isRepeated }) => isRepeated) ?? detectors[0] ?? new JumpDetector(this.maxSpeed);
  }

  /**
   * Marks a cut: an instance was moved elsewhere, and there is no motion from its last pose to its next one. Without an argument, all were
   * moved.
   */
  cut(instance?: number): void {
    if (instance === undefined) this.isCut = true;
    else this.cutInstances.add(instance);
  }

  /** Name of the first object. */
  get name(): string {
    return this.object.name || this.object.type;
  }

  /** Reads the poses: see `read`. */
  readFrame(top: number, dt: number, origin: readonly number[], turn: readonly number[] | null): CrowdFrame {
    return this.read(top, dt, new Vector3().fromArray(origin), turn && new Quaternion().fromArray(turn));
  }

  /**
   * Reads the poses, `dt` seconds after the last read. Returns those of the parts that are below `top` (m above the origin) now or were
   * below it before. The arguments are those of `ObjectCollider.read`.
   */
  read(top: number, dt: number, origin: Vector3 = worldOrigin, turn: Quaternion | null = null): CrowdFrame {
    this.values = this.spare.pop() ?? new Float64Array(firstLength);
    this.length = 0;
    const toUser = turn && new Matrix4().makeRotationFromQuaternion(turn).setPosition(origin).invert();
    const previousOrigin = this.origin;
    this.origin = toUser ? [0, 0, 0] : origin.toArray();
    const partCount = this.surfaces.length;
    const count = maxOf(this.members.map(({ mesh, instances }) => Math.max(mesh.count, instances.length)));
    for (const { mesh } of this.members) mesh.begin(toUser);
    for (let instance = 0; instance < count; instance++) {
      let move = 0;
      let isNew = this.isCut || this.cutInstances.has(instance);
      for (const member of this.members) {
        const state = readInstance(member, instance);
        if (!state) continue;
        if (state.lowest[0] === unknown) isNew = true;
        else move = Math.max(move, measureMove(member, state, previousOrigin, this.origin));
      }
      this.detectors[instance] ??= new JumpDetector(this.maxSpeed);
      const detector = this.detectors[instance];
      if (isNew) detector.reset();
      const cut = isNew || detector.judge(move, dt);
      for (const { parts, instances } of this.members) {
        const state = instances[instance];
        if (!state) continue;
        parts[state.surface].forEach(({ bound, slots, index }, p) => {
          const before = cut ? Number.POSITIVE_INFINITY : state.lowest[p];
          state.lowest[p] = bound.measureIn(gather(state.now, slots)) - this.origin[1];
          const isNear = Math.min(before, state.lowest[p]) <= top;
          if (isNear) this.write(instance * partCount + index, state, slots, cut, !cut && !state.wasNear[p]);
          state.wasNear[p] = isNear ? 1 : 0;
        });
      }
    }
    this.isCut = false;
    this.cutInstances.clear();
    const { values, length } = this;
    return { values, length, origin: this.origin, previousOrigin };
  }

  /** Takes back the array of a frame that is no longer needed. */
  recycle(values: Float64Array<ArrayBuffer>): void {
    if (this.spare.length < 4) this.spare.push(values);
  }

  private write(index: number, state: Instance, slots: Int32Array, cut: boolean, hasPrevious: boolean): void {
    const needed = this.length + 2 + 32 * slots.length;
    if (needed > this.values.length) {
      const larger = new Float64Array(Math.max(needed, 2 * this.values.length));
      larger.set(this.values);
      this.values = larger;
    }
    const { values } = this;
    values[this.length++] = index;
    values[this.length++] = (cut ? crowdPoseFlags.cut : 0) + (hasPrevious ? crowdPoseFlags.hasPrevious : 0);
    for (const matrices of hasPrevious ? [state.now, state.before] : [state.now]) {
      for (let k = 0; k < slots.length; k++) {
        for (let c = 16 * slots[k]; c < 16 * slots[k] + 16; c++) values[this.length++] = matrices[c];
      }
    }
  }
}

/** The lowest height of a part whose instance has no earlier pose. */
const unknown = Number.NEGATIVE_INFINITY;
const worldOrigin = new Vector3();

/** Reads the matrices of an instance. Returns undefined, and forgets its earlier pose, if it is hidden or not finite. */
function readInstance({ mesh, joints, parts, instances }: Member, k: number): Instance | undefined {
  const surface = k < mesh.count ? mesh.surfaceOf(k) : -1;
  let state = instances[k];
  if (surface < 0 || parts[surface].length === 0) {
    instances[k] = undefined;
    return undefined;
  }
  if (!state || state.surface !== surface) {
    const numbers = 16 * Math.max(1, joints.length);
    state = {
      surface,
      before: new Float64Array(numbers),
      now: new Float64Array(numbers),
      lowest: new Float64Array(parts[surface].length).fill(unknown),
      wasNear: new Uint8Array(parts[surface].length),
    };
  }
  [state.before, state.now] = [state.now, state.before];
  mesh.read(k, joints, state.now);
  instances[k] = state.now.every(Number.isFinite) ? state : undefined;
  return instances[k];
}

/** Returns the maximum displacement of a part of an instance since the last frame, relative to the origin, m. */
function measureMove(
  { parts }: Member,
  { surface, before, now }: Instance,
  originBefore: readonly number[],
  origin: readonly number[],
): number {
  let furthest = 0;
  for (const { slots, anchor } of parts[surface]) {
    const m = 16 * slots[0];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      let move = now[m + 12 + axis] - before[m + 12 + axis] - origin[axis] + originBefore[axis];
      for (let c = 0; c < 3; c++) {
        const at = m + 4 * c + axis;
        move += (now[at] - before[at]) * anchor[c];
      }
      square += move * move;
    }
    furthest = Math.max(furthest, square);
  }
  return Math.sqrt(furthest);
}

let gathered = new Float64Array(16);

/** Returns the matrices of a part, [16 · slots.length]. They are valid until the next call. */
function gather(matrices: Float64Array, slots: Int32Array): Float64Array {
  if (gathered.length < 16 * slots.length) gathered = new Float64Array(16 * slots.length);
  for (let k = 0; k < slots.length; k++) {
    for (let c = 0; c < 16; c++) gathered[16 * k + c] = matrices[16 * slots[k] + c];
  }
  return gathered;
}

/** Returns the joints of each given bone, including those below it. Null if all skin collides. */
function findBones(rig: Rig, bones: CrowdColliderOptions['bones']): number[][] | null {
  if (!bones) return null;
  return bones.map((bone) => {
    const wanted = typeof bone === 'string' ? PropertyBinding.sanitizeNodeName(bone) : bone;
    const isWanted = (node: number) =>
      node === bone || rig.nodes[node].name === bone || rig.nodes[node].name === wanted;
    return [...rig.nodes.keys()].filter((node) => {
      for (let above = node; above >= 0; above = rig.nodes[above].parent) if (isWanted(above)) return true;
      return false;
    });
  });
}

function createMember(
  mesh: CrowdMesh,
  chosen: number[][] | null,
  detail: number | undefined,
  surfaces: CrowdPart[],
  names: Set<string>,
): Member {
  const nodes = chosen && new Set(chosen.flat());
  const split = mesh.surfaces.map((surface) => splitParts(mesh.rig, surface, nodes, detail));
  const used = new Set(split.flat().flatMap((surface) => [...jointsOf(surface)]));
  const joints = Int32Array.from(used).sort();
  const slotOf = new Map([...joints].map((joint, slot) => [joint, slot]));
  const first = findFirst(mesh);
  const parts = split.map((list) =>
    list.map((surface): Part => {
      const own = jointsOf(surface);
      const slots = surface.skin < 0 ? Int32Array.of(0) : own.map((joint) => slotOf.get(joint)!);
      const numbers = new Map([...own].map((joint, k) => [joint, k]));
      // The part's own joints are numbered from 0, in the order of `slots`.
      const compact: RigSurface = {
        ...surface,
        jointIndices: surface.jointIndices.map((joint) => numbers.get(joint) ?? 0),
      };
      const name = uniqueName(`${mesh.rig.name}/${surface.name}`, names);
      const { positions, influenceCount, jointIndices, jointWeights } = compact;
      surfaces.push({
        name,
        positions,
        influenceCount,
        jointIndices,
        jointWeights,
        indices: orient(mesh, surface, first),
        matrixCount: slots.length,
      });
      return {
        bound: new SurfaceBound(compact),
        slots,
        anchor: meanOf(positions),
        index: surfaces.length - 1,
      };
    }),
  );
  return { mesh, joints, parts, instances: [] };
}

/** Returns the parts of a surface whose skin the chosen joints move. All of them if `nodes` is null. */
function splitParts(
  rig: Rig,
  surface: RigSurface,
  nodes: ReadonlySet<number> | null,
  detail?: number,
): RigSurface[] {
  const all = weldSurface(surface);
  const welded = detail ? coarsenSurface(all, detail) : all;
  if (welded.skin < 0) return nodes ? [] : splitBlocks(welded);
  const { chosen } = nodes ? divideSurface(rig, welded, (node) => nodes.has(node)) : { chosen: welded };
  return chosen ? splitSurface(rig, chosen) : [];
}

/** Returns the joints that move a surface, those with the largest total weight first. */
function jointsOf({ skin, jointIndices, jointWeights }: RigSurface): Int32Array {
  const totals = new Map<number, number>();
  if (skin >= 0) {
    jointIndices.forEach((joint, k) => {
      if (jointWeights[k] > 0) totals.set(joint, (totals.get(joint) ?? 0) + jointWeights[k]);
    });
  }
  return Int32Array.from([...totals].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([joint]) => joint));
}

/** Returns the number of the first instance that exists. −1 if there is none. */
function findFirst(mesh: CrowdMesh): number {
  for (let k = 0; k < mesh.count; k++) if (mesh.surfaceOf(k) >= 0) return k;
  return -1;
}

/** Returns the triangles of a surface, counter-clockwise seen from outside for the first instance. All must be mirrored alike. */
function orient(mesh: CrowdMesh, surface: RigSurface, first: number): Uint32Array {
  if (first < 0) return surface.indices;
  mesh.begin(null);
  const { rig } = mesh;
  const isSkinned = surface.skin >= 0;
  const posed = isSkinned ? rig : { ...rig, nodes: [{ ...restNode }], order: Int32Array.of(0) };
  const pose = new Pose(posed);
  pose.updateWorld();
  mesh.read(first, isSkinned ? Int32Array.from(rig.nodes.keys()) : Int32Array.of(0), pose.world);
  return orientTriangles(surface, pose);
}

const restNode = {
  name: '',
  parent: -1,
  translation: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  weights: [],
} as const;

function meanOf(positions: Float32Array): number[] {
  const mean = [0, 0, 0];
  for (let k = 0; k < positions.length; k++) mean[k % 3] += (3 * positions[k]) / positions.length;
  return mean;
}
