import type { CharacterInspection } from '../../src/index.ts';
import type { BrushShape } from '../brush/shapes.ts';
import type { SceneLocation } from '../document/edit-scene.ts';
import type { GivenFile } from '../document/open-files.ts';
import type { StudioDocument } from '../document/studio-document.ts';
import type { FleshActions, FleshSettings } from '../flesh/flesh-settings.ts';
import type { FurActions, FurSettings } from '../fur/fur-settings.ts';
import type { ParticlesActions, ParticlesSettings } from '../particles/particles-settings.ts';
import type { BakedDownload } from '../run/protocol.ts';
import type { BackendChoice, SystemBackend } from '../run/simulation-backend.ts';
import type { RendererName } from '../stage/index.ts';

/** The data that panels show. */
export interface StudioState {
  readonly document: StudioDocument;
  /** The result of inspecting the first character's file. Null while it is inspected, and if there is none. */
  readonly inspection: CharacterInspection | null;
  readonly brush: BrushSettings;
  readonly flesh: FleshSettings;
  readonly particles: ParticlesSettings;
  readonly fur: FurSettings;
  readonly download: DownloadState;
  /** The renderer of the picture. */
  readonly renderer: RendererName;
  /** Where systems are simulated: the user's choice, and for each system where it is now. */
  readonly backend: BackendChoice;
  readonly backends: readonly SystemBackend[];
}

export interface BrushSettings {
  /** Whether the pointer presses the ground. False: it moves the camera. */
  readonly isOn: boolean;
  readonly shape: BrushShape;
  /** size: radius of a ball or length of a foot. depth: depth of the print. Metres. */
  readonly size: number;
  readonly depth: number;
  /** Height of the character, metres. Sizes are relative to it. */
  readonly scale: number;
}

export type DownloadState =
  | { readonly kind: 'none' }
  | { readonly kind: 'baking'; readonly fraction: number; readonly message: string }
  | { readonly kind: 'done'; readonly download: BakedDownload; readonly isCurrent: boolean };

/** The actions that panels can request. */
export interface StudioActions {
  /** Sets a value of the scene. Undefined removes the value, so that the system's own choice applies. */
  edit(location: SceneLocation, key: string, value: unknown): void;
  /**
   * Adds a file with one of these extensions (`.png,.jpg`) to the document, and writes its name to the location. Without `file`, the user
   * is asked for one.
   */
  takeFile(location: SceneLocation, key: string, endings: string, file?: GivenFile): void;
  /** Sets a value at the top of the scene that affects only downloads: their outputs, and how these are written. The run continues. */
  editFiles(key: string, value: unknown): void;
  chooseMaterial(system: number, material: string): void;
  chooseRenderer(renderer: RendererName): void;
  chooseBackend(backend: BackendChoice): void;
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
  /** Copies a link. Resolves to a message about what was done. */
  copyLink(): Promise<string>;
}

export interface Panel {
  readonly element: HTMLElement;
  update(state: StudioState): void;
}

/** One section of the side panel. Panels are created again for every document that is opened, and updated after every change of state. */
export interface PanelDefinition {
  /** Returns whether the document has something that this panel can show. */
  applies(state: StudioState): boolean;
  create(state: StudioState, actions: StudioActions): Panel;
}
