import { element } from './element.ts';

/** A ring over the picture that shows the radius of the pointer's effect. */
export class PointerRing {
  private readonly element = element('div', { class: 'paint-ring', hidden: true });

  /** `view` contains the canvas. */
  constructor(view: HTMLElement) {
    view.append(this.element);
  }

  /** Pixels of the canvas; null hides it. */
  show(ring: { x: number; y: number; radius: number } | null): void {
    this.element.hidden = ring === null;
    if (!ring) return;
    const { x, y, radius } = ring;
    Object.assign(this.element.style, {
      left: `${x - radius}px`,
      top: `${y - radius}px`,
      width: `${2 * radius}px`,
      height: `${2 * radius}px`,
    });
  }
}
