import type { Object3D } from 'three';
import { takeHeightfieldChanges } from '../systems/heightfield-change.ts';
import type { Output } from '../systems/system.ts';
import { GroundObject, type GroundObjectOptions } from './ground/ground-object.ts';

/** An output of a system on the screen, for simulations on the same thread. */
export interface OutputObject {
  readonly object: Object3D;
  /** Shows the output as it is now: after stepping, before drawing. */
  update(): void;
  dispose(): void;
}

/** Makes what draws an output, by its kind and never by its system: a new kind is one more case here. */
export function createOutputObject(
  output: Output,
  options: Pick<GroundObjectOptions, 'shading' | 'surroundings'> = {},
): OutputObject {
  switch (output.kind) {
    case 'heightfield': {
      const object = new GroundObject({ ...output, ...options });
      return {
        object,
        update: () => object.update(takeHeightfieldChanges(output)),
        dispose: () => object.dispose(),
      };
    }
  }
}
