import type { WorkTurns } from '../../long-work.ts';
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

/**
 * The kinds of tasks into which a simulation is divided, with their inputs and results. These are plain data that can be sent to another thread
 * or machine.
 */
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
    turns?: WorkTurns,
  ) => PartTasks[Name]['result'] | Promise<PartTasks[Name]['result']>;
};

const functions: Functions = { outlineActor, simulateWholePart, simulateRegionPart };

/**
 * Runs a task in this thread. plan: the opened scene. turns: how the caller stays responsive. Absent: the task runs without a pause.
 */
export async function runPart<Name extends keyof PartTasks>(
  plan: BakePlan,
  name: Name,
  input: PartTasks[Name]['input'],
  turns?: WorkTurns,
): Promise<PartTasks[Name]['result']> {
  return functions[name](plan, input, turns);
}

/** Describes a task for people. */
export function describePart(name: keyof PartTasks, input: PartTasks[keyof PartTasks]['input']): string {
  if (name === 'outlineActor') {
    const { actor, system } = input as PartTasks['outlineActor']['input'];
    return `where ${actor} comes near ${system}`;
  }
  const { systems, from, to } = input as PartTasks['simulateWholePart']['input'];
  const { actors } = input as Partial<PartTasks['simulateRegionPart']['input']>;
  return `${systems.join(', ')}, frames ${from + 1} to ${to}${actors ? `, with ${actors.join(', ')}` : ''}`;
}

/** Returns what determines the frames and the final state of a task: its input without the hints, which only make it faster. */
export function identifyPart<Name extends keyof PartTasks>(
  name: Name,
  input: PartTasks[Name]['input'],
): unknown {
  if (name !== 'simulateRegionPart') return input;
  const { state, ...others } = input as RegionPartInput;
  const { hints, ...kept } = state;
  return { ...others, state: kept };
}
