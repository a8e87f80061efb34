import { MeshCursor } from '../files/mesh-cursor.ts';
import { readPlyHeader } from '../files/ply-header.ts';
import { readPlainMesh } from '../files/read-plain-mesh.ts';
import { isBinaryStl } from '../files/stl.ts';
import { InputError } from '../input-error.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { measureMesh } from '../motion/measure-mesh.ts';
import { measureWheel } from '../motion/measure-wheel.ts';
import { describeMesh, describeSize } from './describe-mesh.ts';
import { guessUp } from './guess-up.ts';

/** Contents of a mesh file. Lengths are in the units of the file. */
export interface MeshInspection {
  readonly file: string;
  /** Format, such as `STL (binary)`. */
  readonly format: string;
  readonly triangles: number;
  /** Number of distinct positions. */
  readonly vertices: number;
  readonly pieces: number;
  readonly isClosed: boolean;
  readonly openEdges: number;
  readonly crowdedEdges: number;
  readonly opposedEdges: number;
  readonly inwardPieces: number;
  readonly doubledTriangles: number;
  readonly flatTriangles: number;
  readonly looseVertices: number;
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly area: number;
  /** Null for an open surface. */
  readonly volume: number | null;
  readonly hasTexcoords: boolean;
  readonly hasColors: boolean;
  /** Up axis, guessed from a flat bottom. Null if there is no flat bottom, and for a wheel. */
  readonly up: 'y' | 'z' | null;
  /** The values that `roll` would use. Null if the mesh is not round. */
  readonly wheel: WheelInspection | null;
  /** Descriptions of all problems. */
  readonly problems: readonly string[];
}

/** The axle, the radius and the width of a mesh that could roll as a wheel, in the units and axes of its file. */
export interface WheelInspection {
  /** Unit vector. */
  readonly axle: readonly [number, number, number];
  readonly radius: number;
  readonly width: number;
}

/** Returns whether a file is a mesh: .obj, .stl, or .ply with faces. A .ply without faces is a point cloud. */
export function isMeshFile(bytes: Uint8Array, name: string): boolean {
  if (/\.(obj|stl)$/i.test(name)) return true;
  if (!/\.ply$/i.test(name)) return false;
  try {
    return readPlyHeader(new MeshCursor(bytes, name)).some(
      ({ name: element, count }) => (element === 'face' || element === 'tristrips') && count > 0,
    );
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Inspects a mesh file. Throws InputError if the file cannot be read. */
export function inspectMesh(bytes: Uint8Array, file: string): MeshInspection {
  const mesh = readPlainMesh(bytes, file);
  if (!mesh) throw InputError.at(file, 'expected a mesh (.obj, .stl or .ply), got another file');
  const measures = measureMesh(mesh);
  const size = describeSize(measures);
  const wheel = findWheel(mesh);
  return {
    file,
    format: formatOf(bytes, file),
    triangles: measures.triangles,
    vertices: measures.vertices,
    pieces: measures.pieces,
    isClosed: measures.volume !== null,
    openEdges: measures.openEdges,
    crowdedEdges: measures.crowdedEdges,
    opposedEdges: measures.opposedEdges,
    inwardPieces: measures.inwardPieces,
    doubledTriangles: measures.doubled,
    flatTriangles: measures.flat,
    looseVertices: measures.loose,
    min: measures.min,
    max: measures.max,
    area: measures.area,
    volume: measures.volume,
    hasTexcoords: mesh.cornerTexcoords !== undefined,
    hasColors: mesh.colors !== undefined,
    up: wheel ? null : guessUp(mesh, measures),
    wheel,
    problems: [...(mesh.warnings ?? []), ...describeMesh(measures), ...(size ? [size] : [])],
  };
}

function formatOf(bytes: Uint8Array, file: string): string {
  if (/\.obj$/i.test(file)) return 'OBJ';
  if (/\.stl$/i.test(file)) return `STL (${isBinaryStl(bytes) ? 'binary' : 'ASCII'})`;
  const cursor = new MeshCursor(bytes, file);
  readPlyHeader(cursor);
  if (!cursor.isBinary) return 'PLY (ASCII)';
  return `PLY (binary, ${cursor.isLittleEndian ? 'little' : 'big'} endian)`;
}

/** Maximum deviation of a wheel from a circle, as a fraction of the radius, to allow for treads. */
const outOfRound = 0.06;
const minClear = 0.3;

/** Returns the measures of a wheel if the maximum distance from the axle is nearly equal in all directions; else null. */
function findWheel(mesh: TriangleMesh): WheelInspection | null {
  const { axle, centre, radius, width, clearness } = measureWheel(mesh);
  if (clearness < minClear || !(radius > 0) || width > 2 * radius) return null;
  const [a, b] = acrossAxes(axle);
  const reach = new Float64Array(sectorCount);
  for (const vertex of mesh.indices) {
    const away = [0, 1, 2].map((axis) => mesh.positions[3 * vertex + axis] - centre[axis]);
    const x = away[0] * a[0] + away[1] * a[1] + away[2] * a[2];
    const y = away[0] * b[0] + away[1] * b[1] + away[2] * b[2];
    const sector = Math.min(
      sectorCount - 1,
      Math.floor((Math.atan2(y, x) / (2 * Math.PI) + 0.5) * sectorCount),
    );
    reach[sector] = Math.max(reach[sector], Math.sqrt(x * x + y * y));
  }
  return reach.every((own) => own >= (1 - outOfRound) * radius) ? { axle, radius, width } : null;
}

const sectorCount = 12;

/** Returns two unit vectors that are perpendicular to a given one and to each other. */
function acrossAxes(axle: readonly [number, number, number]): [number[], number[]] {
  const [x, y, z] = axle;
  const other = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
  const length = Math.sqrt(other.reduce((sum, part) => sum + part * part, 0));
  const a = other.map((part) => part / length);
  return [a, [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]]];
}
