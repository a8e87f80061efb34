import { InputError } from '../input-error.ts';
import { exp } from '../math/portable.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import type { PointSet } from '../motion/point-set.ts';
import type { MeshCursor } from './mesh-cursor.ts';
import { findColumns, type PlyElement, skipProperty } from './ply-header.ts';

/** The constant spherical harmonic, 1 / (2 √π). Files store colours divided by this value. */
const constantHarmonic = 0.28209479177387814;

/** Splats with a lower opacity are assumed to be floaters: artefacts of a scan in empty air. */
const minOpacity = 0.1;

const colorNames = ['f_dc_0', 'f_dc_1', 'f_dc_2'];

/** Returns whether the vertices of a PLY file are Gaussian splats in the form of Kerbl et al. (2023), which later tools also write. */
export function areSplats({ properties }: PlyElement): boolean {
  return [...colorNames, 'opacity'].every((name) => properties.some((property) => property.name === name));
}

/** Throws InputError for the packed variants of splats, whose values cannot be decoded without their chunks. */
export function refusePackedSplats(elements: readonly PlyElement[], file: string): void {
  const isPacked = elements.some(({ properties }) =>
    properties.some(({ name }) => name === 'packed_position'),
  );
  if (!isPacked) return;
  throw InputError.at(
    file,
    'expected points or splats with x, y and z, got compressed Gaussian splats (packed_position, as PlayCanvas and SuperSplat ' +
      'write them): open it in SuperSplat and export it as PLY without compression',
  );
}

/**
 * Reads Gaussian splats as points: colour 0.5 + 0.282 f_dc in sRGB, opacity by the logistic function. Splats with an opacity below 0.1 are
 * omitted, with a warning. The normals of splats are ignored, because the programs that create splats write zeros there.
 *
 * Throws InputError if no splat remains.
 */
export function readSplats(cursor: MeshCursor, { count, properties }: PlyElement): PointSet {
  const columnOf = (name: string) => properties.findIndex((property) => property.name === name);
  const axes = findColumns(cursor, properties);
  const colorColumns = colorNames.map(columnOf);
  const opacityColumn = columnOf('opacity');
  const used = new Set([...axes, ...colorColumns, opacityColumn]);
  const positions: number[] = [];
  const colors: number[] = [];
  const values = properties.map(() => 0);
  for (let vertex = 0; vertex < count; vertex++) {
    properties.forEach((property, index) => {
      if (used.has(index)) values[index] = cursor.scalar(property.type, `vertex ${vertex}`);
      else skipProperty(cursor, property);
    });
    const opacity = 1 / (1 + exp(-values[opacityColumn]));
    if (opacity < minOpacity) continue;
    for (const column of axes) positions.push(values[column]);
    for (const column of colorColumns) {
      colors.push(linearOfSrgb(Math.min(1, Math.max(0, 0.5 + constantHarmonic * values[column]))));
    }
    colors.push(opacity);
  }
  const kept = positions.length / 3;
  if (kept === 0) {
    throw InputError.at(
      cursor.name,
      `expected visible Gaussian splats, got ${count} with an opacity below ${minOpacity} each`,
    );
  }
  const left = count - kept;
  const floaters =
    left > 0 ? `, ${left} of them have an opacity below ${minOpacity} and were left out as floaters` : '';
  return {
    count: kept,
    positions: Float64Array.from(positions),
    colors: Float32Array.from(colors),
    normals: null,
    anchors: null,
    warnings: [`${cursor.name} holds ${count} Gaussian splats${floaters}; they are used as points`],
  };
}
