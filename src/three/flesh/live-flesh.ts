import type { Mesh, Object3D } from 'three';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { driveDown } from '../../motion/drive.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { listKeys } from '../../systems/check-values.ts';
import { advanceFlesh } from '../../systems/flesh/advance-flesh.ts';
import { createFlesh } from '../../systems/flesh/create-flesh.ts';
import { shownShapes } from '../../systems/flesh/modal-warp.ts';
import type { FleshParams } from '../../systems/flesh/params.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import type { FleshState } from '../../systems/flesh/state.ts';
import { settleFlesh } from '../../systems/flesh/step.ts';
import { checkReference, FeltSpace, type ReferenceOptions } from '../live/object-reference.ts';
import type { ObjectRig } from '../live/read-object.ts';
import {
  type AttachFleshOptions,
  attachFlesh,
  type FleshBinding,
  findSurfaceMeshes,
} from './attach-flesh.ts';
import { type BoneOptions, findBones, measureSize, noteSize } from './find-bones.ts';
import { readMatrix } from './live-frame.ts';
import { type LiveFleshParams, readLiveParams } from './live-params.ts';
import { findBodies, LiveTouch, readCharacter, type TouchOptions } from './live-touch.ts';

/** Options of `LiveFlesh`. */
export interface LiveFleshOptions
  extends LiveFleshParams,
    AttachFleshOptions,
    BoneOptions,
    ReferenceOptions {}

const ownOptions = listKeys<AttachFleshOptions & BoneOptions & ReferenceOptions>({
  gltf: true,
  meshes: true,
  shading: true,
  onNote: true,
  bones: true,
  reference: true,
  referenceFactor: true,
});

/** A frame that took longer than this, seconds, is not a motion: the tab was hidden, or a debugger stopped it. */
const maxFrame = 0.25;
/** Number of seconds that are simulated instead: the flesh continues to oscillate. */
const gapFrame = 1 / 60;

/**
 * Flesh on the user's own character that an AnimationMixer, physics or code moves. Create it when the character has its final size, and
 * call `update` in every frame after everything has moved.
 *
 * Each part follows its bone in the three.js scene. If a character is drawn at another size than the one for which it was prepared (or in
 * other units), its flesh moves like that of a character of the drawn size.
 */
export class LiveFlesh {
  readonly binding: FleshBinding;
  /** For each part: the amplitudes, and totals such as how often a limit was active. */
  readonly states: readonly FleshState[];
  /** While true, `update` does nothing, and motion has no effect on the flesh. */
  paused = false;

  private readonly riders: Rider[];
  private readonly options: LiveFleshOptions;
  /** The character's meshes, read when a body is added. */
  private character: ObjectRig | null = null;
  private readonly space: FeltSpace;
  private isCut = false;

  /** Throws an `InputError` for parameters out of range, for a missing bone, and in the same cases as `attachFlesh`. */
  constructor(
    readonly root: Object3D,
    parts: FleshPart | readonly FleshPart[],
    options: LiveFleshOptions = {},
  ) {
    const list: readonly FleshPart[] = Array.isArray(parts) ? parts : [parts as FleshPart];
    const params = readLiveParams(options, 'LiveFlesh', ownOptions);
    this.options = options;
    root.updateWorldMatrix(true, true);
    const bones = findBones(root, list, options);
    this.space = new FeltSpace(checkReference(options, bones, 'LiveFlesh'));
    this.space.advance();
    this.riders = list.map((part, k) => new Rider(part, bones[k], params, this.space));
    this.states = this.riders.map(({ state }) => state);
    for (const { part, size } of this.riders) noteSize(part, size, options.onNote);
    notePlainKernels(options.onNote);
    const sources = this.states.map(({ part, amplitudes }) => ({
      ...part,
      ...shownShapes(part),
      amplitudes,
    }));
    this.binding = attachFlesh(root, sources, options);
  }

  /** The object that moves the character, see the options. May be changed at any time, for example when the character leaves a ship. */
  get reference(): Object3D | null {
    return this.space.reference.object;
  }

  set reference(object: Object3D | null) {
    this.space.reference.object = object;
  }

  /** Fraction of the reference's motion that is felt, 0 to 1. May be changed at any time. */
  get referenceFactor(): number {
    return this.space.reference.factor;
  }

  set referenceFactor(factor: number) {
    this.space.reference.factor = Math.min(1, Math.max(0, factor));
  }

  /**
   * Lets an object of the scene push the flesh aside: a hand, a seat, a bone of the character itself. Shapes are fitted to its meshes or to what the
   * bone moves now, unless `options` describes one. Its motion is read in every `update`. Points of the flesh that a limb of the character covers
   * in the pose of its skin ignore this limb. Throws an `InputError` for options out of range, or if there is nothing to which a shape fits.
   */
  touch(object: Object3D, options: TouchOptions = {}): void {
    const bodies = findBodies(object, this.root, options);
    this.untouch(object);
    if (this.riders.some(({ touch }) => touch === null)) {
      this.character ??= readCharacter(this.root);
      const meshes = findSurfaceMeshes(this.root, this.options);
      for (const rider of this.riders) rider.enableTouch(this.character, meshes);
    }
    for (const { touch } of this.riders) touch?.add(object, bodies);
  }

  /** The object that was passed to `touch` no longer pushes the flesh. */
  untouch(object: Object3D): void {
    for (const { touch } of this.riders) touch?.remove(object);
  }

  /** Marks a cut: the character was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing.
   *
   * Every frame is safe. A pause (0) changes nothing. Very short frames of slow motion are merged. It is a cut if a character moves in zero
   * or negative time (a scrubbed timeline), or if a frame takes more than 0.25 s.
   */
  update(dt: number): void {
    this.space.advance();
    this.isCut ||= this.space.reference.hasChanged;
    if (this.paused) {
      this.isCut ||= this.riders.some((rider) => !rider.isInPlace);
      return;
    }
    if (!Number.isNaN(dt)) {
      const isGap = dt > maxFrame;
      const passed = isGap ? gapFrame : dt;
      for (const rider of this.riders) rider.ride(passed, this.isCut || isGap);
      this.isCut = false;
    }
    this.binding.update();
  }

  /** Resets the flesh to equilibrium in the character's current pose. */
  reset(): void {
    this.space.advance();
    for (const rider of this.riders) rider.settle();
    this.binding.update();
  }

  /** Restores the user's meshes and frees everything. */
  dispose(): void {
    this.binding.dispose();
  }
}

/** One part of flesh on its bone. */
class Rider {
  readonly state: FleshState;
  /** Ratio of the drawn size of the character to the size for which the part was prepared. */
  readonly size: number;
  /** The bodies that touch it. Null before the first one. */
  touch: LiveTouch | null = null;
  private readonly drive: LiveDrive;
  private readonly world = new Float64Array(16);

  constructor(
    readonly part: FleshPart,
    readonly bone: Object3D,
    params: FleshParams,
    private readonly space: FeltSpace,
  ) {
    this.size = measureSize(part, bone.matrixWorld.elements);
    this.drive = new LiveDrive(part.name, { inverseBind: part.inverseBind });
    this.drive.push(this.readBone(), 0);
    const [x, y, z] = this.drive.end.subarray(driveDown);
    this.state = createFlesh(part, params, { restDown: [x, y, z] });
    settleFlesh(this.state, this.drive.end);
  }

  /** Whether the bone has not moved since it was last read. */
  get isInPlace(): boolean {
    return this.drive.isAt(this.readBone());
  }

  ride(dt: number, isCut: boolean): void {
    const { drive, state } = this;
    const world = this.readBone();
    drive.push(world, dt, isCut);
    // If the bone has no finite position, the flesh does not change until the bone has one again.
    if (!world.every(Number.isFinite)) return;
    const { touch } = this;
    if (touch && drive.pushes !== state.seenPushes) touch.read(drive.duration, drive.cut);
    advanceFlesh(state, drive, dt, touch && ((from, to) => touch.between(from, to)));
  }

  enableTouch(character: ObjectRig, meshes: readonly (Mesh | null)[]): void {
    this.touch = new LiveTouch(this, character, meshes, this.space);
  }

  settle(): void {
    this.drive.push(this.readBone(), 0, true);
    settleFlesh(this.state, this.drive.end);
  }

  /**
   * Returns the bone's matrix, in metres of the part, without that part of the reference's motion that is not felt. Also sets the drive's
   * down direction.
   */
  private readBone(): Float64Array {
    const { world, space } = this;
    readMatrix(world, this.bone, this.size, space);
    this.drive.down.set(space.down);
    return world;
  }
}
