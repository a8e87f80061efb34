import { InputError, type InputFault } from '../../input-error.ts';
import { type LongWork, workThrough } from '../../long-work.ts';
import { exp } from '../../math/portable.ts';
import { BladeStamp } from './blade-stamp.ts';
import { fillEmptyTexels } from './fill-empty-texels.ts';
import type { Blades } from './grow-blades.ts';
import { LightColumn } from './light-column.ts';
import type { ShellTextures } from './shell-textures.ts';

export interface SliceOptions {
  /** 12..128. */
  readonly layerCount: number;
  /** Number of texels in each direction: powers of two, 8..1024. */
  readonly width: number;
  readonly height: number;
  /**
   * Optical depth of a layer that is completely covered over the whole height: a fraction e^−depth of the light passes.
   * 0..64. Default 6.
   */
  readonly lightDepth?: number;
  /**
   * Standard deviation by which light from above spreads sideways on its way to the skin, as a fraction of the side. 0..0.25. Default 0.04.
   */
  readonly lightSpread?: number;
}

/**
 * Slices blades into shell textures.
 *
 * The opacity of a texel is the fraction of it that blades cover, seen from above. Blades within one texel overlap at
 * random: the opacity is 1 − Π(1 − cᵢ), the average for independent blades. A blade that ends within a slab covers it for
 * the fraction of the slab's height that it reaches. Throws InputError for sizes out of range.
 */
export function sliceBlades(blades: Blades, options: SliceOptions): ShellTextures {
  return workThrough(slicingBlades(blades, options));
}

/** Does the same as `sliceBlades`, as long work. */
export function* slicingBlades(blades: Blades, options: SliceOptions): LongWork<ShellTextures> {
  checkOptions(options);
  const { layerCount, width, height, lightDepth = 6, lightSpread = 0.04 } = options;
  const size = width * height;
  const texels = new Uint8Array(4 * size * layerCount);
  const opacities = new Float64Array(layerCount);
  const layer = new LayerTexels(blades, layerCount, width, height);
  for (let l = 0; l < layerCount; l++) {
    yield;
    layer.draw(l);
    yield;
    opacities[l] = layer.write(texels, 4 * size * l);
  }
  const light = new LightColumn(width, height, layerCount, lightDepth, lightSpread);
  for (let l = layerCount - 1; l >= 0; l--) {
    yield;
    light.pass(texels, 4 * size * l);
  }
  return { width, height, layerCount, texels, opacities };
}

/** Draws layers one after another, from the skin upward. */
class LayerTexels {
  private readonly blades: Blades;
  private readonly layerCount: number;
  private readonly width: number;
  private readonly height: number;
  private readonly stamp: BladeStamp;
  /**
   * For each texel: the fraction that is not covered; the largest coverage by one blade; the tone of this blade; the position along this
   * blade.
   */
  private readonly open: Float32Array;
  private readonly coverage: Float32Array;
  private readonly tone: Float32Array;
  private readonly along: Float32Array;
  /**
   * For each blade: e^{az} and e^{−cz} at the bottom of the slab and in its middle, and the factors by which they change from slab to slab.
   */
  private readonly rise: Float64Array;
  private readonly riseStep: Float64Array;
  private readonly thin: Float64Array;
  private readonly thinStep: Float64Array;
  private readonly riseEnd: Float64Array;

  constructor(blades: Blades, layerCount: number, width: number, height: number) {
    this.blades = blades;
    this.layerCount = layerCount;
    this.width = width;
    this.height = height;
    this.stamp = new BladeStamp(width, height);
    const size = width * height;
    this.open = new Float32Array(size);
    this.coverage = new Float32Array(size);
    this.tone = new Float32Array(size);
    this.along = new Float32Array(size);
    const { count, bend, taper } = blades;
    this.rise = new Float64Array(count).fill(1);
    this.riseStep = new Float64Array(count);
    this.riseEnd = new Float64Array(count);
    this.thin = new Float64Array(count);
    this.thinStep = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      this.riseStep[i] = exp(bend[i] / layerCount);
      this.riseEnd[i] = exp(bend[i]) - 1;
      this.thin[i] = exp((-0.5 * taper[i]) / layerCount);
      this.thinStep[i] = exp(-taper[i] / layerCount);
    }
  }

  /** Layers must be drawn in order, from 0. */
  draw(l: number): void {
    const { blades, layerCount, stamp, rise, riseStep, riseEnd, thin, thinStep } = this;
    const { count, x, y, leanX, leanY, bend, length, point, radius, taper, tone } = blades;
    this.open.fill(1);
    this.coverage.fill(0);
    const from = l / layerCount;
    for (let i = 0; i < count; i++) {
      if (length[i] <= from) continue;
      const to = Math.min((l + 1) / layerCount, length[i]);
      const middle = (from + to) / 2;
      const isStraight = Math.abs(bend[i]) < 1e-4;
      const fractionFrom = isStraight ? from : (rise[i] - 1) / riseEnd[i];
      rise[i] *= riseStep[i];
      // The last piece of a blade ends before the end of the slab. Its end lies on the chord of the slab.
      const fractionSlab = isStraight ? (l + 1) / layerCount : (rise[i] - 1) / riseEnd[i];
      const reach = (to - from) * layerCount;
      const fractionTo = fractionFrom + (fractionSlab - fractionFrom) * reach;
      const left = point[i] > 0 ? Math.min(1, (length[i] - middle) / (point[i] * length[i])) : 1;
      // The last piece is thicker than the blade in the middle of the slab would be.
      const last = reach < 1 ? exp(0.5 * taper[i] * ((l + 1) / layerCount - to)) : 1;
      const r = radius[i] * thin[i] * last * left * (2 - left);
      thin[i] *= thinStep[i];
      stamp.draw(
        x[i] + leanX[i] * fractionFrom,
        y[i] + leanY[i] * fractionFrom,
        x[i] + leanX[i] * fractionTo,
        y[i] + leanY[i] * fractionTo,
        r,
      );
      this.cover(reach, tone[i], middle / length[i]);
    }
  }

  private cover(strength: number, tone: number, along: number): void {
    const { stamp, open, coverage, width, height } = this;
    const { patch, row, column, rowCount, columnCount } = stamp;
    for (let j = 0; j < rowCount; j++) {
      const start = ((row + j) & (height - 1)) * width;
      for (let i = 0; i < columnCount; i++) {
        const covered = patch[j * columnCount + i] * strength;
        if (covered === 0) continue;
        const texel = start + ((column + i) & (width - 1));
        open[texel] *= 1 - covered;
        if (covered <= coverage[texel]) continue;
        coverage[texel] = covered;
        this.tone[texel] = tone;
        this.along[texel] = along;
      }
    }
  }

  /** Writes the layer to the texels. Returns its mean opacity. */
  write(texels: Uint8Array, start: number): number {
    const { open, coverage, tone, along, width, height } = this;
    let sum = 0;
    for (let k = 0; k < open.length; k++) {
      const o = start + 4 * k;
      sum += 1 - open[k];
      texels[o] = Math.round(255 * (1 - open[k]));
      if (coverage[k] === 0) continue;
      texels[o + 1] = Math.min(255, Math.floor(256 * tone[k]));
      texels[o + 2] = Math.round(255 * along[k]);
    }
    fillEmptyTexels(texels, start, coverage, width, height);
    return sum / open.length;
  }
}

function checkOptions(options: SliceOptions): void {
  const faults: InputFault[] = [];
  const { layerCount, width, height, lightDepth = 6, lightSpread = 0.04 } = options;
  if (!(Number.isInteger(layerCount) && layerCount >= 12 && layerCount <= 128))
    faults.push({ path: 'layerCount', message: `expected a whole number from 12 to 128, got ${layerCount}` });
  for (const [path, size] of [
    ['width', width],
    ['height', height],
  ] as const) {
    const isPower = Number.isInteger(size) && size >= 8 && size <= 1024 && (size & (size - 1)) === 0;
    if (!isPower) faults.push({ path, message: `expected a power of two from 8 to 1024, got ${size}` });
  }
  if (!(lightDepth >= 0 && lightDepth <= 64))
    faults.push({ path: 'lightDepth', message: `expected a number from 0 to 64, got ${lightDepth}` });
  if (!(lightSpread >= 0 && lightSpread <= 0.25))
    faults.push({ path: 'lightSpread', message: `expected a number from 0 to 0.25, got ${lightSpread}` });
  if (faults.length > 0) throw new InputError(faults);
}
