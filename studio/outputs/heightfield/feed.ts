import { type HeightfieldChange, readHeightfieldChange } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFeed } from '../output-feed.ts';

/** The current state of a rectangle of ground. */
export interface GroundChange extends OutputChange, HeightfieldChange {
  readonly kind: 'heightfield';
}

type Rectangle = HeightfieldChange['rectangle'];

export const heightfieldFeed: OutputFeed<'heightfield'> = {
  kind: 'heightfield',
  // There are no facts to send, because the page creates untouched grounds itself before a run starts.
  facts: () => null,
  createReader() {
    /** Every rectangle that was sent. After a jump backward, all of these are sent again, with the ground at that time. */
    const sent = new Map<string, Rectangle>();
    return (output, hasJumped) => {
      const fresh = new Map(output.takeChanges().map((rectangle) => [keyOf(rectangle), rectangle]));
      if (hasJumped) for (const [key, rectangle] of sent) fresh.set(key, rectangle);
      for (const [key, rectangle] of fresh) sent.set(key, rectangle);
      return [...fresh.values()].map((rectangle) => readHeightfieldChange(output, rectangle));
    };
  },
};

function keyOf({ i0, j0, columns, rows }: Rectangle): string {
  return `${i0} ${j0} ${columns} ${rows}`;
}
