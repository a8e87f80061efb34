import type { CharacterJoint, JointGroup } from './character-joints.ts';
import type { HandGrip } from './live-tool.ts';
import type { PaintSettings } from './paint-tool.ts';
import type { PreparedFlesh } from './prepared-flesh.ts';

/** A character of the scene, and the names to which flesh can refer. */
export interface FleshCharacter {
  readonly actor: string;
  readonly joints: readonly CharacterJoint[];
  readonly groups: readonly JointGroup[];
}

/** A choice of joints that is not finished. */
export interface JointDraft {
  /** The part to which the joints belong. Null for parts that are still to be created. */
  readonly system: number | null;
  readonly actor: string;
  readonly joints: ReadonlySet<string>;
}

/** What the user does with a part while the character does not move. */
export type FleshWork =
  | { readonly kind: 'modes'; readonly name: string; readonly mode: number; readonly description: string }
  | { readonly kind: 'live'; readonly name: string; readonly grip: HandGrip }
  | { readonly kind: 'paint'; readonly name: string; readonly canUndo: boolean };

/** The data that the flesh panel shows. */
export interface FleshSettings {
  /** Characters that are on the screen. Empty while they are loading. */
  readonly characters: readonly FleshCharacter[];
  /** The prepared parts of the current run. */
  readonly prepared: readonly PreparedFlesh[];
  readonly preparing: { readonly fraction: number; readonly message: string } | null;
  readonly draft: JointDraft | null;
  readonly work: FleshWork | null;
  readonly paint: PaintSettings;
  /** Height of the character, metres. Brush sizes are relative to it. */
  readonly height: number;
}

/** The actions of the flesh panel. */
export interface FleshActions {
  /** Starts choosing joints, either for an existing part or for new parts. */
  startDraft(system: number | null): void;
  chooseActor(actor: string): void;
  setJoints(joints: readonly string[]): void;
  toggleJoint(joint: string): void;
  /** Creates the chosen parts. */
  applyDraft(): void;
  cancelDraft(): void;
  remove(system: number): void;
  chooseMaterial(system: number, material: string): void;
  /** Starts some work on a part, or ends it if it is in progress. */
  toggleWork(kind: FleshWork['kind'], name: string): void;
  showMode(mode: number): void;
  setGrip(grip: HandGrip): void;
  shake(): void;
  /** Bends the part to a fraction of its range, −1 to 1. Null releases it. */
  bend(share: number | null): void;
  setPaint(change: Partial<PaintSettings>): void;
  paintInTheMiddle(): void;
  undoPaint(): void;
  fillPaint(weight: 0 | 1): void;
}
