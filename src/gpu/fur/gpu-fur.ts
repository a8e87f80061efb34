import { cos, exp, sin } from '../../math/portable.ts';
import type { FurForceParams, FurParams } from '../../systems/fur/params.ts';
import { furStoreIndex as planes } from '../../systems/fur/records.generated.ts';
import type { FurState } from '../../systems/fur/state.ts';
import { isSeparableTopology } from '../../systems/fur/topology/topology.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import { WordList } from '../word-list.ts';
import { CardBodies } from './card-bodies.ts';
import { compileFur, type FurShader, type FurShaders, type Solver } from './fur-shaders.ts';
import { packForces } from './pack-forces.ts';
import { packFur, pushFields, type SkinBones } from './pack-fur.ts';
import {
  drawnStride,
  groupSize,
  skinPlaneCount,
  skinPlanes,
  stepFields,
  stepFlags,
  strandPlaneCount,
  strandPlanes,
} from './wgsl/common.ts';

/** A step of a frame. */
export interface FurStep {
  /** Fractions of the frame at its start and its end. */
  readonly s0: number;
  readonly s1: number;
  /** Time at its start, and its duration, s. */
  readonly time: number;
  readonly dt: number;
  /** No motion connects both ends: strands move with the skin and keep their shape. */
  readonly isCut?: boolean;
  /** Forces that act in this step in addition to those of the parameters. */
  readonly forces?: readonly FurForceParams[];
  /** Result of `GpuFur.bodies.add`. 0 or absent: no body is near. */
  readonly bodies?: number;
}

/** The skin during a frame, and its steps. */
export interface FurFrame {
  /** Position, m, to which both poses are relative, so that float32 numbers suffice far from the origin. [3] */
  readonly base: ArrayLike<number>;
  /** Poses at the start and at the end. With bones: three rows of four numbers for each matrix; else positions, [3 · vertexCount]. */
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Rotation of a rigid motion that strands make before the frame without feeling it, as a unit quaternion. */
  readonly turn?: ArrayLike<number> | null;
  readonly steps: readonly FurStep[];
}

/** The strands as the card returns them. */
export interface ReadStrands {
  /** Root, normal and offset of each drawn vertex, [9 · drawnCount]. */
  readonly drawn: Float32Array;
  /** Offsets, velocities, and velocities of roots, [4 · strandCount] each. */
  readonly offsets: Float32Array;
  readonly velocities: Float32Array;
  readonly rootVelocities: Float32Array;
  /** Amount, and cosine and sine of the direction, [4 · vertexCount]. Null if no strand was trodden. */
  readonly tread: Float32Array | null;
  readonly isRelative: boolean;
}

interface Call {
  readonly shader: FurShader;
  readonly count: number;
}

/** Bytes from one set of arguments to the next: the maximum of `minUniformBufferOffsetAlignment`. */
const callStride = 256;
const { storage, uniform, copySource, copyTarget } = bufferUsage;

/** Strands on a graphics card. Their skin comes with each frame; they stay on the card. */
export class GpuFur {
  /** Measures compute passes if it is set. */
  timer: GpuTimer | null = null;
  readonly drawnCount: number;
  /** The bodies of the steps of the next frame. */
  readonly bodies = new CardBodies();
  private readonly buffers: GPUBuffer[];
  private readonly skin: GPUBuffer;
  private readonly strands: GPUBuffer;
  /** Root, normal and offset of each drawn vertex. */
  readonly shown: GPUBuffer;
  private poses: GPUBuffer;
  private forces: GPUBuffer;
  private calls: GPUBuffer;
  private table: GPUBuffer;
  private group: GPUBindGroup | null = null;
  private readonly reader: GpuReader;
  private readonly lists = { poses: new WordList(), forces: new WordList(), calls: new WordList() };
  /** The plane that contains the current offsets. */
  private plane: number = strandPlanes.offset;
  private isRelative = true;
  private hasMoved = true;
  /** Whether bodies have come near, so that strands may be trodden. */
  private isTrodden = false;

  /** bones: how matrices move the vertices; null if frames contain positions. drawn: vertices of the shells that are drawn; null: all. */
  static async create(
    gpu: Gpu,
    state: FurState,
    bones: SkinBones | null = null,
    drawn: ArrayLike<number> | null = null,
  ): Promise<GpuFur> {
    return new GpuFur(gpu, state, bones, drawn, await compileFur(gpu, solverOf(state.params)));
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly state: FurState,
    private readonly bones: SkinBones | null,
    drawn: ArrayLike<number> | null,
    private readonly shaders: FurShaders,
  ) {
    const { sizes, ints, reals, drawnCount } = packFur(state, bones, drawn);
    const { vertexCount, strandCount } = state.solver.topology;
    this.drawnCount = drawnCount;
    const fill = (label: string, { view }: WordList, usage: number) => {
      const buffer = gpu.createBuffer(label, view.byteLength, usage | copyTarget);
      gpu.write(buffer, 0, view);
      return buffer;
    };
    this.skin = gpu.createBuffer(
      'skin',
      16 * skinPlaneCount * vertexCount,
      storage | copyTarget | copySource,
    );
    this.strands = gpu.createBuffer(
      'strands',
      16 * strandPlaneCount * strandCount,
      storage | copyTarget | copySource,
    );
    this.shown = gpu.createBuffer('drawn strands', 4 * drawnStride * drawnCount, storage | copySource);
    this.buffers = [
      fill('sizes', sizes, uniform),
      fill('lists of fur', ints, storage),
      fill('numbers of fur', reals, storage),
    ];
    this.poses = gpu.createBuffer('poses', 1024, storage | copyTarget);
    this.forces = gpu.createBuffer('forces', 1024, storage | copyTarget);
    this.calls = gpu.createBuffer('calls', 16 * callStride, uniform | copyTarget);
    this.table = gpu.createBuffer('bodies', 16, storage | copyTarget);
    this.reader = new GpuReader(gpu);
    this.load();
  }

  /** Compiles what bodies need. Must be awaited before the first frame with bodies. */
  async prepareBodies(): Promise<void> {
    const { pipelines } = this.shaders;
    pipelines.press ??= await this.shaders.compile('press');
  }

  /** Copies the strands of the CPU to the card. */
  load(): void {
    const { solver, contact } = this.state;
    const { store, topology } = solver;
    const { strandCount, vertexCount, vertexOf } = topology;
    const words = new WordList();
    for (const plane of [planes.offset, planes.velocity, planes.rootVelocity]) {
      words.clear();
      const [x, y, z] = store.vector(plane);
      for (let i = 0; i < strandCount; i++) words.pushFloats([x[i], y[i], z[i], 0]);
      this.gpu.write(this.strands, 16 * strandCount * planeOnCard[plane], words.view);
    }
    const directions = new Float64Array(4 * vertexCount);
    const normals = store.vector(planes.normalEnd);
    for (let i = 0; i < strandCount; i++) {
      for (let axis = 0; axis < 3; axis++) directions[4 * vertexOf[i] + axis] = normals[axis][i];
    }
    words.clear();
    words.pushFloats(directions);
    this.gpu.write(this.skin, 16 * vertexCount * skinPlanes.direction, words.view);
    const tread = contact?.save() ?? new Float64Array(3 * vertexCount);
    const treads = new Float64Array(4 * vertexCount);
    for (let k = 0; k < tread.length; k++)
      treads[4 * (k % vertexCount) + Math.floor(k / vertexCount)] = tread[k];
    words.clear();
    words.pushFloats(treads);
    this.gpu.write(this.skin, 16 * vertexCount * skinPlanes.tread, words.view);
    this.isTrodden = (contact?.trodden ?? 0) > 0;
    this.plane = strandPlanes.offset;
    this.isRelative = solver.isRelative;
    this.hasMoved = true;
  }

  /** Runs the steps of a frame, and writes what is drawn. Then copies it to `target`, if there is one. */
  run(frame: FurFrame, target: GPUBuffer | null = null): void {
    const { gpu } = this;
    const commands = gpu.device.createCommandEncoder();
    this.encode(commands, frame);
    if (target) commands.copyBufferToBuffer(this.shown, 0, target, 0, this.shownBytes);
    gpu.submit(commands);
  }

  /** Copies what was drawn last to another buffer of the card. */
  copyTo(target: GPUBuffer): void {
    const commands = this.gpu.device.createCommandEncoder();
    commands.copyBufferToBuffer(this.shown, 0, target, 0, this.shownBytes);
    this.gpu.submit(commands);
  }

  /** Runs a frame and reads the strands. Rejects if the device is lost. */
  async runAndRead(frame: FurFrame): Promise<ReadStrands> {
    const commands = this.gpu.device.createCommandEncoder();
    this.encode(commands, frame);
    return this.read(commands);
  }

  /** Reads the strands. Rejects if the device is lost. */
  async read(commands = this.gpu.device.createCommandEncoder()): Promise<ReadStrands> {
    const { strandCount, vertexCount } = this.state.solver.topology;
    const bytes = 16 * strandCount;
    const { isRelative, isTrodden } = this;
    const treadBytes = 16 * vertexCount;
    const words = await this.reader.read(commands, [
      { buffer: this.shown, offset: 0, bytes: this.shownBytes },
      ...[this.plane, strandPlanes.velocity, strandPlanes.rootVelocity].map((plane) => ({
        buffer: this.strands,
        offset: bytes * plane,
        bytes,
      })),
      ...(isTrodden ? [{ buffer: this.skin, offset: treadBytes * skinPlanes.tread, bytes: treadBytes }] : []),
    ]);
    const values = new Float32Array(words.buffer);
    const first = this.shownBytes / 4;
    const part = (k: number) =>
      values.subarray(first + 4 * strandCount * k, first + 4 * strandCount * (k + 1));
    return {
      drawn: values.subarray(0, first),
      offsets: part(0),
      velocities: part(1),
      rootVelocities: part(2),
      tread: isTrodden ? values.subarray(first + 12 * strandCount) : null,
      isRelative,
    };
  }

  dispose(): void {
    for (const buffer of [...this.buffers, this.skin, this.strands, this.shown]) buffer.destroy();
    for (const buffer of [this.poses, this.forces, this.calls, this.table]) buffer.destroy();
    this.reader.dispose();
  }

  private get shownBytes(): number {
    return 4 * drawnStride * this.drawnCount;
  }

  private encode(commands: GPUCommandEncoder, frame: FurFrame): void {
    const calls = this.plan(frame);
    const { pipelines } = this.shaders;
    const group = this.bind();
    const pass = commands.beginComputePass(this.timer?.descriptor);
    calls.forEach(({ shader, count }, k) => {
      pass.setPipeline(pipelines[shader]!);
      pass.setBindGroup(0, group, [k * callStride]);
      pass.dispatchWorkgroups(Math.ceil(count / groupSize));
      this.gpu.counts.dispatches++;
    });
    pass.end();
    this.timer?.resolve(commands);
  }

  /** Lists the dispatches of a frame, and writes their arguments to the card. */
  private plan(frame: FurFrame): Call[] {
    const { state, lists } = this;
    const { base, from, to, steps, turn } = frame;
    const { vertexCount, strandCount } = state.solver.topology;
    for (const list of Object.values(lists)) list.clear();
    this.pushPose(from);
    this.pushPose(to);
    const calls: Call[] = [];
    const add = (shader: FurShader, count: number, values: Record<string, number> = {}) => {
      calls.push({ shader, count });
      pushFields(lists.calls, stepFields, values);
      while (lists.calls.length % (callStride / 4) !== 0) lists.calls.push(0);
    };
    const move = () => {
      const readPlane = this.plane;
      this.plane = readPlane === strandPlanes.offset ? strandPlanes.otherOffset : strandPlanes.offset;
      return { readPlane, writePlane: this.plane };
    };
    const isStill = !turn && from.length === to.length && isEqual(from, to);
    add('pose', vertexCount);
    if (turn) {
      const [turnX, turnY, turnZ, turnW] = [turn[0], turn[1], turn[2], turn[3]];
      add('turn', Math.max(vertexCount, strandCount), { ...move(), turnX, turnY, turnZ, turnW });
    }
    const flags = this.state.prepared.standing.comb ? stepFlags.combed : 0;
    const { maxLean } = state.params;
    if (steps.length === 0)
      add('orient', vertexCount, { s1: 1, flags: flags | this.treadFlag, maxLean, treadLeft: 1 });
    for (const step of steps) this.addStep(step, { isStill, base, add, move });
    const [shiftX, shiftY, shiftZ] = [base[0], base[1], base[2]];
    const s1 = steps.at(-1)?.s1 ?? 1;
    const shown = { readPlane: this.plane, s1, shiftX, shiftY, shiftZ };
    add('show', this.drawnCount, { ...shown, flags: this.treadFlag, maxLean });
    this.poses = this.fill(this.poses, lists.poses);
    this.forces = this.fill(this.forces, lists.forces);
    this.calls = this.fill(this.calls, lists.calls);
    this.writeBodies();
    return calls;
  }

  private addStep(
    { s0, s1, time, dt, isCut, forces, bodies = 0 }: FurStep,
    context: {
      readonly isStill: boolean;
      readonly base: ArrayLike<number>;
      add(shader: FurShader, count: number, values: Record<string, number>): void;
      move(): { readPlane: number; writePlane: number };
    },
  ): void {
    const { state, lists } = this;
    const { isStill, base, add, move } = context;
    state.setTime(time);
    const { solver, params, prepared, field } = state;
    const { topology, substeps } = solver;
    const { vertexCount, strandCount, faceCount } = topology;
    const combed = prepared.standing.comb ? stepFlags.combed : 0;
    const { maxLean, treadHalfLife } = params;
    const limits = { cosSkin: cos(maxLean), sinSkin: sin(maxLean), maxLean };
    const treadLeft = treadHalfLife > 0 ? exp((-Math.LN2 * dt) / treadHalfLife) : 0;
    add('orient', vertexCount, { s1, flags: combed | this.treadFlag, maxLean, treadLeft });
    const isPressed = bodies > 0;
    this.isTrodden ||= isPressed;
    const bending = (params.paper ? 0 : stepFlags.limited) | (isPressed ? stepFlags.pressed : 0);
    const press = (flags: number) => {
      if (!isPressed) return;
      const planes = { readPlane: this.plane, writePlane: this.plane };
      const { seed } = prepared;
      const arrangement = { s0, s1, substeps, dt: dt / substeps, bodiesAt: bodies, seed };
      add('press', strandCount, { ...planes, ...arrangement, ...limits, flags });
    };
    if (isCut) {
      if (!isStill) {
        const flags = (this.isRelative ? stepFlags.carried : 0) | bending;
        add('carry', strandCount, { ...move(), flags, ...limits });
        this.isRelative = true;
        this.hasMoved = true;
      }
      press(stepFlags.cut);
      return;
    }
    const forceAt = lists.forces.length;
    const packed = packForces(field.list(time, forces), { t: time, dt, base, at: forceAt });
    lists.forces.pushFloats(packed.values);
    const own = solver.forces;
    const isPrinted = own.form === 'printed';
    const isWindless = own.airDrag === 0 || packed.wind.every((speed) => speed === 0);
    const isFree =
      !isPrinted && isStill && !this.isTrodden && !this.hasMoved && packed.count === 0 && isWindless;
    const flags =
      combed |
      (this.isRelative ? stepFlags.carried : 0) |
      (isFree ? stepFlags.free : 0) |
      bending |
      (isSeparableTopology(topology) ? stepFlags.separable : 0);
    const values = {
      flags,
      forceAt,
      forceCount: packed.count,
      substeps,
      s0,
      s1,
      dt: dt / substeps,
      stiffness: own.stiffness,
      restoring: own.restoring,
      restFraction: isPrinted ? 0 : own.restStiffness,
      isPrinted: Number(isPrinted),
      damping: own.damping,
      airDrag: own.airDrag,
      edgeStiffness: own.edgeStiffness,
      // No cosine is less than −2, so there is no limit.
      cosLimit: isPrinted ? -2 : cos(own.maxLean),
      sinLimit: isPrinted ? 0 : sin(own.maxLean),
      ...limits,
      windX: packed.wind[0],
      windY: packed.wind[1],
      windZ: packed.wind[2],
      gravityX: own.gravity[0],
      gravityY: own.gravity[1],
      gravityZ: own.gravity[2],
    };
    const shader = solverOf(params);
    const count = shader === 'stepTriangles' ? faceCount : strandCount;
    const passes = shader === 'stepExplicit' ? substeps : 1;
    for (let substep = 0; substep < passes; substep++) add(shader, count, { ...values, ...move(), substep });
    press(0);
    this.isRelative = false;
    this.hasMoved = !isStill;
  }

  private pushPose(pose: ArrayLike<number>): void {
    const { poses } = this.lists;
    if (this.bones) poses.pushFloats(pose);
    else for (let k = 0; k < pose.length; k += 3) poses.pushFloats([pose[k], pose[k + 1], pose[k + 2], 0]);
  }

  private get treadFlag(): number {
    return this.isTrodden ? stepFlags.trodden : 0;
  }

  /** Writes the bodies of the frame, and what stays on the card if it has changed. */
  private writeBodies(): void {
    const { gpu, bodies } = this;
    const { frame, kept } = bodies;
    if (frame.length === 0) return;
    const bytes = 4 * (kept.length + frame.length);
    const { table } = this;
    if (table.size < bytes) {
      this.table = gpu.createBuffer('bodies', 2 * bytes, table.usage);
      table.destroy();
      this.group = null;
    }
    if (bodies.isNew || this.table !== table) gpu.write(this.table, 0, kept.view);
    gpu.write(this.table, 4 * kept.length, frame.view);
    bodies.isNew = false;
    frame.clear();
  }

  /** Writes words into a buffer, or into a larger one that replaces it. */
  private fill(buffer: GPUBuffer, { view }: WordList): GPUBuffer {
    let target = buffer;
    if (buffer.size < view.byteLength) {
      target = this.gpu.createBuffer(buffer.label, 2 * view.byteLength, buffer.usage);
      buffer.destroy();
      this.group = null;
    }
    this.gpu.write(target, 0, view);
    return target;
  }

  private bind(): GPUBindGroup {
    const [sizes, ints, reals] = this.buffers;
    const { poses, forces, skin, strands, shown, calls, table } = this;
    const rest = [ints, reals, poses, forces, skin, strands, shown, table];
    this.group ??= this.gpu.device.createBindGroup({
      layout: this.shaders.layout,
      entries: [
        { binding: 0, resource: { buffer: sizes } },
        { binding: 1, resource: { buffer: calls, size: 4 * Object.keys(stepFields).length } },
        ...rest.map((buffer, k) => ({ binding: k + 2, resource: { buffer } })),
      ],
    });
    return this.group;
  }
}

const planeOnCard: Readonly<Record<number, number>> = {
  [planes.offset]: strandPlanes.offset,
  [planes.velocity]: strandPlanes.velocity,
  [planes.rootVelocity]: strandPlanes.rootVelocity,
};

function solverOf({ solver, topology }: FurParams): Solver {
  if (solver === 'explicit') return 'stepExplicit';
  return topology === 'separablePrisms' ? 'stepTriangles' : 'stepSticks';
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
