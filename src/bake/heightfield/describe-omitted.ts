import type { HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { Bake } from '../output-definition.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { chooseGroundRectangle } from './mesh/ground-region.ts';

/** Returns the warning that an output of a ground is omitted, because it would have more columns than `limit`. */
export function describeOmitted(
  { plan }: Bake,
  output: HeightfieldOutput,
  kind: OutputKindName,
  columns: number,
  limit: number,
): string {
  const whole = chooseGroundRectangle(output, output.changed(), plan.meshPart);
  return (
    `${output.name}: ${kind} is left out, since it would have ${columns} columns of the ${whole.columns} × ${whole.rows} ` +
    `that were touched, and at most ${limit} can be written; use larger cells, or bake parts separately`
  );
}
