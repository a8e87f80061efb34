import type { MorphOutput } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFacts, OutputFeed } from '../output-feed.ts';

/** The shapes of a morph. */
export interface MorphShapes extends OutputFacts, Pick<MorphOutput, 'actor' | 'modeCount' | 'surfaces'> {
  readonly kind: 'morph';
}

/** The weights of the shapes. */
export interface MorphChange extends OutputChange {
  readonly kind: 'morph';
  /** [modeCount] */
  readonly amplitudes: Float64Array<ArrayBuffer>;
}

export const morphFeed: OutputFeed<'morph'> = {
  kind: 'morph',
  facts: ({ actor, modeCount, surfaces }) => ({ actor, modeCount, surfaces }),
  createReader: () => (output) => [{ amplitudes: new Float64Array(output.amplitudes) }],
};
