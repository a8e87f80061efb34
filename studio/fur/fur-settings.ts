import type { CoatName, Wind } from './scene-fur.ts';

/** What a hand does to the fur that it is led over. */
export type HandWay = 'part' | 'stroke' | 'press';

/** What the fur panel shows of the pointer's work. */
export interface FurSettings {
  /** False: the pointer moves the camera. */
  readonly isOn: boolean;
  readonly way: HandWay;
  /** Metres: how far around the pointer it is felt. */
  readonly radius: number;
  /** Metres: the radius that suits the scene. */
  readonly fit: number;
  /** Whether there is fur on the screen that a hand can find. */
  readonly canTouch: boolean;
  /** Names of fur that takes its colours from the skin: those of its coat are unknown. */
  readonly skinColored: ReadonlySet<string>;
}

/** What the fur panel asks for. */
export interface FurActions {
  addFur(actor: string): void;
  /** Grass on a patch around what one looks at. */
  addGrass(): void;
  remove(system: number): void;
  chooseCoat(system: number, coat: CoatName): void;
  setWind(system: number, change: Partial<Wind>): void;
  addForce(system: number, kind: string): void;
  removeForce(system: number, index: number): void;
  setHand(change: Partial<Pick<FurSettings, 'isOn' | 'way' | 'radius'>>): void;
  /** For those without a pointer. */
  pushInTheMiddle(): void;
  undoPush(): void;
  clearPushes(): void;
}
