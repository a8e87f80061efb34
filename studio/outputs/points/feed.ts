import type { PointsOutput } from '../../../src/systems/outputs/index.ts';
import { copyPoints, type PointsSnapshot } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFacts, OutputFeed } from '../output-feed.ts';

/** What particles look like. */
export interface PointsFacts extends OutputFacts, Pick<PointsOutput, 'look'> {
  readonly kind: 'points';
}

/** All particles that there are now. */
export interface PointsChange extends OutputChange, PointsSnapshot {
  readonly kind: 'points';
}

export const pointsFeed: OutputFeed<'points'> = {
  kind: 'points',
  facts: ({ look }) => ({ look }),
  createReader: () => (output) => [copyPoints(output)],
};
