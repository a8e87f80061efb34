import type { StickingGround } from '../../../src/index.ts';
import { equalBytes } from '../../../src/math/index.ts';
import {
  type HeightfieldChange,
  type LiveHeightfield,
  readHeightfieldChange,
} from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFeed } from '../output-feed.ts';

/** The current state of a rectangle of ground. */
export interface GroundChange extends OutputChange, HeightfieldChange {
  readonly kind: 'heightfield';
}

/** What sticks to the bodies that touched a ground. */
export interface CoverChange extends OutputChange, StickingGround {
  readonly kind: 'covers';
}

type Rectangle = HeightfieldChange['rectangle'];

export const heightfieldFeed: OutputFeed<'heightfield'> = {
  kind: 'heightfield',
  // There are no facts to send, because the page creates untouched grounds itself before a run starts.
  facts: () => null,
  createReader() {
    /** Every rectangle that was sent. After a jump backward, all of these are sent again, with the ground at that time. */
    const sent = new Map<string, Rectangle>();
    const readCovers = createCoverReader();
    return (output, hasJumped) => {
      const fresh = new Map(output.takeChanges().map((rectangle) => [keyOf(rectangle), rectangle]));
      if (hasJumped) for (const [key, rectangle] of sent) fresh.set(key, rectangle);
      for (const [key, rectangle] of fresh) sent.set(key, rectangle);
      const heights = [...fresh.values()].map((rectangle) => readHeightfieldChange(output, rectangle));
      return [...heights, ...readCovers(output)];
    };
  },
};

/** Returns a function that returns what sticks to bodies if it has changed, and with the first call. */
function createCoverReader(): (output: LiveHeightfield) => Omit<CoverChange, 'name'>[] {
  let last: CoverChange['covers'] | null = null;
  return ({ readCovers, material, look }) => {
    if (!readCovers) return [];
    const covers = readCovers();
    const before = last;
    const isSame =
      before?.length === covers.length &&
      covers.every(
        ({ collider, amounts }, k) =>
          collider === before[k].collider && equalBytes(amounts, before[k].amounts),
      );
    if (isSame) return [];
    last = covers;
    return [{ kind: 'covers', covers, material, look }];
  };
}

function keyOf({ i0, j0, columns, rows }: Rectangle): string {
  return `${i0} ${j0} ${columns} ${rows}`;
}
