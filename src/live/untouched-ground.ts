import { describeNoise, findExtent } from '../systems/ground/check-params.ts';
import type { GroundParams } from '../systems/ground/params.ts';
import { hasStones, isWet } from '../systems/ground/plain-ground.ts';
import { unitsPerMetre } from '../systems/ground/rules/units.ts';
import type { InitialSurface } from '../systems/ground/surface/initial-surface.ts';
import type { NoiseParams } from '../systems/ground/surface/noise.ts';
import { createNoiseSurface } from '../systems/ground/surface/noise-surface.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';

type ReadCover = NonNullable<HeightfieldOutput['readStones']>;

/** The ground that a page draws where nothing has touched it. The simulation has the same surface. */
export class UntouchedGround {
  readonly extent: ColumnRectangle | null;
  readonly noise: NoiseParams;
  readonly hasStones: boolean;
  /** What is drawn beside the heights. It reads as 0 until it has loaded. Empty if the ground is dry and has no stones. */
  readonly cover: Pick<HeightfieldOutput, 'readWetness' | 'readStones'>;
  /** Resolves when stones and wetness have loaded. Null if the ground has none. */
  readonly loading: Promise<void> | null;
  private surface: InitialSurface;
  private loaded: typeof this.cover = {};

  /** params: those of a ground that reads no files. */
  constructor(
    private readonly params: GroundParams,
    private readonly seed: number,
  ) {
    this.extent = findExtent(params);
    this.noise = describeNoise(params, seed);
    this.surface = createNoiseSurface(this.noise);
    this.hasStones = hasStones(params);
    const readLater =
      (name: keyof typeof this.cover): ReadCover =>
      (out, rectangle) => {
        const read = this.loaded[name];
        if (read) read(out, rectangle);
        else out.fill(0, 0, rectangle.columns * rectangle.rows);
      };
    this.cover = {
      ...(isWet(params) && { readWetness: readLater('readWetness') }),
      ...(this.hasStones && { readStones: readLater('readStones') }),
    };
    this.loading = isWet(params) || this.hasStones ? this.load() : null;
  }

  /** Maximum height, m. */
  get top(): number {
    return this.params.datum + this.surface.top / unitsPerMetre;
  }

  /** Writes the heights of a rectangle of columns, in height units about the datum. */
  readonly read = (out: Int32Array, { i0, j0, columns, rows }: ColumnRectangle): void => {
    this.surface.fill(out, i0, j0, columns, rows);
  };

  private async load(): Promise<void> {
    const { createExtras } = await import('./ground-extras.ts');
    const { surface, ...cover } = createExtras(this.params, this.seed, this.surface, this.extent);
    this.surface = surface;
    this.loaded = cover;
  }
}
