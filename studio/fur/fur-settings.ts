import type { CoatName, Wind } from './scene-fur.ts';

/** The effect of a hand on the fur over which it moves. */
export type HandAction = 'part' | 'stroke' | 'press';

/** The data that the fur panel shows about the pointer. */
export interface FurSettings {
  /** Whether the pointer works on fur. False: it moves the camera. */
  readonly isOn: boolean;
  readonly action: HandAction;
  /** Radius of the effect around the pointer, metres. */
  readonly radius: number;
  /** The radius that suits the scene, metres. */
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
  /** Pushes the fur in the middle of the picture, for users without a pointer. */
  pushInTheMiddle(): void;
  undoPush(): void;
  clearPushes(): void;
}
