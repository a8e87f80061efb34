import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { MeshCursor, type ScalarType } from './mesh-cursor.ts';
import {
  findColumns,
  type PlyElement,
  type PlyProperty,
  readPlyHeader,
  skipElement,
  skipProperty,
} from './ply-header.ts';
import { crossedWarnings, PolygonList } from './polygon-list.ts';

/**
 * Reads the surface of a PLY file, ASCII or binary of either byte order: positions and faces. Polygons are triangulated
 * (`triangulatePolygon`); everything else is ignored. Units and axes are those of the file.
 *
 * Throws InputError with the line (binary: the byte) for an invalid header, a file that is cut short, corners that do not exist, faces
 * below three corners, and for a file without vertices or faces (a point cloud, triangle strips).
 */
export function readPly(bytes: Uint8Array, name: string): TriangleMesh {
  const cursor = new MeshCursor(bytes, name);
  const elements = readPlyHeader(cursor);
  const positions: number[] = [];
  const faces = new PolygonList();
  const { indices } = faces;
  for (const element of elements) {
    if (element.name === 'vertex') readVertices(cursor, element, positions);
    else if (element.name === 'face') readFaces(cursor, element, faces);
    else skipElement(cursor, element);
  }
  if (positions.length === 0)
    throw InputError.at(name, 'expected a PLY surface, got a file without a vertex');
  if (indices.length === 0) {
    const strips = elements.some((element) => element.name === 'tristrips');
    throw InputError.at(
      name,
      `expected a PLY surface with faces, got ${strips ? 'triangle strips: save it with faces' : 'vertices alone, a cloud of points'}`,
    );
  }
  const vertexCount = positions.length / 3;
  const beyond = indices.find((index) => index < 0 || index >= vertexCount);
  if (beyond !== undefined) {
    throw InputError.at(name, `expected corners 0 to ${vertexCount - 1}, its vertices, got ${beyond}`);
  }
  faces.open(positions);
  return {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    warnings: [...crossedWarnings(faces), ...elementWarnings(elements)],
  };
}

/** Warnings for elements that are skipped. */
function elementWarnings(elements: readonly PlyElement[]): string[] {
  return elements
    .filter(
      ({ name, count, properties }) =>
        count > 0 && properties.length > 0 && !['vertex', 'face'].includes(name),
    )
    .map(({ name, count }) => `"${name}" (${count}) is passed over`);
}

function readVertices(cursor: MeshCursor, { count, properties }: PlyElement, positions: number[]): void {
  const axes = findColumns(cursor, properties);
  for (let vertex = 0; vertex < count; vertex++) {
    const position = [0, 0, 0];
    properties.forEach((property, index) => {
      const axis = axes.indexOf(index);
      if (axis >= 0) position[axis] = cursor.scalar(property.type, `vertex ${vertex}`);
      else skipProperty(cursor, property);
    });
    append(positions, position);
  }
}

function readFaces(cursor: MeshCursor, element: PlyElement, faces: PolygonList): void {
  const { count, properties } = element;
  const isCorners = ({ name, type, countType }: PlyProperty) =>
    (name === 'vertex_indices' || name === 'vertex_index') && countType !== null && type.kind !== 'float';
  const corners = properties.find(isCorners);
  if (!corners && count > 0) {
    throw InputError.at(cursor.name, 'expected faces with a list vertex_indices of whole numbers, got none');
  }
  for (let face = 0; face < count; face++) {
    for (const property of properties) {
      if (property === corners) readPolygon(cursor, property, face, faces);
      else skipProperty(cursor, property);
    }
  }
}

function readPolygon(
  cursor: MeshCursor,
  { type, countType }: PlyProperty,
  face: number,
  faces: PolygonList,
): void {
  const cornerCount = cursor.scalar(countType as ScalarType, `the number of corners of face ${face}`);
  if (cornerCount < 3)
    throw cursor.fault(`expected a face of at least 3 corners, got face ${face} with ${cornerCount}`);
  const what = `the corners of face ${face}`;
  const corners: number[] = [];
  for (let corner = 0; corner < cornerCount; corner++) corners.push(cursor.scalar(type, what));
  faces.add(corners);
}
