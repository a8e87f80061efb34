import type { BlendedShape } from '../shapes/level-set.ts';

/** A part of the body. */
export interface Part extends BlendedShape {
  /** The bone that moves the part. Parts of a `.L` bone represent both sides. */
  readonly bone: string;
}
