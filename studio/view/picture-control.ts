import type { RendererName } from '../stage/index.ts';
import { Picture } from './picture.ts';

export interface PictureControlOptions {
  /** Returns a canvas without a context. */
  renewCanvas(): HTMLCanvasElement;
  /** Called when another picture is used. The new picture shows nothing yet. */
  renewed(): void;
  say(message: string, stays?: boolean): void;
  /** Called if this browser cannot draw at all. */
  failed(error: unknown): void;
}

const key = 'aftermotion-renderer';

/**
 * The page's picture and its renderer: from the address (`?renderer=webgpu`), else the user's last choice, else WebGL 2, which
 * works everywhere. If WebGPU does not work or stops working, WebGL 2 is used, with a note.
 */
export class PictureControl {
  private current: Picture | null = null;
  private name: RendererName = 'webgl';
  private turn = 0;

  constructor(private readonly options: PictureControlOptions) {}

  /** Null before the first, and while the renderer is replaced. */
  get picture(): Picture | null {
    return this.current;
  }

  get renderer(): RendererName {
    return this.name;
  }

  async begin(): Promise<void> {
    await this.drawWith(firstRenderer());
  }

  async choose(renderer: RendererName): Promise<void> {
    if (renderer === this.name) return;
    remember(renderer);
    await this.drawWith(renderer);
  }

  /** Draws the state at t, seconds: quickly, or as a still that stays. */
  draw(t: number, kind: 'moving' | 'still'): void {
    const stage = this.current?.stage;
    try {
      if (!stage?.isReady) return;
      if (kind === 'moving') stage.draw(t);
      else if (!stage.isStill) stage.drawStill(t);
    } catch (error) {
      // A lost graphics card is not always reported.
      if (this.name === 'webgl') throw error;
      void this.fallBack(describe(error));
    }
  }

  private async drawWith(renderer: RendererName): Promise<void> {
    const turn = ++this.turn;
    this.name = renderer;
    const before = this.current;
    this.current = null;
    try {
      before?.stage.dispose();
    } catch {
      // A lost device cannot be released.
    }
    try {
      const picture = await Picture.create(this.options.renewCanvas(), {
        renderer,
        offscreen: renderer === 'webgpu' && addressValue('unseen') !== null ? true : undefined,
        warn: (message) => this.options.say(message),
        lost: (reason) => {
          if (turn === this.turn) void this.fallBack(reason);
        },
      });
      if (turn !== this.turn) {
        picture.stage.dispose();
        return;
      }
      if (before) picture.standLike(before);
      this.current = picture;
      document.documentElement.classList.toggle('has-graphics-card', !picture.stage.isSlow);
      this.options.renewed();
    } catch (error) {
      if (turn !== this.turn) return;
      if (renderer === 'webgl') this.options.failed(error);
      else await this.fallBack(describe(error));
    }
  }

  private async fallBack(reason: string): Promise<void> {
    remember('webgl');
    this.options.say(
      `WebGPU does not work here (${reason}). The picture is drawn with WebGL 2 instead.`,
      true,
    );
    await this.drawWith('webgl');
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function firstRenderer(): RendererName {
  const asked = addressValue('renderer') ?? recall();
  return asked === 'webgpu' ? 'webgpu' : 'webgl';
}

function addressValue(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

function remember(renderer: RendererName): void {
  try {
    localStorage.setItem(key, renderer);
  } catch {
    // If the page has no storage, it asks again next time.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
