import { element } from './element.ts';

/** A ring over the picture, as wide as what the pointer touches. */
export class PointerRing {
  private readonly element = element('div', { class: 'paint-ring', hidden: true });

  /** `view` holds the canvas. */
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
