import { fractionPart } from './param-parts.ts';
import type { ParamTable } from './params.ts';

/** Parameters of a body that carries the actors of a system. */
export const referenceParams = {
  reference: {
    advanced: true,
    type: 'text',
    orIndex: true,
    expected: 'the name of a node, or its number counted from 0',
    description:
      'A node that carries it, such as the deck of a ship, a train or a lift. Only motion relative to this node acts on it, and none of the motion of the node itself, unless referenceFactor says otherwise. Gravity and wind stay those of the world. A node of the same file, or of the actor in referenceActor.',
  },
  referenceActor: {
    advanced: true,
    flag: false,
    type: 'text',
    refersTo: 'carrier',
    orNone: true,
    expected: 'the name of an actor',
    description:
      'The actor that has the node named in reference. A rigid prop has no nodes and is the reference as a whole. When absent: the actor itself.',
  },
  referenceFactor: {
    advanced: true,
    ...fractionPart,
    default: 0,
    description:
      'Fraction of the motion of the reference that acts on it. 0: none, as if the reference did not move. 1: all, as without a reference.',
  },
} as const satisfies ParamTable;

/** Parameters of a body on which a ground lies. */
export const groundReferenceParams = {
  reference: {
    ...referenceParams.reference,
    flag: 'groundReference',
    description:
      'A node on which the ground lies, such as the deck of a ship. Contacts are measured relative to this node, so prints stay on the deck. Files show the ground at its position at 0 s: make the node its parent in the program that shows it.',
  },
  referenceActor: {
    ...referenceParams.referenceActor,
    description:
      'The actor that has the node named in reference. A rigid prop has no nodes and is the reference as a whole. When absent: the only actor of the scene.',
  },
  referenceFactor: {
    ...referenceParams.referenceFactor,
    flag: 'groundReferenceFactor',
    description:
      'Fraction of the motion of the reference that the ground does not follow. At 0 it moves with the reference; at 1 it does not move in the world, as without a reference.',
  },
} as const satisfies ParamTable;
