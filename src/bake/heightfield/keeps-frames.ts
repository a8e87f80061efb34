import type { BakePlan } from '../bake-plan.ts';
import { type OutputKindName, outputKinds } from '../output-kinds.ts';
import { heightfield } from './index.ts';

/** Outputs of a ground that need only its state at the end. */
const endOutputs: readonly string[] = ['groundState'];

/** Outputs that need the frames of a ground, which are much larger than its state. */
const frameOutputs = new Set<OutputKindName>([
  ...(Object.keys(heightfield.files) as (keyof typeof heightfield.files)[]).filter(
    (kind) => !endOutputs.includes(kind),
  ),
  'contactSheet',
]);

/** Returns whether an output of a plan needs the frames of a ground. */
export function keepsFrames({ outputs }: BakePlan): boolean {
  return outputs.some((kind) => frameOutputs.has(kind) || outputKinds[kind].isOfScene);
}
