import type { CharacterInspection } from '../../src/index.ts';
import type { BrushShape } from '../brush/shapes.ts';
import type { ScenePlace } from '../document/edit-scene.ts';
import type { GivenFile } from '../document/open-files.ts';
import type { StudioDocument } from '../document/studio-document.ts';
import type { FleshActions, FleshSettings } from '../flesh/flesh-settings.ts';
import type { FurActions, FurSettings } from '../fur/fur-settings.ts';
import type { ParticlesActions, ParticlesSettings } from '../particles/particles-settings.ts';
import type { BakedDownload } from '../run/protocol.ts';
import type { RendererName } from '../stage/index.ts';

/** What panels show. */
export interface StudioState {
  readonly document: StudioDocument;
  /** What the first character's file holds; null while it is looked over, and where there is none. */
  readonly inspection: CharacterInspection | null;
  readonly brush: BrushSettings;
  readonly flesh: FleshSettings;
  readonly particles: ParticlesSettings;
  readonly fur: FurSettings;
  readonly download: DownloadState;
  /** What draws the picture. */
  readonly renderer: RendererName;
}

export interface BrushSettings {
  /** False: the pointer moves the camera. */
  readonly isOn: boolean;
  readonly shape: BrushShape;
  /** Metres: radius of a ball, length of a foot; and how deep it goes. */
  readonly size: number;
  readonly depth: number;
  /** Metres: the height of the figure, which sizes are measured by. */
  readonly scale: number;
}

export type DownloadState =
  | { readonly kind: 'none' }
  | { readonly kind: 'baking'; readonly share: number; readonly words: string }
  | { readonly kind: 'done'; readonly download: BakedDownload; readonly isCurrent: boolean };

/** What panels can ask for. */
export interface StudioActions {
  /** Undefined takes the value out of the scene, so that the system's own choice holds. */
  edit(place: ScenePlace, key: string, value: unknown): void;
  /**
   * Puts a file with one of these endings (`.png,.jpg`) into the document, and its name at the place; without one somebody is
   * asked for it.
   */
  takeFile(place: ScenePlace, key: string, endings: string, file?: GivenFile): void;
  chooseMaterial(system: number, material: string): void;
  chooseRenderer(renderer: RendererName): void;
  setBrush(change: Partial<BrushSettings>): void;
  pressInTheMiddle(): void;
  undoStroke(): void;
  clearStrokes(): void;
  readonly flesh: FleshActions;
  readonly particles: ParticlesActions;
  readonly fur: FurActions;
  downloadBake(): void;
  cancelBake(): void;
  downloadScene(): void;
  /** Resolves to what was done, in words. */
  copyLink(): Promise<string>;
}

export interface Panel {
  readonly element: HTMLElement;
  update(state: StudioState): void;
}

/**
 * One part of the side panel. Panels are made anew for every document that is opened, and told of every change of state
 * after that.
 */
export interface PanelDefinition {
  /** Whether the document has anything for it to show. */
  applies(state: StudioState): boolean;
  create(state: StudioState, actions: StudioActions): Panel;
}
