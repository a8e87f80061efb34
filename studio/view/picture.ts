import type { SurfaceLook } from '../../src/index.ts';
import {
  type BakePlan,
  findSystem,
  openScene,
  parseScene,
  type Scene,
  systemEntries,
} from '../../src/index.ts';
import { groundParams } from '../../src/systems/ground/index.ts';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import {
  createSceneFiles,
  type SceneData,
  type StudioDocument,
  systemsOf,
} from '../document/studio-document.ts';
import type { OutputFacts } from '../outputs/output-feed.ts';
import { createStage, type Point, type Stage, type StageOptions } from '../stage/index.ts';
import { createUntouched, type GroundDefinitions, isFromFile, listBareGrounds } from './untouched-grounds.ts';

/** Rotation of the camera by one key press, radians. */
const keyTurn = 0.12;

/** The part of a system that determines the look of its untouched ground. */
const shapeNames = [
  ...['cell', 'size', 'center', 'datum', 'noiseAmplitude', 'noiseWavelength', 'noiseOctaves'],
  ...Object.keys(groundParams).filter((name) => /^(terrain|stone|water|wet|drying)/.test(name)),
];

/** The page's picture: keeps the stage up to date with the document, and only creates again what has changed. */
export class Picture {
  private plan: BakePlan | null = null;
  private actorsKey = '';
  private groundKey = '';
  /** The grounds that were opened with the actors, and their document. */
  private grounds: { readonly key: string; readonly systems: BakePlan['systems'] } | null = null;
  private turn = 0;
  private loading: Promise<boolean> = Promise.resolve(false);
  private hasActors = false;
  /** Number of times that an untouched ground was shown: once in each run. */
  groundCount = 0;

  private constructor(
    readonly stage: Stage,
    private readonly canvas: HTMLCanvasElement,
    /** Systems that show a heightfield, by name: grounds are shown before a scene is opened. */
    private readonly definitions: GroundDefinitions,
  ) {}

  static async create(
    canvas: HTMLCanvasElement,
    options: Pick<StageOptions, 'renderer' | 'offscreen' | 'warn' | 'lost'>,
  ): Promise<Picture> {
    const { clientWidth: width, clientHeight: height } = canvas;
    const loading = systemEntries
      .filter(({ shows }) => shows === 'heightfield')
      .map(async ({ name, load }) => [name, await load()] as const);
    const stage = await createStage({ canvas, width, height, pixelRatio: pixelRatio(), ...options });
    return new Picture(stage, canvas, new Map(await Promise.all(loading)));
  }

  /** Sets the camera to that of another picture. */
  standLike({ stage }: Picture): void {
    if (stage.view === 'free') this.stage.setCameraPosition(stage.cameraPosition);
    else this.stage.setView(stage.view);
  }

  /** Loads the actors of the current document. Returns true if they were created again. */
  showActors(document: StudioDocument): Promise<boolean> {
    const shown = this.loadActors(document);
    this.loading = shown.catch(() => false);
    void this.loading.then(() => {
      this.hasActors = true;
    });
    return shown;
  }

  /** Returns whether the shown actors are those of the document. */
  hasActorsOf({ scene }: StudioDocument): boolean {
    return this.actorsKey === actorsKeyOf(scene);
  }

  /**
   * Shows the outputs of a run that starts, and their bounds. Outputs that change the actors wait for these. Rejects if the
   * drawing code cannot be loaded.
   */
  async showOutputs(outputs: readonly OutputFacts[], extent: PointsBox | null): Promise<void> {
    const { loading } = this;
    const changed = loading.then(() => {
      if (loading === this.loading) this.stage.setActorOutputs(outputs);
    });
    await Promise.all([this.stage.setOutputs(outputs, extent), changed]);
  }

  private async loadActors(document: StudioDocument): Promise<boolean> {
    const key = actorsKeyOf(document.scene);
    if (key === this.actorsKey) return false;
    const turn = ++this.turn;
    const { scene, files, name } = document;
    const parsed = parseScene(scene);
    // Only systems that determine the depth of feet: nothing else need be prepared twice.
    const plan = await openScene({ ...parsed, systems: listBareGrounds(parsed) }, createSceneFiles(files), {
      name,
    });
    if (turn !== this.turn) return false;
    this.grounds = { key: groundKeyOf(parsed), systems: plan.systems };
    this.stage.setActorOutputs([]);
    this.stage.setCameras(plan.cameras ?? []);
    this.stage.setLights(plan.lights ?? null);
    await this.stage.setCharacters(plan.actors, parsed.time.start, parsed.time.end);
    if (turn !== this.turn) return false;
    this.plan = plan;
    this.actorsKey = key;
    return true;
  }

  /** Called before the first run starts. Creates its grounds, and compiles their shaders while the actors are loaded. */
  prepareGrounds(document: StudioDocument): void {
    if (this.groundCount > 0) return;
    this.makeGrounds(document);
    this.stage.prepare();
  }

  /** Shows the grounds in their state before the run. Changes follow. */
  showGrounds(document: StudioDocument): void {
    this.groundCount++;
    this.makeGrounds(document);
  }

  /** Returns whether the grounds of a document can be shown: those made from files wait until these are read, with the actors. */
  hasGroundsOf({ scene }: StudioDocument): boolean {
    const parsed = parseScene(scene);
    return !hasFiles(parsed) || this.grounds?.key === groundKeyOf(parsed);
  }

  private makeGrounds({ scene }: StudioDocument): void {
    const parsed = parseScene(scene);
    const key = groundKeyOf(parsed);
    if (key !== this.groundKey) {
      const opened = this.grounds?.key === key ? this.grounds.systems : null;
      if (!opened && hasFiles(parsed)) return;
      this.stage.setGrounds(createUntouched(parsed, opened, this.definitions));
      // Set last: after an error, the next call tries again, so the error is not hidden.
      this.groundKey = key;
      return;
    }
    this.stage.resetGrounds();
    for (const { name, params } of listBareGrounds(parsed))
      this.stage.setMaterial(name, String(params.material), params as SurfaceLook);
  }

  /** Whether there is something to see. The first objects are drawn together, because each picture delays the next ones. */
  get canBegin(): boolean {
    return this.groundCount > 0 && this.hasActors;
  }

  /** The shown actors, with their files. None while they are loaded for the first time. */
  get actors(): BakePlan['actors'] {
    return this.plan?.actors ?? [];
  }

  /** Height of the character that cameras follow, metres. */
  get characterHeight(): number {
    return this.plan?.actors[0]?.report.height || 1.75;
  }

  /** Returns the point of the ground in the middle of the picture. Null on the sky. */
  pickMiddle(): Point | null {
    const { clientWidth, clientHeight } = this.canvas;
    return this.stage.pickGround(clientWidth / 2, clientHeight / 2);
  }

  /** The direction from the camera into the picture, radians about +Y from +z. */
  get awayFromCamera(): number {
    const { position, target } = this.stage.cameraPosition;
    return Math.atan2(target[0] - position[0], target[2] - position[2]);
  }

  /** Rotates the camera around its target, by steps of a key. */
  turnCamera(right: number, up: number): void {
    const { position, target } = this.stage.cameraPosition;
    const [dx, dy, dz] = [position[0] - target[0], position[1] - target[1], position[2] - target[2]];
    const distance = Math.hypot(dx, dy, dz);
    const turn = Math.atan2(dx, dz) + right * keyTurn;
    const rise = Math.max(0.03, Math.min(1.5, Math.asin(dy / distance) + up * keyTurn));
    const level = distance * Math.cos(rise);
    this.stage.setCameraPosition({
      position: [
        target[0] + level * Math.sin(turn),
        target[1] + distance * Math.sin(rise),
        target[2] + level * Math.cos(turn),
      ],
      target,
    });
  }

  /** Fits the picture to its element. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width > 0 && height > 0) this.stage.resize(width, height, pixelRatio());
  }
}

/** Returns a pixel ratio that is sharp, but not sharper than needed for a moving picture. */
function pixelRatio(): number {
  return Math.min(2, devicePixelRatio || 1);
}

/** Returns a key of everything that determines the motion of the actors, cameras and lights: their own values, and the ground on which they walk. */
function actorsKeyOf(scene: SceneData): string {
  return JSON.stringify([
    scene.actors,
    scene.time,
    scene.materials,
    scene.cameras,
    scene.lights,
    systemsOf(scene)
      .filter(({ system }) => findSystem(system)?.shows === 'heightfield')
      .map((entry) => [
        ...[entry.system, entry.material, entry.sinkage, entry.actors],
        // Characters follow a terrain.
        ...(isFromFile(String(entry.system), entry) ? shapeNames.map((name) => entry[name]) : []),
      ]),
  ]);
}

/** Returns a key of everything that determines the look of the untouched grounds. */
function groundKeyOf(scene: Scene): string {
  return JSON.stringify([
    scene.seed,
    listBareGrounds(scene).map(({ name, params }) => [name, ...shapeNames.map((shape) => params[shape])]),
  ]);
}

/** Returns whether the untouched grounds of a scene depend on files. */
function hasFiles(scene: Scene): boolean {
  return listBareGrounds(scene).some(({ system, params }) => isFromFile(system, params));
}
