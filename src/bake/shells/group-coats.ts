import type { ShellsMotion } from '../../coats/shells.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { type FrameStore, frameKey } from '../frame-store.ts';
import { unpackShells } from './shells-record.ts';

/** An output that shows shells, with the frames that were kept of it. */
export interface Coat {
  readonly output: ShellsOutput;
  readonly load: (frame: number) => Uint8Array;
}

/** Coats on one character share its file; what grows in the world has its own. */
export interface CoatGroup {
  /** Of its files: the character's name, or the output's. */
  readonly name: string;
  /** The character; null in the world. */
  readonly actor: BakeActor | null;
  readonly coats: readonly Coat[];
}

/** All that shows shells in a plan. Frames can be loaded only where a store is given. */
export function groupCoats(plan: BakePlan, simulation: Simulation, frames: FrameStore | null): CoatGroup[] {
  const groups = new Map<string, { name: string; actor: BakeActor | null; coats: Coat[] }>();
  for (const system of plan.systems) {
    for (const [index, output] of simulation.outputs(system.name).entries()) {
      if (output.kind !== 'shells') continue;
      const actor = plan.actors.find(({ name, character }) => name === output.actor && character) ?? null;
      const key = actor ? `actor ${actor.name}` : `output ${output.name}`;
      if (!groups.has(key)) groups.set(key, { name: actor?.name ?? output.name, actor, coats: [] });
      const load = (frame: number) => {
        if (!frames) throw new RangeError('no frames are kept yet');
        return frames.get(frameKey(system.name, index, frame));
      };
      groups.get(key)!.coats.push({ output, load });
    }
  }
  return [...groups.values()];
}

/** The shells of a coat as they were on a frame. */
export function loadShells({ firstFrame }: BakePlan, { output, load }: Coat, frame: number): ShellsMotion {
  const first = frame === firstFrame ? null : load(firstFrame);
  return unpackShells(load(frame), output.vertexCount, first);
}
