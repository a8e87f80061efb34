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
