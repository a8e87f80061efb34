import type { BakeActor } from '../../src/index.ts';
import type { Rig } from '../../src/motion/index.ts';
import type { Stage } from '../stage/index.ts';
import type { StageActor } from '../stage/load-character.ts';
import { type FigureHit, type PickSurface, pickFigure } from './pick-figure.ts';

/** A character that stands still while somebody works on it. */
export class FrozenFigure {
  private posed: { t: number; surfaces: PickSurface[] } | null = null;

  constructor(
    readonly stage: Stage,
    readonly shown: StageActor,
    private readonly actor: BakeActor,
    readonly rig: Rig,
    /** Seconds. */
    private readonly time: () => number,
  ) {}

  get name(): string {
    return this.actor.name;
  }

  /** Metres. */
  get height(): number {
    return this.actor.report.height;
  }

  /** Its surfaces as they stand now, world metres, by the rig's surfaces; without what flesh adds. */
  get surfaces(): readonly PickSurface[] {
    const t = this.time();
    if (this.posed?.t !== t) this.posed = { t, surfaces: this.actor.figuresAt(t) };
    return this.posed.surfaces;
  }

  /** The place of the figure under a point of the canvas, in its own pixels. */
  pick(x: number, y: number): FigureHit | null {
    const { origin, direction } = this.stage.rayAt(x, y);
    return pickFigure(this.surfaces, origin, direction);
  }
}
