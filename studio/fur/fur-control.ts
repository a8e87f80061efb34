import { minOf } from '../../src/math/index.ts';
import { growTime, lastTickOf } from '../document/grow-time.ts';
import type { SceneData, SceneEntry, StudioDocument } from '../document/studio-document.ts';
import { removeSystem } from '../flesh/scene-flesh.ts';
import { type OutputChange, type OutputFacts, ofKind } from '../outputs/output-feed.ts';
import type { ShellsChange, ShellsFacts } from '../outputs/shells/feed.ts';
import type { RunClient } from '../run/run-client.ts';
import { ticksPerSecond } from '../run/run-session.ts';
import type { Picture } from '../view/picture.ts';
import { PointerRing } from '../view/pointer-ring.ts';
import { ToolPointer } from '../view/tool-pointer.ts';
import type { FurActions, FurSettings } from './fur-settings.ts';
import { HandTool } from './hand-tool.ts';
import type { ShellsHit } from './pick-shells.ts';
import { beginPush, leadPush, listPushes, type Push, spanOfPush } from './push.ts';
import {
  addForce,
  addFur,
  addGrass,
  chooseCoat,
  deriveFur,
  furOf,
  removeForces,
  setWind,
} from './scene-fur.ts';

export interface FurControlOptions {
  /** The element that contains the canvas. */
  readonly view: HTMLElement;
  canvas(): HTMLElement;
  readonly client: RunClient;
  picture(): Picture | null;
  document(): StudioDocument | null;
  /** Returns the seconds of the scene's first tick. */
  start(): number;
  /** Changes the document and starts the run again. */
  change(change: (document: StudioDocument) => StudioDocument): void;
  /** Receives a document whose changes the run has already applied. */
  replace(document: StudioDocument): void;
  /** Called when the content of the panel has changed. */
  changed(): void;
  /** Called before a hand works on fur, so that other uses of the pointer end. */
  began(): void;
  failed(error: unknown): void;
  say(message: string): void;
}

/** Minimum and maximum number of ticks in a segment of a push. Within these limits, a segment is as long as a frame. */
const minTicks = 2;
const maxTicks = 6;
/** In a paused scene, time continues for this number of ticks after a push, until the fur has recovered. */
const afterTicks = 72;
/**
 * lengthFraction: radius of a hand as a fraction of the length of a strand. characterFraction: its radius as a fraction of the character's
 * height or the patch's side.
 */
const lengthFraction = 2;
const characterFraction = 0.05;

/** A push in progress. */
interface Led {
  push: Push;
  /** The tick up to which the path of the push is known. */
  settled: number;
  /** Seconds of frames since that tick. */
  passed: number;
  readonly wasPlaying: boolean;
}

/** Fur on the page: actions of the panel, and the hand that strokes the fur. */
export class FurControl {
  readonly actions: FurActions;
  private hand: Pick<FurSettings, 'isOn' | 'action'> = { isOn: false, action: 'stroke' };
  private radius: number | null = null;
  private readonly tool: HandTool;
  private readonly ring: PointerRing;
  private skinColored: ReadonlySet<string> = new Set();
  private led: Led | null = null;
  private pushCount = 0;
  /** The fur that a hand touched last. */
  private touched = '';
  /** Tick up to which the run plays before it stops. Null: it does not stop. */
  private stopAt: number | null = null;

  constructor(private readonly options: FurControlOptions) {
    this.actions = this.createActions();
    this.ring = new PointerRing(options.view);
    this.tool = new HandTool({
      stage: () => options.picture()?.stage ?? null,
      begin: (hit, point, away) => this.begin(hit, point, away),
      end: () => this.end(),
      hover: (position) => this.showRing(position),
    });
    new ToolPointer(options.view, options.canvas, () => (this.hand.isOn ? this.tool : null));
  }

  get settings(): FurSettings {
    const { fit } = this;
    const canTouch = furOf(this.scene).length > 0;
    return { ...this.hand, radius: this.radius ?? fit, fit, canTouch, skinColored: this.skinColored };
  }

  /** Called when a run has started with this fur. */
  setFacts(outputs: readonly OutputFacts[]): void {
    const own = ofKind<ShellsFacts>(outputs, 'shells').filter(({ name, actor, colors, maps }) => {
      const mapped = furOf(this.scene).some((fur) => fur.name === name && fur.entry.colorMap !== undefined);
      return actor !== null && (colors !== null || maps.color !== null) && !mapped;
    });
    this.skinColored = new Set(own.map(({ name }) => name));
  }

  /** Called when another document is opened. */
  forget(): void {
    this.skinColored = new Set();
    this.leave();
    this.radius = null;
    this.tool.forget();
  }

  /** Called when the document has changed. If the scene then has no fur, this switches the hand off. */
  follow(): void {
    this.cancel();
    if (furOf(this.scene).length === 0) this.leave();
  }

  /** Called when the pointer is used for something else. */
  leave(): void {
    if (this.hand.isOn) this.setHand({ isOn: false });
  }

  /**
   * Called before the playhead moves, `seconds` after the last frame. During a push, the playhead advances as far as the push has been
   * simulated.
   */
  advance(seconds: number): void {
    const { playback } = this.options.client;
    if (this.led) this.lead(this.led, seconds);
    if (this.stopAt !== null && playback.playhead >= this.stopAt) {
      playback.isPlaying = false;
      this.stopAt = null;
    }
  }

  /** Receives the changes up to the playhead, and the position of the playhead, seconds. */
  frame(changes: readonly OutputChange[], seconds: number): void {
    this.tool.note(ofKind<ShellsChange>(changes, 'shells'), seconds);
  }

  private get scene(): SceneData {
    return this.options.document()?.scene ?? {};
  }

  /** The radius that suits the first fur of the scene, m. */
  private get fit(): number {
    const [first] = furOf(this.scene);
    if (!first) return 0.1;
    const { length } = { ...deriveFur(first.entry), ...first.entry } as { length?: unknown };
    const { size } = first.entry;
    const side = Array.isArray(size) && size.every(Number.isFinite) ? minOf(size) : 2;
    const height = first.entry.actor === undefined ? side : (this.options.picture()?.characterHeight ?? 1);
    return Number(
      Math.max(lengthFraction * (Number(length) || 0), characterFraction * height).toPrecision(2),
    );
  }

  private setHand(change: Partial<Pick<FurSettings, 'isOn' | 'action' | 'radius'>>): void {
    const { radius, ...hand } = change;
    if (radius !== undefined) this.radius = radius;
    this.hand = { ...this.hand, ...hand };
    if (hand.isOn) this.options.began();
    else if (hand.isOn === false) this.tool.leave();
    document.documentElement.classList.toggle('stroking', this.hand.isOn);
    this.options.changed();
  }

  private showRing(position: { x: number; y: number; distance: number } | null): void {
    const stage = this.options.picture()?.stage;
    const radius = position && stage ? this.settings.radius * stage.pixelsPerMetre(position.distance) : 0;
    this.ring.show(position && { ...position, radius });
  }

  private begin(hit: ShellsHit, point: readonly [number, number, number], away: typeof point): boolean {
    const { client } = this.options;
    const { playback } = client;
    const fur = furOf(this.scene).find(({ name }) => name === hit.name);
    if (!fur || client.catchingUp) return false;
    const wasPlaying = playback.isPlaying && this.stopAt === null;
    playback.isPlaying = false;
    this.stopAt = null;
    const tick = Math.floor(playback.playhead);
    client.beginJump(tick);
    const { radius } = this.settings;
    const force = beginPush(fur.entry, this.hand.action, { radius, time: this.timeOf(tick), point, away });
    const push: Push = { system: fur.name, id: ++this.pushCount, force };
    this.touched = fur.name;
    this.led = { push, settled: tick, passed: 0, wasPlaying };
    client.setPush(push, false);
    return true;
  }

  /** Extends the push to the current real time, after its known part has been simulated. */
  private lead(led: Led, seconds: number): void {
    const { client } = this.options;
    const { playback } = client;
    playback.playhead = Math.max(playback.playhead, playback.reached);
    led.passed += seconds * playback.speed;
    if (playback.reached < led.settled) return;
    const ticks = Math.min(maxTicks, Math.round(led.passed * ticksPerSecond));
    if (ticks >= minTicks) this.extend(led, ticks, false);
  }

  private extend(led: Led, ticks: number, isDone: boolean): void {
    const { client } = this.options;
    const { playback } = client;
    led.settled += ticks;
    led.passed = 0;
    const time = this.timeOf(led.settled);
    led.push = { ...led.push, force: leadPush(led.push.force, time, this.tool.pointAt(time)) };
    playback.endTick = Math.max(playback.endTick, led.settled);
    client.setPush(led.push, isDone);
  }

  private end(): void {
    const { led } = this;
    const document = this.options.document();
    if (!led || !document) return;
    this.led = null;
    this.extend(led, maxTicks, true);
    const { push, settled, wasPlaying } = led;
    const { playback } = this.options.client;
    const grown = growTime(document.scene, settled);
    const { index, entry } = furOf(grown).find(({ name }) => name === push.system)!;
    const scene = addForce(grown, index, push.force);
    if (entry.loop === true) {
      // In a loop, the push also acts in the previous cycle. So the run starts again with the push.
      playback.isPlaying = wasPlaying;
      this.options.change((latest) => ({ ...latest, scene }));
      return;
    }
    playback.endTick = lastTickOf(grown);
    playback.isPlaying = true;
    this.stopAt = wasPlaying ? null : Math.min(settled + afterTicks, playback.endTick);
    this.options.replace({ ...document, scene });
  }

  /** Called when the run starts again. A push in progress is ended, because it belongs to the old run. */
  private cancel(): void {
    this.led = null;
    this.stopAt = null;
  }

  private timeOf(tick: number): number {
    return this.options.start() + tick / ticksPerSecond;
  }

  private edit(change: (scene: SceneData) => SceneData): void {
    this.options.change((document) => ({ ...document, scene: change(document.scene) }));
  }

  /** Removes the last push of the fur that a hand touched last. If that fur has none, removes the last push of another fur. */
  private undoPush(): void {
    const pushed = furOf(this.scene).filter(({ entry }) => listPushes(entry).length > 0);
    const fur = pushed.find(({ name }) => name === this.touched) ?? pushed.at(-1);
    if (!fur) return;
    const last = listPushes(fur.entry).at(-1);
    this.edit((scene) => removeForces(scene, fur.index, (_, position) => position === last));
  }

  private clearPushes(): void {
    const isByHand = (force: SceneEntry) => spanOfPush(force) !== null;
    this.edit((scene) =>
      furOf(scene).reduce((next, { index }) => removeForces(next, index, isByHand), scene),
    );
  }

  private pushInTheMiddle(): void {
    const { clientWidth, clientHeight } = this.options.canvas();
    if (this.tool.press(clientWidth / 2, clientHeight / 2)) this.tool.release();
    else this.options.say('There is no fur in the middle of the picture: rotate the camera to it.');
  }

  private addGrass(): void {
    const picture = this.options.picture();
    const point = picture?.pickMiddle() ?? picture?.stage.cameraPosition.target ?? [0, 0, 0];
    const height = picture && picture.actors.length > 0 ? picture.characterHeight : 1.75;
    const side = 1.2 * height;
    this.edit((scene) => addGrass(scene, { center: [point[0], 0, point[2]], size: [side, side] }));
  }

  private createActions(): FurActions {
    return {
      addFur: (actor) => {
        const shown = this.options.picture()?.actors.find(({ name }) => name === actor);
        this.edit((scene) => addFur(scene, actor, shown?.report.height || null));
      },
      addGrass: () => this.addGrass(),
      remove: (system) => this.edit((scene) => removeSystem(scene, system)),
      chooseCoat: (system, coat) => this.edit((scene) => chooseCoat(scene, system, coat)),
      setWind: (system, change) => this.edit((scene) => setWind(scene, system, change)),
      addForce: (system, kind) => this.edit((scene) => addForce(scene, system, { force: kind })),
      removeForce: (system, index) =>
        this.edit((scene) => removeForces(scene, system, (_, position) => position === index)),
      setHand: (change) => this.setHand(change),
      pushInTheMiddle: () => this.pushInTheMiddle(),
      undoPush: () => this.undoPush(),
      clearPushes: () => this.clearPushes(),
    };
  }
}
