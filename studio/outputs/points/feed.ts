import { copyPoints, type PointsOutput, type PointsSnapshot } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFacts, OutputFeed } from '../output-feed.ts';

/** The appearance of particles. */
export interface PointsFacts extends OutputFacts, Pick<PointsOutput, 'look'> {
  readonly kind: 'points';
}

/** All particles in their current state. */
export interface PointsChange extends OutputChange, PointsSnapshot {
  readonly kind: 'points';
}

export const pointsFeed: OutputFeed<'points'> = {
  kind: 'points',
  facts: ({ look }) => ({ look }),
  createReader: () => (output) => [copyPoints(output)],
};
