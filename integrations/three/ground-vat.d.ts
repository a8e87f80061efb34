import type { Group, Material, MeshStandardMaterial, Texture } from 'three';
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

/** Loads the files of a moving ground for a material of one's own. animate: creates the material of the moving mesh. */
export function openGround(
  address: string,
  animate: (
    material: MeshStandardMaterial,
    texture: Texture,
    vat: GroundDescription,
  ) => { readonly material: Material; setFrame(frame: number): void },
): Promise<Ground>;
