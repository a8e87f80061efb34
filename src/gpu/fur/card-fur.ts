import type { FurState } from '../../systems/fur/state.ts';
import type { Gpu } from '../gpu.ts';
import { openGpu, shareGpu } from '../open-gpu.ts';
import type { BodyStep } from './card-bodies.ts';
import { explainCpu, needsOf } from './explain-cpu.ts';
import { type FinData, GpuFins } from './gpu-fins.ts';
import { type FurFrame, GpuFur, type ReadStrands } from './gpu-fur.ts';
import type { SkinBones } from './pack-fur.ts';

/** Draws fur with the device that also simulates it. Strands do not leave the card. */
export interface FurDrawer {
  readonly device: GPUDevice;
  /** The vertices of the shells that are drawn, in the order of the buffer. */
  readonly vertices: ArrayLike<number>;
  /** The buffer that is drawn: root, normal and offset of each vertex. Null before it was drawn for the first time. */
  readonly target: GPUBuffer | null;
  /** Fins at the silhouette, and the buffer from which they are drawn. Null: there are none. */
  readonly fins: (FinData & { readonly target: GPUBuffer | null }) | null;
}

/**
 * Live fur on a graphics card. Without a drawer the strands are read after each frame, so that they can continue on the CPU if the device is
 * lost. With a drawer they stay on the card.
 */
export class CardFur {
  /** The strands after the last frame that was read. Null before the first one. */
  latest: ReadStrands | null = null;
  private pending = 0;
  /** Increases when strands of the CPU replace those of the card: what is being read is then outdated. */
  private loads = 0;
  private isDisposed = false;
  private failure: string | null = null;
  /** The buffers that contain what is drawn now. */
  private written: (GPUBuffer | null)[] = [];

  /**
   * Opens the card and copies the strands to it. Returns the reason as text if the fur must stay on the CPU.
   *
   * bones: how matrices move the skin; null if frames contain positions. card: WebGPU, by default that of the browser, or a drawer whose device
   * is used. onRead: called after `latest` has changed.
   */
  static async open(
    state: FurState,
    bones: SkinBones | null,
    card?: GPU | FurDrawer,
    onRead: () => void = () => {},
  ): Promise<CardFur | string> {
    const reason = explainCpu(state.params);
    if (reason !== null) return reason;
    const drawer = card && 'vertices' in card ? card : null;
    const { vertexCount, strandCount } = state.solver.topology;
    const drawnCount = drawer?.vertices.length ?? state.output.vertexCount;
    const needs = needsOf(vertexCount, strandCount, drawnCount);
    const gpu = drawer ? shareGpu(drawer.device, needs) : await openGpu(needs, card as GPU);
    if (typeof gpu === 'string') return gpu;
    try {
      const fur = await GpuFur.create(gpu, state, bones, drawer?.vertices);
      const fins = drawer?.fins ? await GpuFins.create(gpu, drawer.fins, fur.shown) : null;
      return new CardFur(gpu, fur, fins, drawer, onRead);
    } catch (error) {
      gpu.close();
      return `its shaders were refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private constructor(
    readonly gpu: Gpu,
    private readonly fur: GpuFur,
    private readonly fins: GpuFins | null,
    private readonly drawer: FurDrawer | null,
    private readonly onRead: () => void,
  ) {}

  /** The name of the card. */
  get device(): string {
    return this.gpu.name;
  }

  /** The reason why the card can no longer be used. Null while it can. */
  get lost(): string | null {
    return this.failure ?? this.gpu.lost;
  }

  /** Whether strands are drawn from the card. */
  get isDrawing(): boolean {
    return this.drawer !== null;
  }

  /** Whether a frame is being read. The next one must wait. */
  get isBusy(): boolean {
    return this.pending > 0;
  }

  /** Copies the strands of the CPU to the card. */
  load(): void {
    this.loads++;
    this.latest = null;
    this.fur.load();
  }

  /** Compiles what bodies need. The card is busy until then. */
  async prepareBodies(): Promise<void> {
    this.pending++;
    try {
      await this.fur.prepareBodies();
    } catch (error) {
      this.failure ??= error instanceof Error ? error.message : String(error);
    } finally {
      this.pending--;
    }
  }

  /** Adds the bodies of a step of the next frame: see `FurStep.bodies`. */
  addBodies(step: BodyStep): number {
    return this.fur.bodies.add(step);
  }

  /** Runs the steps of a frame. With a drawer, what is drawn next is the result; else the result is read. */
  run(frame: FurFrame): void {
    if (this.drawer) {
      this.fur.run(frame, this.drawer.target);
      this.written[0] = this.drawer.target;
    } else this.wait(this.fur.runAndRead(frame));
  }

  /** Finds the fins that are seen from `eye`: see `GpuFins.collect`. */
  collectFins(eye: ArrayLike<number>): void {
    const target = this.drawer?.fins?.target ?? null;
    this.fins?.collect(eye, target);
    this.written[1] = target;
  }

  /** Copies strands and fins to the buffers that are drawn, if these have been created since the last frame. */
  show(): void {
    const { drawer, written } = this;
    if (!drawer) return;
    const targets = [drawer.target, drawer.fins?.target ?? null];
    if (targets[0] && targets[0] !== written[0]) this.fur.copyTo(targets[0]);
    if (targets[1] && targets[1] !== written[1]) this.fins?.copyTo(targets[1]);
    this.written = targets;
  }

  /** Reads the strands. Null if the device is lost. */
  async read(): Promise<ReadStrands | null> {
    await this.wait(this.fur.read());
    return this.lost === null ? this.latest : null;
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.fins?.dispose();
    this.fur.dispose();
    this.gpu.close();
  }

  private async wait(reading: Promise<ReadStrands>): Promise<void> {
    this.pending++;
    const { loads } = this;
    try {
      const strands = await reading;
      if (this.isDisposed || loads !== this.loads) return;
      this.latest = strands;
    } catch (error) {
      if (!this.isDisposed) this.failure ??= error instanceof Error ? error.message : String(error);
    } finally {
      this.pending--;
    }
    if (!this.isDisposed) this.onRead();
  }
}
