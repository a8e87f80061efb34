import type { CoatName, Wind } from './scene-fur.ts';

/** The effect of a hand on the fur over which it moves. */
export type HandAction = 'part' | 'stroke' | 'press';

/** The data that the fur panel shows about the pointer. */
export interface FurSettings {
  /** False: the pointer moves the camera. */
  readonly isOn: boolean;
  readonly action: HandAction;
  /** Metres: radius of the effect around the pointer. */
  readonly radius: number;
  /** Metres: the radius that suits the scene. */
  readonly fit: number;
  /** Whether there is fur on the screen that a hand can touch. */
  readonly canTouch: boolean;
  /** Names of fur that takes its colours from the skin. The colours of its coat are unknown. */
  readonly skinColored: ReadonlySet<string>;
}

/** The actions of the fur panel. */
export interface FurActions {
  addFur(actor: string): void;
  /** Adds grass on a patch around the viewed point. */
  addGrass(): void;
  remove(system: number): void;
  chooseCoat(system: number, coat: CoatName): void;
  setWind(system: number, change: Partial<Wind>): void;
  addForce(system: number, kind: string): void;
  removeForce(system: number, index: number): void;
  setHand(change: Partial<Pick<FurSettings, 'isOn' | 'action' | 'radius'>>): void;
  /** For users without a pointer. */
  pushInTheMiddle(): void;
  undoPush(): void;
  clearPushes(): void;
}
