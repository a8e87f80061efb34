import type { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import { type GpuNeeds, openGpu, shareGpu } from '../open-gpu.ts';
import { compileFlesh, GpuFlesh, maxModes, measureLargestBuffer } from './gpu-flesh.ts';
import { groupThreads } from './wgsl/flesh.ts';

/** Draws a crowd with the device that also simulates it. Amplitudes do not leave the card. */
export interface CrowdDrawer {
  readonly device: GPUDevice;
  /** Number of texels before the amplitudes of a character. */
  readonly firstColumn: number;
  /** Returns the texture of float32 numbers whose rows are the characters. It is written next. */
  place(): GPUTexture;
}

/** Rows of copies from buffers to textures have lengths that are multiples of this, float32 numbers. */
const rowAlignment = 64;

/** Returns why a crowd must be simulated on the CPU. Null if it can be on the card. */
export function explainCpu(groups: readonly FleshGroup[]): string | null {
  const large = groups.find(({ part }) => part.modeCount > maxModes);
  if (!large) return null;
  const { name, modeCount } = large.part;
  return `the part "${name}" has ${modeCount} modes, and parts with more than ${maxModes} are simulated on the CPU only`;
}

/** What a device must offer for a crowd. */
export function crowdNeeds(groups: readonly FleshGroup[]): GpuNeeds {
  const largest = groups.reduce((bytes, group) => Math.max(bytes, measureLargestBuffer(group)), 0);
  return {
    maxStorageBuffersPerShaderStage: 5,
    maxComputeInvocationsPerWorkgroup: groupThreads,
    maxComputeWorkgroupSizeX: groupThreads,
    maxStorageBufferBindingSize: largest,
    maxBufferSize: largest,
  };
}

/** The flesh of a crowd on a graphics card: one group for each part, all of the same characters. */
export class CardCrowd {
  /** Measures the passes, for benchmarks. */
  timer: GpuTimer | null = null;
  private readonly reader: GpuReader;
  /** States of all parts at the last `read`. */
  private words: Float32Array | null = null;

  /**
   * Opens the card and moves the groups to it. Returns the reason as text if they must stay on the CPU. Until the promise is settled, they may be stepped on
   * the CPU; what they did after the shaders were compiled is not lost.
   *
   * card: WebGPU, by default that of the browser, or a drawer whose device is used.
   */
  static async open(groups: readonly FleshGroup[], card?: GPU | CrowdDrawer): Promise<CardCrowd | string> {
    const reason = explainCpu(groups);
    if (reason !== null) return reason;
    const drawer = card && 'place' in card ? card : null;
    const needs = crowdNeeds(groups);
    const gpu = drawer ? shareGpu(drawer.device, needs) : await openGpu(needs, card as GPU);
    if (typeof gpu === 'string') return gpu;
    try {
      return await CardCrowd.create(gpu, groups, drawer);
    } catch (error) {
      gpu.close();
      return `its shaders were refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** Moves groups to an opened card. */
  static async create(
    gpu: Gpu,
    groups: readonly FleshGroup[],
    drawer: CrowdDrawer | null,
  ): Promise<CardCrowd> {
    const width = groups.reduce((sum, { part }) => sum + part.modeCount, 0);
    const rowLength = drawer ? Math.ceil(width / rowAlignment) * rowAlignment : width;
    const { storage, copySource } = bufferUsage;
    const bytes = 4 * rowLength * groups[0].count;
    const buffer = gpu.createBuffer('flesh: displayed amplitudes', bytes, storage | copySource);
    const shaders = await Promise.all(groups.map(({ part }) => compileFlesh(gpu, part)));
    let next = 0;
    const parts = groups.map((group, k) => {
      const firstColumn = next;
      next += group.part.modeCount;
      return new GpuFlesh(gpu, shaders[k], group, { buffer, rowLength, firstColumn });
    });
    return new CardCrowd(gpu, parts, drawer, { buffer, rowLength, width });
  }

  private constructor(
    readonly gpu: Gpu,
    private readonly parts: readonly GpuFlesh[],
    private readonly drawer: CrowdDrawer | null,
    private readonly shown: {
      readonly buffer: GPUBuffer;
      readonly rowLength: number;
      readonly width: number;
    },
  ) {
    this.reader = new GpuReader(gpu);
    for (const part of parts) part.beginWithoutSteps();
    this.run();
  }

  /** The name of the card. */
  get device(): string {
    return this.gpu.name;
  }

  /** The reason why the card can no longer be used. Null while it can. */
  get lost(): string | null {
    return this.gpu.lost;
  }

  /** Advances all characters by the frame of dt > 0 seconds that was pushed, and draws them. */
  step(dt: number): void {
    for (const part of this.parts) part.beginFrame(dt);
    this.run();
  }

  /** Draws all characters as they are, after something else was uploaded to the texture. */
  draw(): void {
    if (!this.drawer) return;
    const commands = this.gpu.device.createCommandEncoder();
    this.copy(commands);
    this.gpu.submit(commands);
  }

  private run(): void {
    const commands = this.gpu.device.createCommandEncoder();
    const pass = commands.beginComputePass(this.timer?.descriptor);
    for (const part of this.parts) part.dispatch(pass);
    pass.end();
    this.timer?.resolve(commands);
    this.copy(commands);
    this.gpu.submit(commands);
  }

  /** Copies the displayed amplitudes to the groups in main memory. One call at a time. Rejects if the device is lost. */
  async read(): Promise<void> {
    const list = this.parts.map(({ state, stateBytes }) => ({ buffer: state, offset: 0, bytes: stateBytes }));
    const words = await this.reader.read(this.gpu.device.createCommandEncoder(), list);
    this.words = new Float32Array(words.buffer);
    this.eachState((part, state) => part.showState(state));
  }

  /** Lets the groups continue on the CPU from the last `read`. If they were drawn from the card, they settle: their state was only there. */
  leave(): void {
    if (this.drawer || !this.words) for (const { group } of this.parts) group.reset();
    else this.eachState((part, state) => part.leave(state));
    this.dispose();
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    this.shown.buffer.destroy();
    this.reader.dispose();
    this.gpu.close();
  }

  private copy(commands: GPUCommandEncoder): void {
    const { drawer, shown, parts } = this;
    if (!drawer) return;
    const { firstColumn } = drawer;
    commands.copyBufferToTexture(
      { buffer: shown.buffer, bytesPerRow: 4 * shown.rowLength },
      { texture: drawer.place(), origin: [firstColumn, 0, 0] },
      [shown.width, parts[0].group.count, 1],
    );
  }

  private eachState(visit: (part: GpuFlesh, state: Float32Array) => void): void {
    const { words, parts } = this;
    if (!words) return;
    let from = 0;
    for (const part of parts) {
      const end = from + part.stateBytes / 4;
      visit(part, words.subarray(from, end));
      from = end;
    }
  }
}
