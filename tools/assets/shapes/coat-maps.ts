/** Maps of coats over a side view: length, density and direction of the fur. */
import { encodePng8 } from '../../../src/files/png.ts';
import { smoothStep } from './level-set.ts';
import { fromMap, type SideView } from './side-view.ts';

/** A coat as functions of positions in a side view: y and z in the rest pose, metres. */
export interface DrawnCoat {
  /** Length as a fraction of the maximum length, 0..1. */
  readonly length: (y: number, z: number) => number;
  /** Fraction of the strands that exist, 0..1. */
  readonly density: (y: number, z: number) => number;
  /** Comb direction: towards the tail, and downward. Its length is at most 1. */
  readonly comb: (y: number, z: number) => readonly [back: number, down: number];
}

export const mapNames = ['length', 'density', 'comb'] as const;
export type MapName = (typeof mapNames)[number];

const texels = 384;

/** Draws the PNG of one map, in the form of the parameters `lengthMap`, `densityMap` and `combMap`. */
export function drawCoatMap(name: MapName, coat: DrawnCoat, view: SideView): Uint8Array {
  const rgb = new Uint8Array(3 * texels * texels);
  const byte = (fraction: number) => Math.round(255 * Math.min(1, Math.max(0, fraction)));
  for (let row = 0; row < texels; row++) {
    for (let column = 0; column < texels; column++) {
      const [y, z] = fromMap(view, (column + 0.5) / texels, (row + 0.5) / texels);
      const texel =
        name === 'comb'
          ? [...coat.comb(y, z).map((part) => Math.round(128 + 127 * part)), 128]
          : [byte(coat[name](y, z))];
      for (let c = 0; c < 3; c++) rgb[3 * (row * texels + column) + c] = texel[c] ?? texel[0];
    }
  }
  return encodePng8(rgb, texels, texels, 3);
}

/** A line in a side view with a radius, metres. */
export interface Stroke {
  readonly from: readonly [y: number, z: number];
  readonly to: readonly [y: number, z: number];
  readonly radius: number;
}

/** Returns a stroke that is a disc. */
export function dot(y: number, z: number, radius: number): Stroke {
  return { from: [y, z], to: [y, z], radius };
}

/** Returns the opacity of a stroke at a position, 0..1. The opacity decreases over `fade` metres at the boundary. */
export function cover({ from, to, radius }: Stroke, y: number, z: number, fade: number): number {
  const [dy, dz] = [to[0] - from[0], to[1] - from[1]];
  const square = dy * dy + dz * dz || 1;
  const along = Math.min(1, Math.max(0, ((y - from[0]) * dy + (z - from[1]) * dz) / square));
  const [oy, oz] = [y - from[0] - along * dy, z - from[1] - along * dz];
  return 1 - smoothStep(radius - fade / 2, radius + fade / 2, Math.sqrt(oy * oy + oz * oz));
}

/** Paints layers of values over one another. Each layer replaces a fraction of the layers below. */
export function layOver(first: readonly number[]) {
  const values = [...first];
  return {
    values,
    lay(over: readonly number[], fraction: number): void {
      for (let k = 0; k < values.length; k++) values[k] += (over[k] - values[k]) * fraction;
    },
  };
}
