import { unitsPerMetre } from '../rules/units.ts';
import type { InitialSurface } from '../surface/initial-surface.ts';
import { fillNoise, noiseBound } from '../surface/noise.ts';
import {
  type CrackCell,
  createCrackCell,
  distanceToCurve,
  distanceToSides,
  placeSite,
  reach,
  shiftOf,
} from './crack-cell.ts';
import type { CrackSettings } from './crack-settings.ts';

/** Cells between wide cracks are divided in two, so a square of the lattice has twice the area of a polygon. */
const polygonsPerSquare = 2;
/** Width and depth of the cracks that divide cells, as fractions of those of the wide cracks. */
const narrowWidth = 0.6;
const narrowDepth = 0.7;
/** Max deviation of the width of a crack along its length, as a fraction. */
const widthVariation = 0.35;
/** Bends of the cracks, in squares of the lattice. */
const bend = { amplitude: 0.06, wavelength: 0.5, octaves: 3 };
/** Number of cells that are kept. A power of two. */
const cacheSize = 1024;

/**
 * A surface with the cracks of dried mud. The depth of a crack in a column depends on the settings and the position of the column alone.
 * Wide cracks are the boundaries of Voronoi cells, bent by noise. A narrower one divides each cell.
 */
export function addCracks(base: InitialSurface, cracks: CrackSettings): InitialSurface {
  const { seed, cell, spacing, width, depth } = cracks;
  const square = spacing * Math.sqrt(polygonsPerSquare);
  const depthUnits = Math.round(depth * unitsPerMetre);
  // The noise is in units of the lattice, so its unit of length is a square.
  const wave = { cell: cell / square, ...bend };
  const noises = [
    { ...wave, seed: seed + 1 },
    { ...wave, seed: seed + 2 },
    { ...wave, seed: seed + 3, amplitude: 1, octaves: 1 },
  ];
  const maxBend = noiseBound(noises[0]);
  const halfWidth = width / 2 / square;
  const cells: (CrackCell | undefined)[] = new Array(cacheSize);
  let sites = new Float64Array(512);
  let values = noises.map(() => new Int32Array(1024));

  function cellAt(a: number, b: number): CrackCell {
    const slot = (Math.imul(a, 37) + Math.imul(b, 1021)) & (cacheSize - 1);
    const kept = cells[slot];
    if (kept?.a === a && kept.b === b) return kept;
    const made = createCrackCell(seed, a, b);
    cells[slot] = made;
    return made;
  }

  /** Lowers the heights of a rectangle where there are cracks. */
  function lower(out: Int32Array, i0: number, j0: number, columns: number, rows: number): void {
    if (values[0].length < columns * rows) values = noises.map(() => new Int32Array(columns * rows));
    noises.forEach((noise, k) => {
      fillNoise(values[k], i0, j0, columns, rows, noise);
    });
    const [bendX, bendZ, widths] = values;
    const scale = cell / square;
    const firstA = Math.floor(i0 * scale - maxBend - 0.5) - reach;
    const firstB = Math.floor(j0 * scale - maxBend) - reach;
    const sitesAcross = Math.floor((i0 + columns - 1) * scale + maxBend) + reach + 1 - firstA;
    const sitesDown = Math.floor((j0 + rows - 1) * scale + maxBend) + reach + 1 - firstB;
    if (sites.length < 2 * sitesAcross * sitesDown) sites = new Float64Array(2 * sitesAcross * sitesDown);
    for (let b = 0, k = 0; b < sitesDown; b++) {
      for (let a = 0; a < sitesAcross; a++, k += 2) placeSite(sites, k, seed, firstA + a, firstB + b);
    }
    for (let j = 0, k = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++, k++) {
        const x = (i0 + i) * scale + bendX[k] / unitsPerMetre;
        const z = (j0 + j) * scale + bendZ[k] / unitsPerMetre;
        const row = Math.floor(z);
        let nearest = Number.POSITIVE_INFINITY;
        let nearestA = 0;
        let nearestB = 0;
        for (let b = row - reach; b <= row + reach; b++) {
          const first = Math.floor(x - shiftOf(b)) - reach;
          let at = 2 * ((b - firstB) * sitesAcross + first - firstA);
          for (let a = first; a <= first + 2 * reach; a++, at += 2) {
            const dx = sites[at] - x;
            const dz = sites[at + 1] - z;
            const distance = dx * dx + dz * dz;
            if (distance >= nearest) continue;
            nearest = distance;
            nearestA = a;
            nearestB = b;
          }
        }
        const found = cellAt(nearestA, nearestB);
        const dx = x - found.x;
        const dz = z - found.z;
        const variation = Math.max(-1, Math.min(1, widths[k] / unitsPerMetre));
        const half = halfWidth * (1 + widthVariation * variation);
        const wide = profile(distanceToSides(found, dx, dz) / half);
        const narrow =
          wide < narrowDepth
            ? narrowDepth * profile(distanceToCurve(found, dx, dz) / (narrowWidth * half))
            : 0;
        out[k] -= Math.floor(depthUnits * Math.max(wide, narrow));
      }
    }
  }

  return {
    ...base,
    bottom: base.bottom - depthUnits,
    // `shape` must be increased whenever the code makes other cracks from the same parameters.
    identity: { ...base.identity, cracks: { ...cracks, shape: 1 } },
    fill(out, i0, j0, columns, rows) {
      base.fill(out, i0, j0, columns, rows);
      lower(out, i0, j0, columns, rows);
    },
  };
}

/** Returns the depth of a crack as a fraction of its max. distance: from its middle, as a fraction of half its width. */
function profile(distance: number): number {
  return distance < 1 ? 1 - distance * distance : 0;
}
