import { InputError } from '../input-error.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import type { PointSet } from '../motion/point-set.ts';
import { areSplats, readSplats, refusePackedSplats } from './gaussian-splats.ts';
import { MeshCursor, type ScalarType } from './mesh-cursor.ts';
import {
  findColumns,
  type PlyElement,
  type PlyProperty,
  readPlyHeader,
  skipElement,
  skipProperty,
} from './ply-header.ts';

/**
 * Reads the vertices of a PLY file as points, with colours (red green blue, or r g b, with alpha) and normals if it has them: ASCII or
 * binary of either byte order, with or without faces. Colours are sRGB: 0..255 if they are bytes, 0..65535 if they have two bytes, 0..1 if
 * they are real numbers. Normals are normalised. If only some normals are zero, they are damaged and are replaced by +Y; if all are zero,
 * the file has no normals. Gaussian splats: see `readSplats`.
 *
 * Throws InputError in the same cases as `readPly`, and for a file without a vertex.
 */
export function readPlyPoints(bytes: Uint8Array, name: string): PointSet {
  const cursor = new MeshCursor(bytes, name);
  let points: PointSet | null = null;
  const elements = readPlyHeader(cursor);
  refusePackedSplats(elements, name);
  for (const element of elements) {
    if (element.name === 'vertex') {
      points = areSplats(element) ? readSplats(cursor, element) : readVertices(cursor, element);
      break;
    }
    skipElement(cursor, element);
  }
  if (points && points.count > 0) return points;
  throw InputError.at(name, 'expected a PLY file with points, got a file without a vertex');
}

const colorNames = [
  ['red', 'green', 'blue', 'alpha'],
  ['r', 'g', 'b', 'a'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue', 'diffuse_alpha'],
] as const;

function readVertices(cursor: MeshCursor, { count, properties }: PlyElement): PointSet {
  const columnOf = (name: string) =>
    properties.findIndex((property) => property.name === name && property.countType === null);
  const axes = findColumns(cursor, properties);
  const colorColumns = colorNames.map((names) => names.map(columnOf)).find((columns) => columns[0] >= 0);
  const hasColors = colorColumns?.slice(0, 3).every((column) => column >= 0) ?? false;
  const normalColumns = ['nx', 'ny', 'nz'].map(columnOf);
  const hasNormals = normalColumns.every((column) => column >= 0);
  const used = new Set([
    ...axes,
    ...(hasColors ? (colorColumns ?? []) : []),
    ...(hasNormals ? normalColumns : []),
  ]);
  const positions: number[] = [];
  const colors: number[] = [];
  const normals: number[] = [];
  let hasDirections = false;
  const values = properties.map(() => 0);
  for (let vertex = 0; vertex < count; vertex++) {
    properties.forEach((property, index) => {
      if (used.has(index)) values[index] = cursor.scalar(property.type, `vertex ${vertex}`);
      else skipProperty(cursor, property);
    });
    for (const column of axes) positions.push(values[column]);
    if (hasColors && colorColumns) pushColor(colors, values, properties, colorColumns);
    if (hasNormals) {
      const normal = normalColumns.map((column) => values[column]);
      hasDirections ||= normal.some((value) => value !== 0 && Number.isFinite(value));
      pushNormal(normals, normal);
    }
  }
  return {
    count,
    positions: Float64Array.from(positions),
    colors: hasColors ? Float32Array.from(colors) : null,
    normals: hasDirections ? Float32Array.from(normals) : null,
    anchors: null,
  };
}

function pushColor(
  colors: number[],
  values: readonly number[],
  properties: readonly PlyProperty[],
  [red, green, blue, alpha]: readonly number[],
): void {
  for (const column of [red, green, blue]) {
    colors.push(linearOfSrgb(toFraction(values[column], properties[column].type)));
  }
  colors.push(alpha >= 0 ? toFraction(values[alpha], properties[alpha].type) : 1);
}

/** Returns a value as a fraction of the maximum of its type, 0..1. */
function toFraction(value: number, { kind, bytes }: ScalarType): number {
  const whole = kind === 'float' ? 1 : 2 ** (8 * bytes - (kind === 'signed' ? 1 : 0)) - 1;
  return Math.min(1, Math.max(0, value / whole));
}

function pushNormal(normals: number[], [x, y, z]: readonly number[]): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0 && Number.isFinite(length)) normals.push(x / length, y / length, z / length);
  else normals.push(0, 1, 0);
}
