import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GroundDescription } from '../web/ground-vat.js';

/** A moving ground in Babylon.js. */
export interface Ground {
  readonly vat: GroundDescription;
  /** The node that the loader has created. */
  readonly root: AbstractMesh;
  /** Shows the ground at a time, in seconds since the first frame of the bake. */
  show(seconds: number): void;
  dispose(): void;
}

/** Loads a moving ground by the address of its NAME-vat.json. */
export function loadGround(scene: Scene, address: string): Promise<Ground>;
