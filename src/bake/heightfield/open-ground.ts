import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import { type Bake, findOutput, type OutputReference } from '../output-definition.ts';
import { HeightfieldReplay } from './heightfield-frame.ts';
import { chooseGroundRectangle } from './mesh/ground-region.ts';

/** A ground of a bake that has been simulated. */
export interface OpenGround {
  /** The ground at the last frame. */
  readonly output: HeightfieldOutput;
  /** The rectangle of columns that the plan selects. */
  readonly rectangle: ColumnRectangle;
  createReplay(): HeightfieldReplay;
}

/** Opens the ground that a reference identifies. */
export function openGround(bake: Bake, reference: OutputReference): OpenGround {
  const { plan } = bake;
  const { output, load } = findOutput(bake, 'heightfield', reference);
  return {
    output,
    rectangle: chooseGroundRectangle(output, output.changed(), plan.meshPart),
    createReplay: () => new HeightfieldReplay(output, plan.firstFrame, load),
  };
}
