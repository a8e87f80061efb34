import {
  type Camera,
  createCamera,
  normalize,
  type Point,
  rayThrough,
} from '../../src/bake/pictures/perspective/camera.ts';
import { createPicture, type Picture } from '../../src/bake/pictures/picture.ts';
import { sheetColors } from '../../src/bake/pictures/sheet-style.ts';
import { compressHighlights, encodeSrgb, lightOf } from '../../src/bake/pictures/tone.ts';
import type { FurPreset } from '../../src/systems/fur/blades/fur-presets.ts';
import { growBlades } from '../../src/systems/fur/blades/grow-blades.ts';
import { buildMipLevels } from '../../src/systems/fur/blades/mip-levels.ts';
import { type FurLook, shadeFur } from '../../src/systems/fur/blades/shade-fur.ts';
import type { ShellTextures } from '../../src/systems/fur/blades/shell-textures.ts';
import { sliceBlades } from '../../src/systems/fur/blades/slice-blades.ts';
import { projectCoat, showsTone, weighProjections } from '../../src/systems/fur/strands/coat-projection.ts';

export interface PreparedCoat {
  readonly preset: FurPreset;
  readonly levels: readonly ShellTextures[];
}

/** What wears the coat: a ball, or a level patch that reaches `half` metres to all sides. */
export interface FurBody {
  readonly shape: 'ball' | 'patch';
  readonly radius?: number;
  readonly half?: number;
  /** How far the outermost shell has sunk aside [its height]. */
  readonly droop: number;
}

export interface FurPanel {
  readonly body: FurBody;
  readonly coat: PreparedCoat;
  readonly look: FurLook;
  readonly width: number;
  readonly height: number;
}

const toLamp = normalize([-0.55, 0.75, 0.5]);
const paper = lightOf(...sheetColors.paper);

export function prepareCoat(preset: FurPreset): PreparedCoat {
  const { layerCount, texels, lightDepth, lightSpread } = preset;
  const textures = sliceBlades(growBlades(preset.coat), {
    layerCount,
    width: texels,
    height: texels,
    lightDepth,
    lightSpread,
  });
  return { preset, levels: buildMipLevels(textures) };
}

/** One panel: rays through all shells, nearest first, on paper. */
export function drawFur(panel: FurPanel, samples: number): Picture {
  const { width, height } = panel;
  const picture = createPicture(width, height, sheetColors.paper);
  const camera = createCamera(placeCamera(panel), width, height);
  const ray = new FurRay(panel, camera);
  const sum = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let s = 0; s < samples * samples; s++) {
        const dx = ((s % samples) + 0.5) / samples;
        const dy = (Math.floor(s / samples) + 0.5) / samples;
        const light = ray.trace(rayThrough(camera, x + dx, y + dy), samples);
        for (let c = 0; c < 3; c++) sum[c] += light[c];
      }
      for (let c = 0; c < 3; c++)
        picture.rgb[3 * (y * width + x) + c] = encodeSrgb(sum[c] / (samples * samples));
    }
  }
  return picture;
}

function placeCamera({ body, coat, width, height }: FurPanel) {
  if (body.shape === 'ball') {
    const whole = body.radius! + coat.preset.height;
    const distance = 6 * whole;
    return {
      position: [0, 0.3 * distance, 0.954 * distance] as Point,
      target: [0, 0, 0] as Point,
      fieldOfView: 2 * Math.atan((1.08 * whole) / distance) * 1.02,
    };
  }
  const reach = body.half!;
  const fieldOfView = 0.3;
  const distance = (1.62 * reach) / Math.tan(fieldOfView / 2) / (width / height);
  return {
    position: [0.42 * distance, 0.24 * distance, 0.875 * distance] as Point,
    target: [0, 0.35 * coat.preset.height, 0] as Point,
    fieldOfView,
  };
}

/** Follows one ray after another. */
class FurRay {
  private readonly panel: FurPanel;
  private readonly camera: Camera;
  private readonly light = [0, 0, 0];
  private readonly color = [0, 0, 0];
  private readonly normal = [0, 1, 0];
  private readonly root = [0, 0, 0];
  private readonly weights = [0, 0, 0];
  private readonly place = [0, 0];
  private readonly texel = new Float64Array(4);
  private left = 1;

  constructor(panel: FurPanel, camera: Camera) {
    this.panel = panel;
    this.camera = camera;
  }

  trace(direction: Point, samples: number): number[] {
    this.left = 1;
    this.light.fill(0);
    const pixel = 1 / this.camera.focal / samples;
    if (this.panel.body.shape === 'ball') this.throughBall(direction, pixel);
    else this.throughPatch(direction, pixel);
    for (let c = 0; c < 3; c++) this.light[c] = compressHighlights(this.light[c]) + this.left * paper[c];
    return this.light;
  }

  private throughBall(d: Point, pixel: number): void {
    const { body, coat } = this.panel;
    const o = this.camera.position;
    const n = coat.preset.layerCount;
    const along = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]);
    const miss = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] - along * along;
    const halfChord = (layer: number) => {
      const r = body.radius! + (coat.preset.height * layer) / n;
      return r * r - miss;
    };
    let layer = n;
    for (; layer >= 1 && this.left > 0.004; layer--) {
      const half = halfChord(layer);
      if (half <= 0) break;
      this.atBall(d, along - Math.sqrt(half), layer, pixel);
    }
    if (layer === 0 && halfChord(0) > 0) {
      this.atBall(d, along - Math.sqrt(halfChord(0)), 0, pixel);
      return;
    }
    for (layer = Math.max(1, layer + 1); layer <= n && this.left > 0.004; layer++) {
      const half = halfChord(layer);
      if (half > 0) this.atBall(d, along + Math.sqrt(half), layer, pixel);
    }
  }

  private atBall(d: Point, t: number, layer: number, pixel: number): void {
    const { body, coat } = this.panel;
    const o = this.camera.position;
    const share = layer / coat.preset.layerCount;
    const radius = body.radius!;
    const { normal, root } = this;
    const p = normalize([o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]]);
    // The shell has sunk: its root lies above, by the paper's (l/n)^k with k = 2.
    const sunk = (body.droop * coat.preset.height * share * share) / radius;
    const up = normalize([
      p[0] * (1 - p[1] * sunk),
      p[1] + (1 - p[1] * p[1]) * sunk,
      p[2] * (1 - p[1] * sunk),
    ]);
    for (let c = 0; c < 3; c++) {
      normal[c] = up[c];
      root[c] = radius * up[c];
    }
    this.pass(layer, pixel * t);
  }

  private throughPatch(d: Point, pixel: number): void {
    const { body, coat } = this.panel;
    const o = this.camera.position;
    const n = coat.preset.layerCount;
    for (let layer = n; layer >= 0 && this.left > 0.004; layer--) {
      const share = layer / n;
      const t = (share * coat.preset.height - o[1]) / d[1];
      const x = o[0] + t * d[0];
      const z = o[2] + t * d[2];
      // A gust that comes in waves.
      const gust = 0.55 + 0.45 * Math.sin(7 * x + 3 * z + 1.2 * Math.sin(5 * z));
      const aside = body.droop * coat.preset.height * share * share * gust;
      this.root[0] = x - aside;
      this.root[1] = 0;
      this.root[2] = z - 0.25 * aside;
      if (Math.abs(this.root[0]) > body.half! || Math.abs(this.root[2]) > body.half!) continue;
      this.pass(layer, pixel * t);
    }
  }

  /** Puts one shell behind all before it. Layer 0 is the skin. footprint: metres of a sample. */
  private pass(layer: number, footprint: number): void {
    const { look, coat, body } = this.panel;
    const { preset, levels } = coat;
    const { normal, weights, texel, root } = this;
    const lambert = Math.max(0, normal[0] * toLamp[0] + normal[1] * toLamp[1] + normal[2] * toLamp[2]);
    const finest = levels[0].width;
    const level = Math.min(
      levels.length - 1,
      Math.max(0, Math.round(Math.log2((footprint * finest) / preset.tile))),
    );
    const textures = levels[level];
    if (body.shape === 'ball') weighProjections(weights, normal[0], normal[1], normal[2]);
    else weights.fill(0).fill(1, 1, 2);
    for (let axis = 0; axis < 3; axis++) {
      if (weights[axis] === 0) continue;
      projectCoat(this.place, axis, normal[axis], root, preset.tile);
      sampleTexel(texel, textures, Math.max(0, layer - 1), this.place[0], this.place[1]);
      if (texel[0] === 0 && layer > 0) continue;
      const tone = texel[1];
      if (!(weights[axis] > 0.999 || showsTone(axis, weights, tone)) && layer > 0) continue;
      const opacity = layer === 0 ? 1 : texel[0];
      const place = { tone, along: layer === 0 ? 0 : texel[2], light: texel[3] * (layer === 0 ? 0.7 : 1) };
      shadeFur(this.color, look, preset.colors, place, lambert);
      const share = this.left * opacity;
      for (let c = 0; c < 3; c++) this.light[c] += share * this.color[c];
      this.left -= share;
      if (layer === 0) return;
    }
  }
}

/** Between the four texels around (u, v) of a layer, 0..1 each; where the opacity is 0 the rest is left as it was. */
function sampleTexel(out: Float64Array, textures: ShellTextures, layer: number, u: number, v: number): void {
  const { width, height, texels } = textures;
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const i = Math.floor(x);
  const j = Math.floor(y);
  const left = 4 * (i & (width - 1));
  const right = 4 * ((i + 1) & (width - 1));
  const low = 4 * width * (layer * height + (j & (height - 1)));
  const high = 4 * width * (layer * height + ((j + 1) & (height - 1)));
  out[0] = 0;
  if (texels[low + left] + texels[low + right] + texels[high + left] + texels[high + right] === 0) return;
  const a = ((i + 1 - x) * (j + 1 - y)) / 255;
  const b = ((x - i) * (j + 1 - y)) / 255;
  const c = ((i + 1 - x) * (y - j)) / 255;
  const d = ((x - i) * (y - j)) / 255;
  for (let k = 0; k < 4; k++) {
    out[k] =
      a * texels[low + left + k] +
      b * texels[low + right + k] +
      c * texels[high + left + k] +
      d * texels[high + right + k];
  }
}
