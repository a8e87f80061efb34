import type { BakeActor } from '../../src/index.ts';
import type { Rig } from '../../src/motion/index.ts';
import type { Stage } from '../stage/index.ts';
import type { StageActor } from '../stage/load-character.ts';
import { type CharacterHit, type PickSurface, pickCharacter } from './pick-character.ts';

/** A character that does not move while the user works on it. */
export class FrozenCharacter {
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

  /** The surfaces of the rig in the current pose, without the displacement of flesh. World metres. */
  get surfaces(): readonly PickSurface[] {
    const t = this.time();
    if (this.posed?.t !== t) this.posed = { t, surfaces: this.actor.posedMeshesAt(t) };
    return this.posed.surfaces;
  }

  /** Returns the point of the character under a point of the canvas; the argument is in pixels of the canvas. */
  pick(x: number, y: number): CharacterHit | null {
    const { origin, direction } = this.stage.rayAt(x, y);
    return pickCharacter(this.surfaces, origin, direction);
  }
}
