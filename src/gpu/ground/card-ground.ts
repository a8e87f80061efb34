import type { Collider } from '../../motion/collider.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import type { Gpu } from '../gpu.ts';
import { openGpu } from '../open-gpu.ts';
import { explainCpu, groundNeeds } from './explain-cpu.ts';
import { GpuGround } from './gpu-ground.ts';

/**
 * A live ground on a graphics card, which continues on the CPU if the device is lost. After each frame the tiles in main memory are up to
 * date, so no print is lost with the device.
 */
export class CardGround {
  private kept: { readonly totals: GroundState['totals']; readonly steps: number };

  /**
   * Opens the card and moves a ground to it. Returns the reason as text if the ground must stay on the CPU. Until the promise is settled, the
   * ground may be stepped on the CPU.
   */
  static async open(state: GroundState, api?: GPU): Promise<CardGround | string> {
    const reason = explainCpu(state.settings);
    if (reason !== null) return reason;
    const gpu = await openGpu(groundNeeds, api);
    if (typeof gpu === 'string') return gpu;
    try {
      return new CardGround(gpu, state, await GpuGround.create(gpu, state));
    } catch (error) {
      gpu.device.destroy();
      return `its shaders were refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    private readonly ground: GpuGround,
  ) {
    this.kept = this.copyCounts();
  }

  /** The name of the card. */
  get device(): string {
    return this.gpu.name;
  }

  /**
   * Runs the steps of a frame. Returns null, or the reason why the ground has moved to the CPU. It then is as it was before the frame, which
   * must be repeated there.
   *
   * advance: moves the colliders over step k.
   */
  async run(
    colliders: readonly Collider[],
    steps: number,
    advance: (k: number) => void,
  ): Promise<string | null> {
    try {
      for (let k = 0; k < steps; k++) {
        advance(k);
        await this.ground.step(colliders);
      }
      await this.ground.readChanged();
      if (this.gpu.lost !== null) throw new Error(this.gpu.lost);
      this.kept = this.copyCounts();
      return null;
    } catch (error) {
      const reason = this.gpu.lost ?? (error instanceof Error ? error.message : String(error));
      this.leave();
      return reason;
    }
  }

  /** Packs all tiles that are not awake, as on the CPU. */
  async sleepIdle(): Promise<void> {
    try {
      await this.ground.sleepIdle();
    } catch {
      // The device is lost: the next frame reports it.
    }
  }

  private leave(): void {
    const { state, kept } = this;
    Object.assign(state.totals, kept.totals);
    state.steps = kept.steps;
    this.ground.abandon();
    // It is not known where the lost steps have moved something.
    for (const tile of state.tiles.awake) tile.active = true;
    this.gpu.device.destroy();
  }

  private copyCounts() {
    return { totals: { ...this.state.totals }, steps: this.state.steps };
  }
}
