import type { Collider } from '../../motion/collider.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import type { Gpu } from '../gpu.ts';
import { openGpu, shareGpu } from '../open-gpu.ts';
import type { CardDrawer } from './card-drawer.ts';
import { explainCpu, groundNeeds } from './explain-cpu.ts';
import { GpuGround } from './gpu-ground.ts';
import type { TilePosition } from './nine-tiles.ts';

/**
 * A live ground on a graphics card. Without a drawer it continues on the CPU if the device is lost: after each frame the tiles in main memory
 * are up to date, so no print is lost with the device. With a drawer the heights are drawn from the card and stay there.
 */
export class CardGround {
  private isDisposed = false;
  private kept: { readonly totals: GroundState['totals']; readonly steps: number };

  /**
   * Opens the card and moves a ground to it. Returns the reason as text if the ground must stay on the CPU. Until the promise is settled, the
   * ground may be stepped on the CPU.
   *
   * card: WebGPU, by default that of the browser, or a drawer whose device is used.
   */
  static async open(state: GroundState, card?: GPU | CardDrawer): Promise<CardGround | string> {
    const reason = explainCpu(state.settings);
    if (reason !== null) return reason;
    const drawer = card && 'place' in card ? card : null;
    const gpu = drawer ? shareGpu(drawer.device, groundNeeds) : await openGpu(groundNeeds, card as GPU);
    if (typeof gpu === 'string') return gpu;
    try {
      return new CardGround(gpu, state, await GpuGround.create(gpu, state), drawer);
    } catch (error) {
      gpu.close();
      return `its shaders were refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    private readonly ground: GpuGround,
    private readonly drawer: CardDrawer | null,
  ) {
    this.kept = this.copyCounts();
  }

  /** The name of the card. */
  get device(): string {
    return this.gpu.name;
  }

  /**
   * Runs the steps of a frame. Returns null, or the reason why the ground has moved to the CPU. It then is as it was before the frame, which
   * must be repeated there. With a drawer, rejects instead: the heights were only on the card.
   *
   * advance: moves the colliders over step k. It may be called more than once for a step.
   */
  async run(
    colliders: readonly Collider[],
    steps: number,
    advance: (k: number) => void,
  ): Promise<string | null> {
    try {
      await this.ground.run(colliders, steps, advance);
      if (this.isDisposed) throw new Error('the ground was disposed');
      if (this.drawer) this.ground.draw(this.drawer);
      else await this.ground.readChanged();
      if (this.gpu.lost !== null) throw new Error(this.gpu.lost);
      this.kept = this.copyCounts();
      return null;
    } catch (error) {
      const reason = this.gpu.lost ?? (error instanceof Error ? error.message : String(error));
      if (this.drawer) {
        this.dispose();
        throw new Error(`the graphics card of the renderer failed: ${reason}`);
      }
      this.leave();
      return reason;
    }
  }

  /** Copies the tiles that have changed since the last call to main memory. */
  readChanged(): Promise<void> {
    return this.ground.readChanged();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.ground.dispose();
    this.gpu.close();
  }

  /** Packs all tiles that are not awake, as on the CPU. */
  async sleepIdle(): Promise<void> {
    try {
      await this.ground.sleepIdle();
    } catch {
      // The device is lost: the next frame reports it.
    }
  }

  /** Draws tiles that were restored in main memory. Without a drawer the page receives them like all others. */
  drawRestored(positions: readonly TilePosition[]): void {
    if (!this.drawer) return;
    this.ground.addRestored(positions);
    this.ground.draw(this.drawer);
  }

  private leave(): void {
    const { state, kept } = this;
    Object.assign(state.totals, kept.totals);
    state.steps = kept.steps;
    this.ground.abandon();
    // It is not known where the lost steps have moved something.
    for (const tile of state.tiles.awake) tile.active = true;
    this.gpu.close();
  }

  private copyCounts() {
    return { totals: { ...this.state.totals }, steps: this.state.steps };
  }
}
