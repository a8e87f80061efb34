import { createContext } from 'react';
import type { ObjectCollider } from '../three/index.ts';

/** What a live object offers to the `<Prints>` inside its component. */
export interface Touched {
  add(collider: ObjectCollider): void;
  remove(collider: ObjectCollider): void;
}

/** The live object that is touched by the `<Prints>` inside. */
export const TouchedContext = createContext<Touched | null>(null);
