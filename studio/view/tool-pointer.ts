import type { PointerTool } from './pointer-tool.ts';

/** Maximum movement of a click, pixels. */
const clickSlip = 5;

/** Controls a tool by mouse, pen or finger. Pointers that it does not take move the camera. */
export class ToolPointer {
  private pointer = -1;
  private isTaken = false;
  private down: readonly [number, number] | null = null;

  constructor(
    /** The element that contains the canvas. */
    private readonly view: HTMLElement,
    private readonly canvas: () => HTMLElement,
    private readonly tool: () => PointerTool | null,
  ) {
    // Before the camera's own listeners, in the capture phase.
    const early = { capture: true };
    view.addEventListener('pointerdown', (event) => this.press(event), early);
    view.addEventListener('pointermove', (event) => this.move(event), early);
    view.addEventListener('pointerup', (event) => this.release(event, true), early);
    view.addEventListener('pointercancel', (event) => this.release(event, false), early);
    view.addEventListener('pointerleave', () => this.tool()?.hover?.(null));
  }

  private press(event: PointerEvent): void {
    const tool = this.tool();
    if (!tool || !event.isPrimary || event.button !== 0 || event.target !== this.canvas()) return;
    const point = this.pointOf(event);
    this.pointer = event.pointerId;
    this.down = point;
    this.isTaken = tool.press?.(...point) ?? false;
    if (!this.isTaken) return;
    event.stopPropagation();
    try {
      this.canvas().setPointerCapture(event.pointerId);
    } catch {
      // The pointer no longer exists, but its release event still arrives.
    }
  }

  private move(event: PointerEvent): void {
    const tool = this.tool();
    if (!tool || !event.isPrimary) return;
    const point = this.pointOf(event);
    if (this.isTaken && event.pointerId === this.pointer) {
      event.stopPropagation();
      tool.drag?.(...point);
    } else if (event.buttons === 0) {
      tool.hover?.(point);
    }
  }

  private release(event: PointerEvent, isDone: boolean): void {
    const tool = this.tool();
    if (event.pointerId !== this.pointer) return;
    this.pointer = -1;
    const { down } = this;
    this.down = null;
    if (this.isTaken) {
      this.isTaken = false;
      event.stopPropagation();
      tool?.release?.();
      return;
    }
    const [x, y] = this.pointOf(event);
    if (isDone && down && Math.hypot(x - down[0], y - down[1]) < clickSlip) tool?.click?.(x, y);
  }

  private pointOf(event: PointerEvent): [number, number] {
    const { left, top } = this.view.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
