import { sharePart } from './param-parts.ts';
import type { ParamTable } from './params.ts';

/** What a system may be told about a body that carries its actors. */
export const referenceParams = {
  reference: {
    type: 'text',
    orIndex: true,
    expected: 'the name of a node, or its number counted from 0',
    words:
      'A node that carries it, such as the deck of a ship, a train or a lift: only motion relative to that node is felt, and none of what the node itself does, unless referenceFactor says otherwise. Gravity and wind stay those of the world. A node of the same file, or of the actor in referenceActor.',
  },
  referenceActor: {
    type: 'text',
    refersTo: 'carrier',
    orNone: true,
    expected: 'the name of an actor',
    words:
      'Whose node the reference is. A rigid thing is a reference as a whole. When absent: the actor itself.',
  },
  referenceFactor: {
    ...sharePart,
    default: 0,
    words:
      'How much of the motion of the reference is felt: 0 nothing, as if it stood still; 1 all of it, as without a reference.',
  },
} as const satisfies ParamTable;

/** The same for a ground that lies on such a body. */
export const groundReferenceParams = {
  reference: {
    ...referenceParams.reference,
    words:
      'A node on which the ground lies, such as the deck of a ship: what presses it is seen as the node carries it, so prints stay on the deck. The ground is written where it lies at 0 s: fix it to that node. A node of the actor in referenceActor.',
  },
  referenceActor: {
    ...referenceParams.referenceActor,
    words:
      'Whose node the reference is. A rigid thing is a reference as a whole. When absent: the only actor there is.',
  },
  referenceFactor: {
    ...referenceParams.referenceFactor,
    words:
      'How much of the motion of the reference passes under the ground: 0 nothing, the ground goes along as a whole; 1 all of it, the ground stands still, as without a reference.',
  },
} as const satisfies ParamTable;
