import { isInArea } from '../../src/three/index.ts';
import { growTime, lastTickOf } from '../document/grow-time.ts';
import { actorsOf, type StudioDocument } from '../document/studio-document.ts';
import type { BrushSettings } from '../panels/panel.ts';
import type { RunClient } from '../run/run-client.ts';
import { ticksPerSecond } from '../run/run-session.ts';
import type { Picture } from '../view/picture.ts';
import { BrushBodies } from './brush-bodies.ts';
import { BrushTool } from './brush-tool.ts';
import { type Stroke, strokeDuration } from './stroke.ts';

export interface BrushControlOptions {
  /** The element that contains the canvas. */
  readonly view: HTMLElement;
  canvas(): HTMLElement;
  readonly client: RunClient;
  picture(): Picture | null;
  document(): StudioDocument | null;
  /** Returns the seconds of the scene's first tick. */
  start(): number;
  /** Receives a document whose changes the run has already applied. */
  replace(document: StudioDocument): void;
  /** Called when the settings have changed. */
  changed(): void;
}

/** Sizes as fractions of the character's height. */
const ballFraction = 0.07;
const footFraction = 0.155;
const ballDepth = 0.022;
const footDepth = 0.016;

/**
 * Connects the brush with the run. While a stroke is drawn, the time of the scene advances as fast as the stroke needs. If the end of the
 * scene is reached, the scene is extended.
 */
export class BrushControl {
  private current: BrushSettings = {
    isOn: false,
    shape: 'ball',
    size: 0.12,
    depth: 0.04,
    scale: 1.75,
  };
  private readonly tool: BrushTool;
  private readonly bodies = new BrushBodies();
  /** The stroke that is being drawn, and whether the run was playing before. */
  private drawn: { stroke: Stroke; wasPlaying: boolean } | null = null;
  /** Tick up to which the run plays before it stops, because a finished stroke must still lift. Null: it does not stop. */
  private stopAt: number | null = null;
  /** The camera's view before a stroke stopped the camera. */
  private viewBefore: 'follow' | null = null;
  private hovered: readonly [number, number] | null = null;

  constructor(private readonly options: BrushControlOptions) {
    this.tool = new BrushTool({
      view: options.view,
      canvas: options.canvas,
      pick: (x, y) => {
        if (!this.current.isOn) return null;
        return this.onGround(options.picture()?.stage.pickGround(x, y) ?? null);
      },
      begin: (point) => (this.current.isOn ? this.begin(point) : null),
      lead: (stroke, isDone) => this.lead(stroke, isDone),
      hover: (point) => {
        this.hovered = this.current.isOn ? point : null;
      },
    });
  }

  get settings(): BrushSettings {
    return this.current;
  }

  set(change: Partial<BrushSettings>): void {
    const next = { ...this.current, ...change };
    if (change.shape && change.shape !== this.current.shape) Object.assign(next, this.defaults(change.shape));
    const standard = this.defaults(next.shape);
    this.current = { ...next, size: next.size || standard.size, depth: next.depth ?? standard.depth };
    document.documentElement.classList.toggle('brushing', this.current.isOn);
    if (!this.current.isOn) this.putBack();
    this.options.changed();
  }

  /** Sets sizes that suit the character. They are set again for a new document. */
  fit(document: StudioDocument, isNew: boolean): void {
    const scale = this.options.picture()?.characterHeight ?? 1.75;
    this.drawn = null;
    this.stopAt = null;
    if (isNew) this.viewBefore = null;
    this.bodies.set(document.strokes);
    if (scale === this.current.scale && !isNew) return;
    this.current = { ...this.current, scale };
    this.current = { ...this.current, ...this.defaults(this.current.shape) };
    this.options.changed();
  }

  /** Draws a stroke in the middle of the picture, for users without a pointer. */
  pressInTheMiddle(): void {
    const picture = this.options.picture();
    const point = this.onGround(picture?.pickMiddle() ?? null);
    if (point) this.tool.pressAt(point);
  }

  /** Removes all strokes except the first `count`. */
  keep(count: number): void {
    const document = this.options.document();
    if (!document || count < 0 || document.strokes.length <= count) return;
    const strokes = document.strokes.slice(0, count);
    this.bodies.set(strokes);
    this.options.replace({ ...document, strokes });
    this.options.client.keepStrokes(count);
  }

  /** Called before the playhead moves. While a stroke is drawn, the playhead advances as far as the stroke has been simulated. */
  advance(): void {
    const { playback } = this.options.client;
    if (this.drawn) playback.playhead = Math.max(playback.playhead, playback.reached);
    if (this.stopAt !== null && playback.playhead >= this.stopAt) {
      playback.isPlaying = false;
      this.stopAt = null;
    }
  }

  /** Shows the bodies of strokes at time t, seconds, and where the brush would press. Returns whether something moved. */
  show(t: number): boolean {
    const stage = this.options.picture()?.stage;
    if (!stage) return false;
    const bodies = this.bodies.at(t);
    if (bodies !== 'same') stage.showMeshes('brush', bodies);
    const { size, shape } = this.current;
    const radius = shape === 'ball' ? size : size / 2;
    stage.showBrush(this.hovered && !this.drawn ? { x: this.hovered[0], z: this.hovered[1], radius } : null);
    return bodies !== 'same';
  }

  /** Returns x and z of a point. Null outside of the ground: the picture continues there, but the simulation does not. */
  private onGround(point: readonly [number, number, number] | null): readonly [number, number] | null {
    if (!point) return null;
    const [x, , z] = point;
    const area = this.options.picture()?.stage.groundAt(x, z)?.area;
    return area && !isInArea(area, x, z) ? null : [x, z];
  }

  /** Restores the view that the camera had before the first stroke. */
  private putBack(): void {
    this.hovered = null;
    if (this.viewBefore) this.options.picture()?.stage.setView(this.viewBefore);
    this.viewBefore = null;
  }

  private defaults(shape: BrushSettings['shape']): Pick<BrushSettings, 'size' | 'depth'> {
    const { scale } = this.current;
    const round = (value: number) => Number(value.toPrecision(2));
    return shape === 'ball'
      ? { size: round(ballFraction * scale), depth: round(ballDepth * scale) }
      : { size: round(footFraction * scale), depth: round(footDepth * scale) };
  }

  private begin([x, z]: readonly [number, number]): Stroke | null {
    const { client } = this.options;
    const document = this.options.document();
    if (!document || client.catchingUp) return null;
    const { playback } = client;
    const tick = Math.floor(playback.playhead);
    const { shape, size, depth } = this.current;
    const stroke: Stroke = {
      name: nameStroke(document),
      shape,
      size,
      depth,
      level: this.options.picture()?.stage.groundAt(x, z)?.datum ?? 0,
      start: this.options.start() + tick / ticksPerSecond,
      heading: this.options.picture()?.awayFromCamera ?? 0,
      points: [[x, z]],
    };
    const wasPlaying = this.drawn?.wasPlaying ?? (playback.isPlaying && this.stopAt === null);
    playback.isPlaying = false;
    this.stopAt = null;
    this.drawn = { stroke, wasPlaying };
    // The camera stops following, because it would move the ground away from under the brush.
    const stage = this.options.picture()?.stage;
    if (stage && stage.view !== 'free') {
      if (stage.view === 'follow') this.viewBefore = 'follow';
      stage.setView('free');
    }
    client.beginJump(tick);
    return stroke;
  }

  private lead(stroke: Stroke, isDone: boolean): void {
    const { client } = this.options;
    const { playback } = client;
    const document = this.options.document();
    if (!this.drawn || !document) return;
    this.drawn = { ...this.drawn, stroke };
    this.bodies.set([...document.strokes, stroke]);
    const endSeconds = stroke.start + strokeDuration(stroke) - this.options.start();
    const strokeEnd = Math.ceil(endSeconds * ticksPerSecond) + 1;
    playback.endTick = Math.max(playback.endTick, strokeEnd);
    if (isDone) {
      const { wasPlaying } = this.drawn;
      this.drawn = null;
      const strokes = [...document.strokes, stroke];
      this.options.replace({ ...document, strokes, scene: growTime(document.scene, playback.endTick) });
      playback.endTick = lastTickOf(growTime(document.scene, playback.endTick));
      playback.isPlaying = true;
      this.stopAt = wasPlaying ? null : Math.min(strokeEnd, playback.endTick);
    }
    client.setStroke(stroke, isDone);
  }
}

/** Returns a name that no actor and no other stroke has. */
function nameStroke({ strokes, scene }: StudioDocument): string {
  const taken = new Set([
    ...strokes.map((stroke) => stroke.name),
    ...actorsOf(scene).map((actor) => String(actor.name).replace(/-(left|right)$/, '')),
  ]);
  for (let count = strokes.length + 1; ; count++) {
    if (!taken.has(`brush-${count}`)) return `brush-${count}`;
  }
}
