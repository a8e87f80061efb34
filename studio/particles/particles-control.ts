import type { InputFault } from '../../src/index.ts';
import { addFile } from '../document/add-file.ts';
import { composeScene } from '../document/compose-scene.ts';
import { entryAt, type ListLocation } from '../document/edit-scene.ts';
import type { GivenFile } from '../document/open-files.ts';
import { type SceneData, type StudioDocument, systemsOf } from '../document/studio-document.ts';
import { removeSystem } from '../flesh/scene-flesh.ts';
import { type OutputChange, ofKind } from '../outputs/output-feed.ts';
import { type RunningTask, startPaths } from '../run/run-client.ts';
import type { Picture } from '../view/picture.ts';
import { chooseFile } from './choose-file.ts';
import { setKeyValues } from './key-bars.ts';
import type { KeysChange, ParticlesFacts } from './key-state.ts';
import { KeyTimeline } from './key-timeline.ts';
import type { ParticlesActions, ParticlesSettings, PathsState, SystemKeys } from './particles-settings.ts';
import { PathsObject } from './paths-object.ts';
import type { KeyPaths } from './record-paths.ts';
import {
  addEntry,
  addParticles,
  changeList,
  type ParticlesList,
  particlesOf,
  removeEntry,
  renameEntry,
} from './scene-particles.ts';
import { endingsFor, fileKeyOf, shapeFileEndings, withShapeFile } from './shape-files.ts';

export interface ParticlesControlOptions {
  /** The element that contains the timeline. */
  readonly container: HTMLElement;
  picture(): Picture | null;
  document(): StudioDocument | null;
  /** Changes the document and starts the run again. */
  change(change: (document: StudioDocument) => StudioDocument): void;
  /** Called when the content of the panels has changed. */
  changed(): void;
  /** Goes to a time, seconds. */
  seek(seconds: number): void;
  /** Shows the settings of an entry in the panel. */
  showSettings(location: ListLocation): void;
  /** Returns a font for text. Used if the scene has no font. */
  loadFont(): Promise<GivenFile>;
  failed(error: unknown): void;
  say(message: string): void;
}

/** Minimum number of milliseconds between updates of the keys in the panels, because numbers that change faster cannot be read. */
const stateTime = 150;
/** If the document has not changed for this number of milliseconds, paths are computed again. */
const restTime = 500;

/** Particles on the page: the timeline of their keys, the state of the keys, the paths of particles, and actions of the panels. */
export class ParticlesControl {
  readonly actions: ParticlesActions;
  private readonly timeline: KeyTimeline;
  private facts: readonly ParticlesFacts[] = [];
  private keyStates = new Map<string, SystemKeys>();
  private newsKey = '';
  private lastUpdate = 0;
  private paths: PathsState = { kind: 'none' };
  private found: readonly KeyPaths[] = [];
  private lines: PathsObject | null = null;
  private task: RunningTask<readonly KeyPaths[]> | null = null;
  private restTimer = 0;
  /** Faults that were found when the scene was run. */
  private faults: readonly InputFault[] = [];

  constructor(private readonly options: ParticlesControlOptions) {
    this.actions = this.createActions();
    this.timeline = new KeyTimeline({
      ...this.actions,
      seek: (seconds) => options.seek(seconds),
      showKey: (system, key) => options.showSettings(`systems.${system}.keys.${key}`),
    });
    this.timeline.element.hidden = true;
    options.container.prepend(this.timeline.element);
    new ResizeObserver(() => this.makeRoom()).observe(this.timeline.element);
  }

  /** Makes room above the timeline for the open settings and faults. */
  private makeRoom(): void {
    const height = this.timeline.element.offsetHeight;
    document.documentElement.style.setProperty('--keys-height', `${height}px`);
    const stage = this.options.picture()?.stage;
    stage?.lift(Math.min(0.25, height / 2 / Math.max(1, stage.canvas.clientHeight)));
    this.options.changed();
  }

  get settings(): ParticlesSettings {
    const { facts, keyStates, paths } = this;
    return { facts, keyStates, paths };
  }

  /** Called when a run has started. */
  setFacts(facts: readonly ParticlesFacts[]): void {
    this.facts = facts;
    this.faults = [];
  }

  /** Called when the run could not start. */
  setFaults(faults: readonly InputFault[]): void {
    this.faults = faults;
    this.options.changed();
  }

  /** Called when another document is opened. */
  forget(): void {
    this.facts = [];
    this.keyStates = new Map();
    this.faults = [];
    this.hidePaths();
  }

  /** Called when the document has changed. Paths are removed, because they belong to the old run. */
  follow(): void {
    this.faults = [];
    if (this.paths.kind === 'none') return;
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => this.findPaths(), restTime);
  }

  /** Called before the panels receive the state. */
  show(document: StudioDocument): void {
    this.timeline.update(document.scene, this.settings, this.faults);
  }

  /** Receives the changes up to the playhead, and shows its position, seconds. */
  frame(changes: readonly OutputChange[], seconds: number): void {
    for (const { name, alive, keys } of ofKind<KeysChange>(changes, 'keys'))
      this.keyStates.set(name, { alive, keys });
    this.timeline.showTime(seconds);
    const now = performance.now();
    if (this.keyStates.size === 0 || now - this.lastUpdate < stateTime) return;
    const key = JSON.stringify([...this.keyStates]);
    if (key === this.newsKey) return;
    this.newsKey = key;
    this.lastUpdate = now;
    this.keyStates = new Map(this.keyStates);
    this.options.changed();
  }

  /** Returns whether all faults are already shown on the timeline, in red. */
  showsAll(faults: readonly InputFault[]): boolean {
    if (this.timeline.element.offsetHeight === 0) return false;
    return faults.every(({ path }) => /^systems\[\d+\]\.keys\[\d+\]/.test(path));
  }

  /** Called when another renderer is used, because objects must be added to its picture again. */
  fill(): void {
    this.makeRoom();
    if (this.paths.kind === 'shown') this.showPaths(this.found);
  }

  private findPaths(): void {
    const document = this.options.document();
    this.task?.cancel();
    this.task = null;
    if (!document || particlesOf(document.scene).length === 0) {
      this.hidePaths();
      return;
    }
    this.setPaths({ kind: 'finding', fraction: 0 });
    const { scene, files } = composeScene(document);
    const task = startPaths({ name: document.name, scene, files: [...files] }, (fraction) => {
      if (this.task === task) this.setPaths({ kind: 'finding', fraction });
    });
    this.task = task;
    task.result.then(
      (paths) => {
        if (this.task !== task) return;
        this.task = null;
        this.found = paths;
        this.showPaths(paths);
      },
      // The run itself reports the faults of the scene, so nothing is reported here.
      () => {
        if (this.task === task) this.hidePaths();
      },
    );
  }

  private showPaths(paths: readonly KeyPaths[]): void {
    const stage = this.options.picture()?.stage;
    this.lines?.dispose();
    this.lines = new PathsObject(paths);
    stage?.scene.add(this.lines);
    stage?.touch();
    if (paths.length === 0)
      this.options.say('No key of this scene moves particles to a target, so there are no paths to show.');
    this.setPaths({ kind: 'shown', fast: this.lines.fast });
  }

  private hidePaths(): void {
    clearTimeout(this.restTimer);
    this.task?.cancel();
    this.task = null;
    this.lines?.dispose();
    this.lines = null;
    this.found = [];
    if (this.paths.kind === 'none') return;
    this.options.picture()?.stage.touch();
    this.setPaths({ kind: 'none' });
  }

  private setPaths(paths: PathsState): void {
    this.paths = paths;
    this.options.changed();
  }

  private edit(change: (scene: SceneData) => SceneData): void {
    this.options.change((document) => ({ ...document, scene: change(document.scene) }));
  }

  /** Adds a file to the document and lets `change` enter its name into the scene. */
  private addFile(file: GivenFile, change: (scene: SceneData, path: string) => SceneData): void {
    this.options.change((document) => addFile(document, file, change));
  }

  private async addShape(system: number, kind: string): Promise<void> {
    const document = this.options.document();
    const key = fileKeyOf(kind);
    if (!document || key === null || kind === 'points') {
      this.edit((scene) => addEntry(scene, system, 'shapes', kind));
      return;
    }
    const add = (scene: SceneData, path: string) => addEntry(scene, system, 'shapes', kind, { [key]: path });
    if (kind === 'text') {
      const font = [...document.files.keys()].find((path) => /\.(ttf|otf|woff)$/i.test(path));
      if (font !== undefined) this.edit((scene) => add(scene, font));
      else this.addFile(await this.options.loadFont(), add);
      return;
    }
    const file = await chooseFile(endingsFor(kind));
    if (file) this.addFile(file, add);
  }

  private async takeFile(location: ListLocation, given?: GivenFile): Promise<void> {
    const file = given ?? (await chooseFile(shapeFileEndings));
    const document = this.options.document();
    if (!file || !document) return;
    const [, system, , index] = location.split('.');
    const shape = entryAt(document.scene, location);
    if (!withShapeFile(shape, file.path)) {
      this.options.say(
        `No shape can be made from ${file.path}: drop a drawing (.svg), a picture (.png, .jpg), a font (.ttf, .otf, .woff) or a mesh (.obj, .stl, .ply, .glb).`,
      );
      return;
    }
    this.addFile(file, (scene, path) =>
      changeList(scene, Number(system), 'shapes', (shapes) =>
        shapes.map((one, k) => (k === Number(index) ? (withShapeFile(one, path) ?? one) : one)),
      ),
    );
  }

  private createActions(): ParticlesActions {
    const tryTo = (work: Promise<void>) => work.catch((error) => this.options.failed(error));
    return {
      addParticles: () => this.edit(addParticles),
      removeParticles: (system) => this.edit((scene) => removeSystem(scene, system)),
      addEntry: (system, list: ParticlesList, kind) => {
        if (list === 'shapes') void tryTo(this.addShape(system, kind));
        else this.edit((scene) => addEntry(scene, system, list, kind));
      },
      removeEntry: (system, list, index) => this.edit((scene) => removeEntry(scene, system, list, index)),
      renameEntry: (system, list, index, name) =>
        this.edit((scene) => renameEntry(scene, system, list, index, name)),
      setKeyValues: (system, key, values) => {
        if (!systemsOf(this.options.document()?.scene ?? {})[system]) return;
        this.edit((scene) => setKeyValues(scene, system, key, values));
      },
      takeFile: (location, file) => void tryTo(this.takeFile(location, file)),
      togglePaths: () => {
        if (this.paths.kind === 'none') this.findPaths();
        else this.hidePaths();
      },
    };
  }
}
