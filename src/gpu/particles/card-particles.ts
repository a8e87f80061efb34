import type { ParticlesHost } from '../../systems/particles/create-particles.ts';
import type { Gpu } from '../gpu.ts';
import { openGpu, shareGpu } from '../open-gpu.ts';
import { explainCpu, explainSize, particlesNeeds } from './explain-cpu.ts';
import { GpuParticles } from './gpu-particles.ts';
import { ParticlesCheckpoint } from './particles-checkpoint.ts';
import type { PointsDrawer } from './points-drawer.ts';

/**
 * Live particles on a graphics card. Without a drawer, positions are read after each frame, and the particles continue on the CPU if the device is
 * lost. With a drawer they are drawn from the card and stay there.
 */
export class CardParticles {
  private isDisposed = false;

  /**
   * Opens the card and copies the particles to it. Returns the reason as text if they must stay on the CPU.
   *
   * card: WebGPU, by default that of the browser, or a drawer whose device is used.
   */
  static async open(host: ParticlesHost, card?: GPU | PointsDrawer): Promise<CardParticles | string> {
    const { state, inputs } = host;
    const reason = explainCpu(state, inputs);
    if (reason !== null) return reason;
    const drawer = card && 'begin' in card ? card : null;
    const gpu = drawer ? shareGpu(drawer.device, particlesNeeds) : await openGpu(particlesNeeds, card as GPU);
    if (typeof gpu === 'string') return gpu;
    try {
      const tooLarge = explainSize(state, gpu.device.limits);
      if (tooLarge !== null) throw new Error(tooLarge);
      return new CardParticles(gpu, host, await GpuParticles.create(gpu, state), drawer);
    } catch (error) {
      gpu.close();
      return error instanceof Error ? error.message : String(error);
    }
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly host: ParticlesHost,
    readonly particles: GpuParticles,
    private readonly drawer: PointsDrawer | null,
  ) {}

  /** The name of the card. */
  get device(): string {
    return this.gpu.name;
  }

  /** Whether the particles are drawn from the card, so that the page needs no positions. */
  get isDrawn(): boolean {
    return this.drawer !== null;
  }

  /**
   * Runs the ticks of a frame. Returns null, or the reason why the particles have moved to the CPU. They then are as they were before the frame,
   * which must be repeated there. With a drawer, rejects instead: the positions were only on the card.
   */
  async run(ticks: number): Promise<string | null> {
    const { drawer, particles, host } = this;
    const before = drawer ? null : new ParticlesCheckpoint(host.state);
    try {
      await particles.run(ticks, host.inputs, host.pose, () => before?.keepPlanes());
      if (this.isDisposed) throw new Error('the particles were disposed');
      if (drawer) particles.draw(drawer);
      else await particles.readState();
      if (this.gpu.lost !== null) throw new Error(this.gpu.lost);
      return null;
    } catch (error) {
      const reason = this.gpu.lost ?? (error instanceof Error ? error.message : String(error));
      this.dispose();
      if (!before) throw new Error(`the graphics card of the renderer failed: ${reason}`);
      before.restore();
      return reason;
    }
  }

  /** Copies the state to the card again, after it was loaded. */
  reload(): void {
    this.particles.upload();
  }

  /** Copies everything that is on the card to the state. */
  read(): Promise<void> {
    return this.particles.readState();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.particles.dispose();
    this.gpu.close();
  }
}
