import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import type { BlenderEntry, BlenderFacts } from './blender-facts.ts';

/** Collects the data of a bake for the Blender script. If entries have the same name, the last one is used, because it holds the most. */
export function describeForBlender(
  name: string,
  frames: BakeFrames,
  explanations: readonly OutputExplanation[],
): BlenderFacts {
  const fps = Math.max(1, Math.round(frames.fps));
  const entries = new Map<string, BlenderEntry>();
  for (const entry of explanations.flatMap(({ entries = [] }) => entries))
    entries.set(`${entry.kind} ${entry.name}`, entry);
  return {
    name,
    fps,
    fpsBase: fps / frames.fps,
    firstFrame: frames.firstFrame,
    frameCount: frames.frameCount,
    entries: [...entries.values()],
    notes: explanations.flatMap(({ notes = [] }) => notes),
  };
}
