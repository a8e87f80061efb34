import { Matrix4, type Object3D } from 'three';
import { checkBackend, type LiveBackend } from '../../live/live-backend.ts';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { driveDown } from '../../motion/drive.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { listKeys } from '../../systems/check-values.ts';
import { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from '../../systems/flesh/settings.ts';
import { type CardRenderer, openCardOf } from '../card-renderer.ts';
import { CrowdSimulation } from './crowd-simulation.ts';
import { type BoneOptions, findBones, measureSize, noteSize } from './find-bones.ts';
import { FleshCrowd, type FleshCrowdOptions, poseColumns } from './flesh-crowd.ts';
import { type LiveFleshParams, readLiveParams } from './live-params.ts';

/** Options of `LiveCrowd`. */
export interface LiveCrowdOptions
  extends Omit<LiveFleshParams, 'gyroscopic'>,
    Omit<FleshCrowdOptions, 'poseCount'>,
    BoneOptions,
    BackendOptions {}

interface BackendOptions {
  /**
   * Where the flesh is simulated: on the CPU (`cpu`, the default), on the graphics card (`webgpu`), or on the card if there is one that can
   * do it (`auto`; `onNote` receives the reason if not). The card computes with float32 numbers.
   */
  readonly backend?: LiveBackend;
  /**
   * The `WebGPURenderer` that draws the crowd. With `backend: 'auto'` or `'webgpu'` its graphics card simulates the flesh too, and amplitudes do not leave
   * the card: see `readAmplitudes`.
   */
  readonly renderer?: CardRenderer;
}

const ownOptions = listKeys<Omit<FleshCrowdOptions, 'poseCount'> & BoneOptions & BackendOptions>({
  gltf: true,
  meshes: true,
  shading: true,
  onNote: true,
  bones: true,
  count: true,
  backend: true,
  renderer: true,
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
  private readonly simulation: CrowdSimulation;
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
    checkBackend(options.backend, 'LiveCrowd');
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
    const { backend, renderer, onNote = () => {} } = options;
    const limits = this.members.map(({ part, group }) => group.settings.maxDisplacement / part.scale);
    this.simulation = new CrowdSimulation(
      this.members.map(({ group }) => group),
      {
        backend,
        openDrawer: renderer && (() => this.openDrawer(renderer)),
        drawFromCard: (isOnCard) => this.crowd.drawFromCard(isOnCard ? limits : null),
        note: onNote,
      },
    );
  }

  /** Where the flesh is simulated now. With `backend: 'auto'` it is `cpu` until the graphics card is ready. */
  get backend(): 'cpu' | 'webgpu' {
    return this.simulation.backend;
  }

  /** The name of the graphics card that simulates the flesh, as the browser reports it. Null on the CPU. */
  get device(): string | null {
    return this.simulation.device;
  }

  /** The reason why the simulation has ended. Null while it runs. */
  get failure(): string | null {
    return this.simulation.failure;
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
    this.simulation.update(dt > maxFrame ? gapFrame : Math.max(0, dt), () => this.crowd.update());
  }

  /**
   * If the crowd is drawn from the graphics card (see `renderer`), main memory does not know its amplitudes. This reads those of the last frame into
   * `crowd.amplitudes`.
   */
  readAmplitudes(): Promise<void> {
    return this.simulation.read();
  }

  /** Frees everything except the character. */
  dispose(): void {
    this.simulation.dispose();
    this.crowd.dispose();
  }

  private async openDrawer(renderer: CardRenderer) {
    const card = await openCardOf(renderer);
    if (typeof card === 'string') return card;
    const { device, upload } = card;
    return { device, firstColumn: poseColumns, place: () => upload(this.crowd.amplitudeTexels) };
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
