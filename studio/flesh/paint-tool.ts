import type { PointerTool } from '../view/pointer-tool.ts';
import type { FrozenCharacter } from './frozen-character.ts';
import { dabMask, type MaskWeights, measureNormals } from './mask-brush.ts';
import { WeightColors } from './weight-colors.ts';

export interface PaintSettings {
  /** Metres. */
  readonly radius: number;
  /** Whether the brush adds weight. False: it removes weight. */
  readonly adds: boolean;
}

export interface PaintToolOptions {
  readonly character: FrozenCharacter;
  /** For each surface of the rig: its initial weights. They are overwritten. */
  readonly weights: Float32Array[];
  /** Minimum weight of a vertex that belongs to the part. */
  readonly threshold: number;
  settings(): PaintSettings;
  /** Called when a stroke is finished. */
  painted(): void;
  /** Shows the position and the size of the brush, pixels of the canvas. Null if the brush is not on the character. */
  showRing(ring: { readonly x: number; readonly y: number; readonly radius: number } | null): void;
}

/** A dab changes the weight in its middle by this fraction of the difference to the target. */
const strength = 0.5;
const historyLength = 20;

/** Lets the user paint the area of a part directly on the character. */
export class PaintTool implements PointerTool {
  private readonly colors: WeightColors;
  private readonly history: Float32Array[][] = [];
  private normals: { of: object; normals: Float32Array[] } | null = null;
  private stroke: Float32Array[] | null = null;

  constructor(private readonly options: PaintToolOptions) {
    this.colors = new WeightColors(options.character);
    this.show();
  }

  get weights(): MaskWeights {
    return this.options.weights;
  }

  get canUndo(): boolean {
    return this.history.length > 0;
  }

  undo(): void {
    const before = this.history.pop();
    if (!before) return;
    before.forEach((own, surface) => {
      this.options.weights[surface].set(own);
    });
    this.show();
    this.options.painted();
  }

  /** Sets all weights to 1 or 0. */
  fill(weight: 0 | 1): void {
    this.remember(this.copy());
    for (const own of this.options.weights) own.fill(weight);
    this.show();
    this.options.painted();
  }

  /** Paints one dab with several times the strength, for users without a pointer. */
  dabAt(x: number, y: number): void {
    if (!this.press(x, y)) return;
    for (let k = 0; k < 4; k++) this.drag(x, y);
    this.release();
  }

  frame(): boolean {
    return false;
  }

  press(x: number, y: number): boolean {
    if (!this.options.character.pick(x, y)) return false;
    this.stroke = this.copy();
    this.drag(x, y);
    return true;
  }

  drag(x: number, y: number): void {
    if (!this.stroke) return;
    const { character, weights, settings } = this.options;
    const hit = character.pick(x, y);
    this.hover([x, y]);
    if (!hit) return;
    const { radius, adds } = settings();
    const { direction } = character.stage.rayAt(x, y);
    const { surfaces } = character;
    if (this.normals?.of !== surfaces) this.normals = { of: surfaces, normals: surfaces.map(measureNormals) };
    const dab = { point: hit.point, direction, radius, target: adds ? 1 : 0, strength } as const;
    if (dabMask(weights, surfaces, this.normals.normals, dab)) this.show();
  }

  release(): void {
    if (!this.stroke) return;
    this.remember(this.stroke);
    this.stroke = null;
    this.options.painted();
  }

  hover(point: readonly [number, number] | null): void {
    const { character, settings, showRing } = this.options;
    const hit = point && character.pick(...point);
    if (!point || !hit) {
      showRing(null);
      return;
    }
    const radius = settings().radius * character.stage.pixelsPerMetre(hit.distance);
    showRing({ x: point[0], y: point[1], radius });
  }

  leave(): void {
    this.options.showRing(null);
    this.colors.dispose();
  }

  private show(): void {
    this.colors.show(this.options.weights, this.options.threshold);
  }

  private copy(): Float32Array[] {
    return this.options.weights.map((own) => own.slice());
  }

  private remember(before: Float32Array[]): void {
    this.history.push(before);
    if (this.history.length > historyLength) this.history.shift();
  }
}
