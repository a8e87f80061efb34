import type { CardCrowd, CrowdDrawer } from '../../gpu/flesh/card-crowd.ts';
import type { LiveBackend } from '../../live/live-backend.ts';
import { describeNoCard } from '../../live/no-card.ts';
import type { FleshGroup } from '../../systems/flesh/flesh-group.ts';

/** What a crowd does for its simulation. */
export interface CrowdSimulationOptions {
  readonly backend?: LiveBackend;
  /** Opens the graphics card of the renderer, so that the crowd is drawn from the card. Returns the reason as text if that is not possible. */
  readonly openDrawer?: () => Promise<CrowdDrawer | string>;
  /** Receives whether a graphics card writes the amplitudes that are drawn. */
  drawFromCard(isOnCard: boolean): void;
  note(text: string): void;
}

/** The flesh of a live crowd, one group for each part: on the CPU, or on a graphics card as soon as that is open. */
export class CrowdSimulation {
  failure: string | null = null;
  private card: CardCrowd | null = null;
  private isDrawn = false;
  private reading: Promise<void> | null = null;
  private isDisposed = false;

  constructor(
    private readonly groups: readonly FleshGroup[],
    private readonly options: CrowdSimulationOptions,
  ) {
    const { backend = 'cpu' } = options;
    if (backend !== 'cpu') void this.openCard(backend);
  }

  get backend(): 'cpu' | 'webgpu' {
    return this.card ? 'webgpu' : 'cpu';
  }

  get device(): string | null {
    return this.card?.device ?? null;
  }

  /** Advances all characters by dt seconds; 0 only draws them. upload: shows what has changed in main memory. */
  update(dt: number, upload: () => void): void {
    this.leaveLostCard();
    const { card } = this;
    if (this.failure === null && !card && dt > 0) for (const group of this.groups) group.step(dt);
    // The card writes into the texture after everything else.
    upload();
    if (!card) return;
    if (dt > 0) card.step(dt);
    else card.draw();
    if (!this.isDrawn) void this.read();
  }

  /** Copies the amplitudes of the last frame to main memory. */
  async read(): Promise<void> {
    if (!this.card) return;
    // If a copy is on its way, it is of an earlier frame. The automatic copies do not wait for it: the next frame makes another one.
    this.reading ??= this.card.read().then(
      () => {
        this.reading = null;
      },
      () => {
        // The device is lost: the next frame reports it.
        this.reading = null;
      },
    );
    await this.reading;
  }

  dispose(): void {
    this.isDisposed = true;
    this.card?.dispose();
    this.card = null;
  }

  private async openCard(backend: 'webgpu' | 'auto'): Promise<void> {
    try {
      const { CardCrowd } = await import('../../gpu/flesh/card-crowd.ts');
      let drawer = await this.options.openDrawer?.();
      if (typeof drawer === 'string') {
        this.options.note(`the crowd is not drawn from the graphics card of the renderer: ${drawer}`);
        drawer = undefined;
      }
      const card = await CardCrowd.open(this.groups, drawer);
      if (typeof card === 'string') this.stayOnCpu(card, backend);
      else if (this.isDisposed) card.dispose();
      else {
        this.card = card;
        this.isDrawn = drawer !== undefined;
        if (this.isDrawn) this.options.drawFromCard(true);
      }
    } catch (error) {
      this.stayOnCpu(error instanceof Error ? error.message : String(error), backend);
    }
  }

  private stayOnCpu(reason: string, backend: 'webgpu' | 'auto'): void {
    if (this.isDisposed) return;
    if (backend === 'auto') this.options.note(`the crowd is simulated on the CPU: ${reason}`);
    else {
      this.failure = describeNoCard(reason);
      this.options.note(`the crowd has stopped: ${this.failure}`);
    }
  }

  private leaveLostCard(): void {
    const reason = this.card?.lost;
    if (!this.card || typeof reason !== 'string') return;
    this.card.leave();
    this.card = null;
    if (this.isDrawn) this.options.drawFromCard(false);
    this.options.note(`the crowd is simulated on the CPU from now on: ${reason}`);
  }
}
