import { InputError } from '../input-error.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import type { PointSet } from '../motion/point-set.ts';
import { areSplats, readSplats, refusePackedSplats } from './gaussian-splats.ts';
import { MeshCursor, type ScalarType } from './mesh-cursor.ts';
import {
  findPlaces,
  type PlyElement,
  type PlyProperty,
  readPlyHeader,
  skipElement,
  skipProperty,
} from './ply-header.ts';

/**
 * Reads the vertices of a PLY file as points, with their colours (red green blue, or r g b, with alpha) and normals where
 * it has them: ASCII, or binary of either byte order, with faces or without. Colours are sRGB, 0..255 as bytes, 0..65535 as
 * two bytes, 0..1 as real numbers. Normals are brought to unit length; one of no length is a fault of the file, read as up.
 * Where all have no length there are none. Gaussian splats are read as `readSplats` says.
 *
 * Errors: InputError as `readPly`, and for a file without a vertex.
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
  const placeOf = (name: string) =>
    properties.findIndex((property) => property.name === name && property.countType === null);
  const axes = findPlaces(cursor, properties);
  const colorPlaces = colorNames.map((names) => names.map(placeOf)).find((places) => places[0] >= 0);
  const hasColors = colorPlaces?.slice(0, 3).every((place) => place >= 0) ?? false;
  const normalPlaces = ['nx', 'ny', 'nz'].map(placeOf);
  const hasNormals = normalPlaces.every((place) => place >= 0);
  const used = new Set([
    ...axes,
    ...(hasColors ? (colorPlaces ?? []) : []),
    ...(hasNormals ? normalPlaces : []),
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
    for (const place of axes) positions.push(values[place]);
    if (hasColors && colorPlaces) pushColor(colors, values, properties, colorPlaces);
    if (hasNormals) {
      const normal = normalPlaces.map((place) => values[place]);
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
  for (const place of [red, green, blue]) {
    colors.push(linearOfSrgb(shareOf(values[place], properties[place].type)));
  }
  colors.push(alpha >= 0 ? shareOf(values[alpha], properties[alpha].type) : 1);
}

/** 0..1 of what the type can hold. */
function shareOf(value: number, { kind, bytes }: ScalarType): number {
  const whole = kind === 'float' ? 1 : 2 ** (8 * bytes - (kind === 'signed' ? 1 : 0)) - 1;
  return Math.min(1, Math.max(0, value / whole));
}

function pushNormal(normals: number[], [x, y, z]: readonly number[]): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0 && Number.isFinite(length)) normals.push(x / length, y / length, z / length);
  else normals.push(0, 1, 0);
}
