import type { Group } from 'three';
import type { GroundDescription } from '../web/ground-vat.js';

/** A moving ground in three.js. */
export interface Ground {
  readonly vat: GroundDescription;
  /** The ground, to be added to a scene. */
  readonly root: Group;
  /** Shows the ground at a time, in seconds since the first frame of the bake. */
  show(seconds: number): void;
  dispose(): void;
}

/** Loads a moving ground by the address of its NAME-vat.json. */
export function loadGround(address: string): Promise<Ground>;
