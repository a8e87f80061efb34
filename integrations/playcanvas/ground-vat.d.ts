import type { AppBase, Entity } from 'playcanvas';
import type { GroundDescription } from '../web/ground-vat.js';

/** A moving ground in PlayCanvas. */
export interface Ground {
  readonly vat: GroundDescription;
  /** The ground, to be added to the root of the app. */
  readonly root: Entity;
  /** Shows the ground at a time, in seconds since the first frame of the bake. */
  show(seconds: number): void;
  dispose(): void;
}

/** Loads a moving ground by the address of its NAME-vat.json. */
export function loadGround(app: AppBase, address: string): Promise<Ground>;
