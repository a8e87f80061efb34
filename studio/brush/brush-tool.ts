import type { Stroke } from './stroke.ts';

type GroundPoint = readonly [x: number, z: number];

export interface BrushToolOptions {
  /** What holds the canvas. */
  readonly view: HTMLElement;
  canvas(): HTMLElement;
  /** The point of the ground under a point of the canvas; null on the sky. */
  pick(x: number, y: number): GroundPoint | null;
  /** A stroke that begins at a point: null while the brush is off, or the scene cannot take one. */
  begin(point: GroundPoint): Stroke | null;
  /** The stroke with a longer course; with `isDone` for the last time. */
  lead(stroke: Stroke, isDone: boolean): void;
  /** Where the pointer is over the ground; null when it is not. */
  hover(point: GroundPoint | null): void;
}

/** Points of a stroke are this far apart, against the size of its shape. */
const spacing = 0.2;

/** Leads the brush by mouse, pen or finger. The first pointer presses; others stay with the camera. */
export class BrushTool {
  private stroke: Stroke | null = null;
  private pointer = -1;

  constructor(private readonly options: BrushToolOptions) {
    const { view } = options;
    // Before the camera's own listeners, on the way down to the canvas.
    const early = { capture: true };
    view.addEventListener('pointerdown', (event) => this.press(event), early);
    view.addEventListener('pointermove', (event) => this.move(event), early);
    view.addEventListener('pointerup', (event) => this.release(event), early);
    view.addEventListener('pointercancel', (event) => this.release(event), early);
    view.addEventListener('pointerleave', () => options.hover(null));
  }

  /** A whole stroke of one point. */
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
      // The pointer is gone already: its release will come all the same.
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
