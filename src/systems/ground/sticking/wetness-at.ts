import { fillWetness, findDryness, tabulateWetness, waterWetness } from '../beyond/wetness.ts';
import { tileSize } from '../flow/sheet.ts';
import type { GroundState } from '../state.ts';

const wetness = new Uint8Array(1);
const initial = new Int32Array(1);

/** Returns the wetness of a column, 0 to 255. Ground without water is as wet as its material. */
export function readWetnessAt({ settings, steps }: GroundState, i: number, j: number): number {
  const { beyond, surface, extent, rate } = settings;
  if (!beyond.wetness) return waterWetness;
  surface.fill(initial, i, j, 1, 1);
  fillWetness(wetness, initial, { i0: i, j0: j, columns: 1, rows: 1 }, beyond.wetness, extent);
  const [tileI, tileJ] = [Math.floor(i / tileSize), Math.floor(j / tileSize)];
  return tabulateWetness(beyond.wetness, findDryness(beyond.wetness, rate, steps, tileI, tileJ))[wetness[0]];
}
