import type { GlbPatch } from '../../files/glb-patch.ts';
import { encodePng8 } from '../../files/png.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { BakeActor } from '../bake-plan.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import { placeOutput } from '../place-output.ts';
import type { CharacterCover } from './cover-characters.ts';
import { findPrimitive } from './find-primitive.ts';

/** Width and height of a mask, pixels. */
const maskSize = 1024;

/** Number of pixels by which covered areas grow beyond the edges of triangles, so that smaller copies of the mask have no seams. */
const padding = 4;

/** A picture of what sticks to surfaces with the same texture. */
export interface StickingMask {
  readonly file: string;
  /** Indices of the surfaces in the rig. */
  readonly surfaces: readonly number[];
}

/** Returns the masks of a character: one for each texture, and one for each surface that has texture coordinates without one. */
export function listMasks(bake: Bake, { name, character }: BakeActor): StickingMask[] {
  const { plan } = bake;
  const sticks = outputsOfKind(bake, 'heightfield').some(({ output }) => output.readCovers !== undefined);
  if (!character || !sticks || !plan.outputs.includes('stickingMask')) return [];
  const groups = new Map<unknown, number[]>();
  character.actor.rig.surfaces.forEach(({ picture, texcoords }, k) => {
    if (!texcoords) return;
    const group = groups.get(picture ?? k);
    if (group) group.push(k);
    else groups.set(picture ?? k, [k]);
  });
  return [...groups.values()].map((surfaces, k) => ({
    file: placeOutput(plan, 'stickingMask', `${name}-sticking-mask${groups.size > 1 ? `-${k + 1}` : ''}.png`),
    surfaces,
  }));
}

/** Draws what sticks to surfaces over their texture coordinates: a grey PNG, black where they are clean. */
export function drawMask(
  all: readonly RigSurface[],
  { surfaces }: StickingMask,
  covers: readonly CharacterCover[],
): Uint8Array {
  const pixels = new Uint8Array(maskSize * maskSize);
  const drawn = new Uint8Array(maskSize * maskSize);
  for (const k of surfaces)
    for (const { amounts } of covers) if (amounts[k]) drawSurface(pixels, drawn, all[k], amounts[k]);
  for (let n = 0; n < padding; n++) pad(pixels, drawn);
  return encodePng8(pixels, maskSize, maskSize, 1);
}

/** Names the masks in the extras of the primitives to which they belong, relative to the folder of the file. */
export function referToMasks(
  patch: GlbPatch,
  surfaces: readonly RigSurface[],
  masks: readonly StickingMask[],
): void {
  for (const { file, surfaces: masked } of masks) {
    // Either all files are in the folder of the bake, or each kind is in one of its own.
    const uri = file.includes('/') ? `../${file}` : file;
    for (const k of masked) {
      const primitive = findPrimitive(patch, surfaces, k);
      if (primitive) primitive.extras = { ...primitive.extras, stickingMask: uri };
    }
  }
}

/** Draws the amounts of the vertices, interpolated over the triangles. The higher of two amounts counts. Textures repeat. */
function drawSurface(
  pixels: Uint8Array,
  drawn: Uint8Array,
  { indices, texcoords }: RigSurface,
  amounts: Uint8Array,
): void {
  const uv = texcoords!;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = indices.subarray(t, t + 3);
    // Corners in pixels, whose centres are at integers.
    const [ax, ay] = [uv[2 * a] * maskSize - 0.5, uv[2 * a + 1] * maskSize - 0.5];
    const [bx, by] = [uv[2 * b] * maskSize - 0.5, uv[2 * b + 1] * maskSize - 0.5];
    const [cx, cy] = [uv[2 * c] * maskSize - 0.5, uv[2 * c + 1] * maskSize - 0.5];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const [lowX, highX] = [Math.min(ax, bx, cx), Math.max(ax, bx, cx)];
    const [lowY, highY] = [Math.min(ay, by, cy), Math.max(ay, by, cy)];
    // A triangle that spans the texture more than once covers all of it.
    if (!(highX - lowX < 2 * maskSize && highY - lowY < 2 * maskSize) || area === 0) continue;
    for (let y = Math.ceil(lowY); y <= highY; y++) {
      for (let x = Math.ceil(lowX); x <= highX; x++) {
        const wb = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
        const wc = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
        if (wb < 0 || wc < 0 || wb + wc > 1) continue;
        const pixel = wrap(y) * maskSize + wrap(x);
        const amount = Math.round((1 - wb - wc) * amounts[a] + wb * amounts[b] + wc * amounts[c]);
        if (amount > pixels[pixel]) pixels[pixel] = amount;
        drawn[pixel] = 1;
      }
    }
  }
}

function wrap(pixel: number): number {
  return ((pixel % maskSize) + maskSize) % maskSize;
}

/** Lets pixels beside drawn ones have the highest amount beside them. */
function pad(pixels: Uint8Array, drawn: Uint8Array): void {
  const added = new Map<number, number>();
  for (let pixel = 0; pixel < drawn.length; pixel++) {
    if (drawn[pixel] === 0) continue;
    const [x, y] = [pixel % maskSize, Math.floor(pixel / maskSize)];
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const other = wrap(y + dy) * maskSize + wrap(x + dx);
        if (drawn[other] === 0) added.set(other, Math.max(added.get(other) ?? 0, pixels[pixel]));
      }
    }
  }
  for (const [pixel, amount] of added) {
    pixels[pixel] = amount;
    drawn[pixel] = 1;
  }
}
