import type { BakePlan } from '../bake-plan.ts';
import {
  outlineActor,
  type RegionLeft,
  type RegionPartInput,
  type RegionPartResult,
  simulateRegionPart,
  simulateWholePart,
  type WholePartInput,
  type WholePartResult,
} from './simulate-part.ts';
import type { TileRectangle } from './tile-rectangles.ts';

/** The kinds of work that a division hands out, with what they need and return. All of it can be sent to another thread. */
export interface PartTasks {
  readonly outlineActor: {
    readonly input: {
      readonly system: string;
      readonly actor: string;
      readonly boundaries: readonly number[];
    };
    readonly result: readonly (TileRectangle | null)[];
  };
  readonly simulateWholePart: { readonly input: WholePartInput; readonly result: WholePartResult };
  readonly simulateRegionPart: {
    readonly input: RegionPartInput;
    readonly result: RegionPartResult | RegionLeft;
  };
}

type Functions = {
  readonly [Name in keyof PartTasks]: (
    plan: BakePlan,
    input: PartTasks[Name]['input'],
    pause?: () => Promise<void>,
  ) => PartTasks[Name]['result'] | Promise<PartTasks[Name]['result']>;
};

const functions: Functions = { outlineActor, simulateWholePart, simulateRegionPart };

/** Runs a part in this thread. The plan is that of the opened scene. pause: called between frames, so that other work can be done. */
export async function runPart<Name extends keyof PartTasks>(
  plan: BakePlan,
  name: Name,
  input: PartTasks[Name]['input'],
  pause?: () => Promise<void>,
): Promise<PartTasks[Name]['result']> {
  return functions[name](plan, input, pause);
}
