import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import type { BlenderEntry, BlenderFacts } from './blender-facts.ts';

/**
 * Collects the data of a bake for the Blender script. If an actor has several entries, the last one is used, because it contains the most.
 */
export function describeForBlender(
  name: string,
  frames: BakeFrames,
  explanations: readonly OutputExplanation[],
): BlenderFacts {
  const fps = Math.max(1, Math.round(frames.fps));
  // A later entry of an actor replaces the earlier one, at the earlier position in the list.
  const entries = new Map(
    explanations
      .flatMap(({ entries = [] }) => entries)
      .map((one): [unknown, BlenderEntry] => [one.actor ?? one, one.entry]),
  );
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
