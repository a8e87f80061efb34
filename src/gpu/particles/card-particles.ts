import type { Particles } from '../../systems/particles/create-particles.ts';
import type { Gpu } from '../gpu.ts';
import { openGpu, shareGpu } from '../open-gpu.ts';
import { explainCpu, explainSize, particlesNeeds } from './explain-cpu.ts';
import { GpuParticles } from './gpu-particles.ts';
import { ParticlesCheckpoint } from './particles-checkpoint.ts';
import type { PointsDrawer } from './points-drawer.ts';

/** Maximum number of steps whose arguments are written at once. */
const maxSteps = 16;

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
  static async open(particles: Particles, card?: GPU | PointsDrawer): Promise<CardParticles | string> {
    const { state, inputs } = particles.host;
    const reason = explainCpu(state, inputs);
    if (reason !== null) return reason;
    const drawer = card && 'begin' in card ? card : null;
    const gpu = drawer ? shareGpu(drawer.device, particlesNeeds) : await openGpu(particlesNeeds, card as GPU);
    if (typeof gpu === 'string') return gpu;
    try {
      const tooLarge = explainSize(state, gpu.device.limits);
      if (tooLarge !== null) throw new Error(tooLarge);
      return new CardParticles(gpu, particles, await GpuParticles.create(gpu, state), drawer);
    } catch (error) {
      gpu.close();
      return error instanceof Error ? error.message : String(error);
    }
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly particles: Particles,
    private readonly onCard: GpuParticles,
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
   * Advances by a number of steps. Returns null, or the reason why the particles have moved to the CPU, where they were advanced instead. With a
   * drawer, rejects if the device is lost: the positions were only on the card.
   */
  async advance(steps: number): Promise<string | null> {
    const { particles } = this;
    const lost = await this.run(steps);
    if (lost === null) particles.showSteps(!this.isDrawn);
    else particles.advance(steps / particles.params.rate);
    return lost;
  }

  /** Goes to the last step before a time, seconds. The result is that of `advance`. */
  async seek(time: number): Promise<string | null> {
    const { particles } = this;
    let left = particles.rewind(time);
    this.onCard.upload();
    do {
      const steps = Math.min(left, maxSteps);
      left -= steps;
      const lost = await this.advance(steps);
      if (lost === null) continue;
      particles.advance(left / particles.params.rate);
      return lost;
    } while (left > 0);
    return null;
  }

  /** Runs the steps of a frame. If it returns a reason, the particles are as they were before. */
  private async run(steps: number): Promise<string | null> {
    const { drawer, onCard } = this;
    const { state, inputs, pose } = this.particles.host;
    const before = drawer ? null : new ParticlesCheckpoint(state);
    try {
      await onCard.run(steps, inputs, pose, () => before?.keepPlanes());
      if (this.isDisposed) throw new Error('the particles were disposed');
      if (drawer) onCard.draw(drawer);
      else await onCard.readState();
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

  /** Copies everything that is on the card to the state. */
  read(): Promise<void> {
    return this.onCard.readState();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.onCard.dispose();
    this.gpu.close();
  }
}
