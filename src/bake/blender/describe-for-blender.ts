import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import type { BlenderFacts } from './blender-facts.ts';

/** Collects the data of a bake for the Blender script. Of the entries of one actor the last is used, because it holds the most. */
export function describeForBlender(
  name: string,
  frames: BakeFrames,
  explanations: readonly OutputExplanation[],
): BlenderFacts {
  const fps = Math.max(1, Math.round(frames.fps));
  const all = explanations.flatMap(({ entries = [] }) => entries);
  const lastOf = new Map(all.map((one) => [one.actor, one]));
  const firstOf = new Map([...all].reverse().map((one) => [one.actor, one]));
  // In the position of the first.
  const entries = all.flatMap((one) => {
    if (one.actor === undefined) return [one.entry];
    return one === firstOf.get(one.actor) ? [lastOf.get(one.actor)!.entry] : [];
  });
  return {
    name,
    fps,
    fpsBase: fps / frames.fps,
    firstFrame: frames.firstFrame,
    frameCount: frames.frameCount,
    entries,
    notes: explanations.flatMap(({ notes = [] }) => notes),
  };
}
