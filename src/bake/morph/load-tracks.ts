import { type Bake, outputsOfKind, preparedFiles } from '../output-definition.ts';
import { joinSamples } from './morph-recorder.ts';
import type { MorphTrack } from './morph-track.ts';

/** Returns whether outputs move the flesh of an actor. */
export function hasFlesh(bake: Bake, actor: string | undefined): boolean {
  return outputsOfKind(bake, 'morph').some(({ output }) => output.actor === actor);
}

/** Reads the outputs that move an actor from the kept frames. */
export function loadTracks(bake: Bake, actor: string): MorphTrack[] {
  const { systems, firstFrame, lastFrame, modesInExtras } = bake.plan;
  return outputsOfKind(bake, 'morph').flatMap(({ system, index, output, load }) => {
    if (output.actor !== actor) return [];
    const { name, modeCount, surfaces } = output;
    const kept = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) => load(firstFrame + k));
    const files = preparedFiles(systems.find((candidate) => candidate.name === system)!);
    const prepared = modesInExtras ? files[index]?.bytes() : undefined;
    return [{ name, actor, modeCount, surfaces, prepared, ...joinSamples(modeCount, kept) }];
  });
}
