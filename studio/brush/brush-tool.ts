import type { Stroke } from './stroke.ts';

type GroundPoint = readonly [x: number, z: number];

export interface BrushToolOptions {
  /** The element that contains the canvas. */
  readonly view: HTMLElement;
  canvas(): HTMLElement;
  /** Returns the point of the ground under a point of the canvas. Null if there is only sky. */
  pick(x: number, y: number): GroundPoint | null;
  /** Starts a stroke at a point. Returns null while the brush is off, or if no stroke can be added to the scene. */
  begin(point: GroundPoint): Stroke | null;
  /** Called when a stroke begins, each time its path becomes longer, and when it ends. `isDone` is true only at the end. */
  lead(stroke: Stroke, isDone: boolean): void;
  /** Called with the position of the pointer on the ground, or with null if the pointer is not over the ground. */
  hover(point: GroundPoint | null): void;
}

/** Distance of the points of a stroke, as a fraction of the size of its shape. */
const spacing = 0.2;

/** Controls the brush by mouse, pen or finger. The first pointer presses; further pointers control the camera. */
export class BrushTool {
  private stroke: Stroke | null = null;
  private pointer = -1;

  constructor(private readonly options: BrushToolOptions) {
    const { view } = options;
    // These listeners are called before those of the camera, in the capture phase.
    const early = { capture: true };
    view.addEventListener('pointerdown', (event) => this.press(event), early);
    view.addEventListener('pointermove', (event) => this.move(event), early);
    view.addEventListener('pointerup', (event) => this.release(event), early);
    view.addEventListener('pointercancel', (event) => this.release(event), early);
    view.addEventListener('pointerleave', () => options.hover(null));
  }

  /** Makes a complete stroke that consists of one point. */
  pressAt(point: GroundPoint): void {
    const stroke = this.options.begin(point);
    if (stroke) this.options.lead(stroke, true);
  }

  private press(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0 || event.target !== this.options.canvas()) return;
    const point = this.pickAt(event);
    this.stroke = point && this.options.begin(point);
    if (!this.stroke) return;
    event.stopPropagation();
    this.pointer = event.pointerId;
    try {
      this.options.canvas().setPointerCapture(event.pointerId);
    } catch {
      // The pointer no longer exists, but its release event will still arrive.
    }
    this.options.lead(this.stroke, false);
  }

  private move(event: PointerEvent): void {
    const point = this.pickAt(event);
    if (event.isPrimary) this.options.hover(point);
    if (!this.stroke || event.pointerId !== this.pointer || !point) return;
    event.stopPropagation();
    const [x, z] = this.stroke.points.at(-1)!;
    if (Math.hypot(point[0] - x, point[1] - z) < spacing * this.stroke.size) return;
    this.stroke = { ...this.stroke, points: [...this.stroke.points, point] };
    this.options.lead(this.stroke, false);
  }

  private release(event: PointerEvent): void {
    if (!this.stroke || event.pointerId !== this.pointer) return;
    event.stopPropagation();
    this.options.lead(this.stroke, true);
    this.stroke = null;
    this.pointer = -1;
  }

  private pickAt(event: PointerEvent): GroundPoint | null {
    const { left, top } = this.options.view.getBoundingClientRect();
    return this.options.pick(event.clientX - left, event.clientY - top);
  }
}
