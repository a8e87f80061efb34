import type { FigureJoint, JointGroup } from './figure-joints.ts';
import type { HandGrip } from './live-tool.ts';
import type { PaintSettings } from './paint-tool.ts';
import type { PreparedFlesh } from './prepared-flesh.ts';

/** A character of the scene, with what flesh can be asked for by name. */
export interface FleshFigure {
  readonly actor: string;
  readonly joints: readonly FigureJoint[];
  readonly groups: readonly JointGroup[];
}

/** Joints that are being chosen. */
export interface JointDraft {
  /** The part whose joints they are; null for parts that are still to be made. */
  readonly system: number | null;
  readonly actor: string;
  readonly joints: ReadonlySet<string>;
}

/** What is done to a part while the figure stands still. */
export type FleshWork =
  | { readonly kind: 'modes'; readonly name: string; readonly mode: number; readonly words: string }
  | { readonly kind: 'live'; readonly name: string; readonly grip: HandGrip }
  | { readonly kind: 'paint'; readonly name: string; readonly canUndo: boolean };

/** What the flesh panel shows. */
export interface FleshSettings {
  /** Characters that are on the screen; none while they are loaded. */
  readonly figures: readonly FleshFigure[];
  /** Of the run that goes on. */
  readonly prepared: readonly PreparedFlesh[];
  readonly preparing: { readonly share: number; readonly words: string } | null;
  readonly draft: JointDraft | null;
  readonly work: FleshWork | null;
  readonly paint: PaintSettings;
  /** Metres: the height of the figure, which brushes are measured by. */
  readonly height: number;
}

/** What the flesh panel asks for. */
export interface FleshActions {
  /** Begins to choose joints: of a part, or for new ones. */
  startDraft(system: number | null): void;
  chooseActor(actor: string): void;
  setJoints(joints: readonly string[]): void;
  toggleJoint(joint: string): void;
  /** Makes what was chosen. */
  applyDraft(): void;
  cancelDraft(): void;
  remove(system: number): void;
  chooseMaterial(system: number, material: string): void;
  /** Begins some work on a part, or leaves it where it goes on. */
  toggleWork(kind: FleshWork['kind'], name: string): void;
  showMode(mode: number): void;
  setGrip(grip: HandGrip): void;
  shake(): void;
  /** Share of the way, −1..1; null lets go. */
  bend(share: number | null): void;
  setPaint(change: Partial<PaintSettings>): void;
  paintInTheMiddle(): void;
  undoPaint(): void;
  fillPaint(weight: 0 | 1): void;
}
