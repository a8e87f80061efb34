import type { InputFault } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import type { ColumnRectangle } from '../outputs/heightfield.ts';
import { checkBeyond, checkMaps } from './beyond/check-beyond.ts';
import { minSpacingCells, resolveCracks } from './cracks/crack-settings.ts';
import type { GroundParams } from './params.ts';
import { maxColumn, maxHeight } from './rules/limits.ts';
import { minWavelength, type NoiseParams, noiseBound } from './surface/noise.ts';
import { checkTerrain } from './terrain/terrain-params.ts';

/** Checks what the ranges of single parameters cannot catch, and what would fail. See `checkGround` for the rest. */
export function checkSettings(params: GroundParams): InputFault[] {
  return [
    ...checkWithoutFiles(params),
    ...checkMaps(params),
    ...checkTerrain(params),
    ...checkCracks(params),
  ];
}

/** The same for the parameters of a ground that reads no files. */
export function checkWithoutFiles(params: GroundParams): InputFault[] {
  const faults: InputFault[] = [];
  const bound = noiseBound(describeNoise(params, 0));
  if (bound > maxHeight) {
    faults.push({
      path: 'noiseAmplitude',
      message: `expected noise within ${maxHeight} m of the datum, got up to ${bound.toFixed(0)} m; lower it`,
    });
  }
  const minimum = minWavelength({ cell: params.cell, octaves: params.noiseOctaves });
  if (params.noiseAmplitude > 0 && params.noiseWavelength < minimum) {
    faults.push({
      path: 'noiseWavelength',
      message: `expected at least ${minimum.toPrecision(3)} m for cells of ${params.cell} m in ${params.noiseOctaves} octaves, got ${params.noiseWavelength}`,
    });
  }
  if (params.cell < 0.0005) {
    faults.push({
      path: 'cell',
      message: `expected at least 0.0005 m (heights are in steps of a micrometre), got ${params.cell}`,
    });
  }
  if (params.size && params.terrain === undefined) {
    const extent = findExtent(params)!;
    const furthest = Math.max(
      Math.abs(extent.i0),
      Math.abs(extent.j0),
      extent.i0 + extent.columns,
      extent.j0 + extent.rows,
    );
    if (extent.columns < 2 || extent.rows < 2) {
      faults.push({
        path: 'size',
        message: `expected at least one cell (${params.cell} m), got ${params.size}`,
      });
    } else if (furthest > maxColumn) {
      faults.push({
        path: 'size',
        message: `expected an edge within 2³⁰ cells of the origin, got ${furthest}; use a larger cell`,
      });
    }
  }
  append(faults, checkBeyond(params));
  return faults;
}

function checkCracks(params: GroundParams): InputFault[] {
  const cracks = resolveCracks(params, 0);
  if (!cracks) return [];
  const { cell, spacing, width, depth } = cracks;
  const faults: InputFault[] = [];
  if (spacing < minSpacingCells * cell) {
    faults.push({
      path: 'crackSpacing',
      message: `expected at least ${minSpacingCells} cells of ${cell} m, got ${spacing} m; raise it, or use a smaller cell`,
    });
  }
  if (width > spacing / 2) {
    faults.push({
      path: 'crackWidth',
      message: `expected at most half of the crackSpacing, ${spacing / 2} m, got ${width} m; lower it, or raise crackSpacing`,
    });
  }
  const lowest = noiseBound(describeNoise(params, 0)) + depth;
  if (lowest > maxHeight) {
    faults.push({
      path: 'crackDepth',
      message: `expected cracks within ${maxHeight} m of the datum, got ${lowest.toFixed(0)} m including the noise; lower either`,
    });
  }
  return faults;
}

/** Returns the noise that the parameters describe. */
export function describeNoise(params: GroundParams, seed: number): NoiseParams {
  return {
    seed,
    cell: params.cell,
    amplitude: params.noiseAmplitude,
    wavelength: params.noiseWavelength,
    octaves: params.noiseOctaves,
  };
}

/** Returns the columns of a ground with a size and without a terrain: one more than cells, because columns are at the corners of cells. Null if it has no boundary. */
export function findExtent({ size, center = [0, 0], cell }: GroundParams): ColumnRectangle | null {
  if (!size) return null;
  return {
    i0: Math.round((center[0] - size[0] / 2) / cell),
    j0: Math.round((center[1] - size[1] / 2) / cell),
    columns: Math.round(size[0] / cell) + 1,
    rows: Math.round(size[1] / cell) + 1,
  };
}
