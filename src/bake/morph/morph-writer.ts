import { countFrames, type OutputWriter, outputsOfKind } from '../output-definition.ts';
import { MorphRecorder } from './morph-recorder.ts';

/** Keeps the amplitudes of flesh. The files are written by `characters/`. */
export const morphWriter: OutputWriter = {
  *estimate(bake) {
    const modes = outputsOfKind(bake, 'morph').reduce((sum, { output }) => sum + output.modeCount, 0);
    return { files: {}, keptBytes: 8 * modes * countFrames(bake.plan) };
  },

  record: (shown, { plan, simulation }) => new MorphRecorder(shown, simulation, plan.times),
};
