import { Matrix4, type Object3D } from 'three';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { driveDown } from '../../motion/drive.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { listKeys } from '../../systems/check-values.ts';
import { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from '../../systems/flesh/settings.ts';
import { type BoneOptions, findBones, measureSize, noteSize } from './find-bones.ts';
import { FleshCrowd, type FleshCrowdOptions } from './flesh-crowd.ts';
import { type LiveFleshParams, readLiveParams } from './live-params.ts';

/** Options of `LiveCrowd`. */
export interface LiveCrowdOptions
  extends Omit<LiveFleshParams, 'gyroscopic'>,
    Omit<FleshCrowdOptions, 'poseCount'>,
    BoneOptions {}

const ownOptions = listKeys<Omit<FleshCrowdOptions, 'poseCount'> & BoneOptions>({
  gltf: true,
  meshes: true,
  shading: true,
  onNote: true,
  bones: true,
  count: true,
});

/** maxFrame: a frame that took longer than this is not a motion, seconds. gapFrame: the time that is simulated instead. */
const maxFrame = 0.25;
const gapFrame = 1 / 60;

/**
 * Many copies of one character, drawn together, with flesh that follows the motion of each copy. In every frame, pose the character as each
 * copy and call `readPose`. After the last copy, call `update`.
 */
export class LiveCrowd {
  /** The drawn crowd: add `crowd.object` to the scene. */
  readonly crowd: FleshCrowd;
  private readonly members: readonly Member[];
  private readonly places: readonly Matrix4[];
  /** For each copy: whether its next pose is a cut. */
  private readonly isCut: Uint8Array;

  /** Throws an `InputError` in the same cases as `LiveFlesh` and `FleshCrowd`. */
  constructor(
    private readonly root: Object3D,
    parts: FleshPart | readonly FleshPart[],
    options: LiveCrowdOptions,
  ) {
    const list: readonly FleshPart[] = Array.isArray(parts) ? parts : [parts as FleshPart];
    const params = readLiveParams(options, 'LiveCrowd', ownOptions);
    root.updateWorldMatrix(true, true);
    const toRoot = root.matrixWorld.clone().invert();
    const bones = findBones(root, list, options);
    const { count } = options;
    this.members = list.map((part, k) => {
      const own = applyMaterial(part, resolveMaterial(params));
      const rest = toRoot.clone().multiply(bones[k].matrixWorld);
      const drive = new LiveDrive(part.name, { inverseBind: part.inverseBind });
      drive.push(rest.elements, 0);
      const [x, y, z] = drive.end.subarray(driveDown);
      const group = new FleshGroup(own, resolveSettings(params, own, [x, y, z]), count);
      const size = measureSize(part, rest.elements);
      noteSize(part, size, options.onNote);
      return { part, bone: bones[k], group, sizes: new Float64Array(count) };
    });
    notePlainKernels(options.onNote);
    const sources = this.members.map(({ group }, k) => ({ ...list[k], amplitudes: group.amplitudes }));
    this.crowd = new FleshCrowd(root, sources, options);
    this.places = Array.from({ length: count }, () => new Matrix4());
    this.isCut = new Uint8Array(count).fill(1);
  }

  /** Sets the matrix of a copy, in the space of `crowd.object`. If it is called in every frame, this is a motion. */
  setPlace(copy: number, position: Matrix4): void {
    this.places[copy].copy(position);
    this.crowd.setPlace(copy, position);
  }

  /** Marks a cut: a copy was moved elsewhere, and there is no motion from its last pose to its next one. */
  cut(copy: number): void {
    this.isCut[copy] = 1;
  }

  /** Reads the character's current pose as the pose of a copy, at the position of that copy, `dt` seconds after the copy's last read. */
  readPose(copy: number, dt: number): void {
    this.crowd.readPose(copy);
    const isGap = dt > maxFrame;
    this.crowd.object.updateWorldMatrix(true, false);
    toCrowd.copy(this.root.matrixWorld).invert().premultiply(this.places[copy]);
    toCrowd.premultiply(this.crowd.object.matrixWorld);
    for (const { part, bone, group, sizes } of this.members) {
      const { elements } = world.multiplyMatrices(toCrowd, bone.matrixWorld);
      if (this.isCut[copy] === 1) sizes[copy] = measureSize(part, elements);
      for (let k = 0; k < 16; k++) metres[k] = elements[k] / (k % 4 === 3 ? 1 : sizes[copy]);
      if (!metres.every(Number.isFinite)) {
        this.isCut[copy] = 1;
        return;
      }
      group.drives[copy].push(metres, isGap ? gapFrame : dt, isGap || this.isCut[copy] === 1);
    }
    this.isCut[copy] = 0;
  }

  /** Advances all copies by `dt` seconds and shows them. */
  update(dt: number): void {
    if (dt > 0) for (const { group } of this.members) group.step(dt > maxFrame ? gapFrame : dt);
    this.crowd.update();
  }

  /** Frees everything except the character. */
  dispose(): void {
    this.crowd.dispose();
  }
}

/** One part of all copies. */
interface Member {
  readonly part: FleshPart;
  readonly bone: Object3D;
  readonly group: FleshGroup;
  /** See `measureSize`: the size of each copy when its matrix was set. [count] */
  readonly sizes: Float64Array;
}

const toCrowd = new Matrix4();
const world = new Matrix4();
const metres = new Float64Array(16);
