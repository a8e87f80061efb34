import type { RendererName } from '../stage/index.ts';
import { Picture } from './picture.ts';

export interface PictureControlOptions {
  /** A canvas that nothing has drawn to. */
  renewCanvas(): HTMLCanvasElement;
  /** Another picture takes over, and shows nothing yet. */
  renewed(): void;
  say(words: string, stays?: boolean): void;
  /** This browser cannot draw at all. */
  failed(error: unknown): void;
}

const key = 'aftermotion-renderer';

/**
 * The page's picture and which renderer draws it: what the address says (`?renderer=webgpu`), else what was chosen here
 * before, else WebGL 2, which works everywhere. Where WebGPU does not work or stops working, WebGL 2 takes over and says so.
 */
export class PictureControl {
  private current: Picture | null = null;
  private name: RendererName = 'webgl';
  private turn = 0;

  constructor(private readonly options: PictureControlOptions) {}

  /** null before the first, and while another renderer takes over. */
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

  /** Draws what there is at t, seconds: quickly, or as a still that stays. */
  draw(t: number, kind: 'moving' | 'still'): void {
    const stage = this.current?.stage;
    try {
      if (!stage?.isReady) return;
      if (kind === 'moving') stage.draw(t);
      else if (!stage.isStill) stage.drawStill(t);
    } catch (error) {
      // A graphics card that went away does not always say so.
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
      // What is lost already cannot be given back.
    }
    try {
      const picture = await Picture.create(this.options.renewCanvas(), {
        renderer,
        offscreen: renderer === 'webgpu' && addressValue('unseen') !== null ? true : undefined,
        warn: (words) => this.options.say(words),
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
    // A page that may not remember asks again next time.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
