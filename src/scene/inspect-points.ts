import { MeshCursor } from '../files/mesh-cursor.ts';
import { readPlyHeader } from '../files/ply-header.ts';
import { readPlyPoints } from '../files/ply-points.ts';

/** The points of a PLY file. */
export interface PointsInspection {
  readonly file: string;
  readonly points: number;
  /** Number of faces; 0 for a point cloud. */
  readonly faces: number;
  /** Names of the properties of each point in the file. */
  readonly properties: readonly string[];
  readonly hasColors: boolean;
  readonly hasNormals: boolean;
  /** Bounding box in the units of the file. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly problems: readonly string[];
}

/** Inspects a PLY file. Throws InputError if the file has no points or cannot be read. */
export function inspectPoints(bytes: Uint8Array, file: string): PointsInspection {
  const elements = readPlyHeader(new MeshCursor(bytes, file));
  const { count, positions, colors, normals, warnings = [] } = readPlyPoints(bytes, file);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    min[k % 3] = Math.min(min[k % 3], positions[k]);
    max[k % 3] = Math.max(max[k % 3], positions[k]);
  }
  const odd = elements.filter(({ name }) => name !== 'vertex' && name !== 'face');
  return {
    file,
    points: count,
    faces: elements.find(({ name }) => name === 'face')?.count ?? 0,
    properties: elements
      .filter(({ name }) => name === 'vertex')
      .flatMap(({ properties }) => properties.map(({ name }) => name)),
    hasColors: colors !== null,
    hasNormals: normals !== null,
    min,
    max,
    problems: [...warnings, ...odd.map(({ name, count: own }) => `"${name}" (${own}) is ignored`)],
  };
}
