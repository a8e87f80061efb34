import { InputError } from '../input-error.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { MeshCursor, quote, type ScalarType } from './mesh-cursor.ts';

const scalarTypes: ReadonlyMap<string, ScalarType> = new Map([
  ...sameType(['char', 'int8'], { bytes: 1, kind: 'signed' }),
  ...sameType(['uchar', 'uint8'], { bytes: 1, kind: 'unsigned' }),
  ...sameType(['short', 'int16'], { bytes: 2, kind: 'signed' }),
  ...sameType(['ushort', 'uint16'], { bytes: 2, kind: 'unsigned' }),
  ...sameType(['int', 'int32'], { bytes: 4, kind: 'signed' }),
  ...sameType(['uint', 'uint32'], { bytes: 4, kind: 'unsigned' }),
  ...sameType(['float', 'float32'], { bytes: 4, kind: 'float' }),
  ...sameType(['double', 'float64'], { bytes: 8, kind: 'float' }),
]);

function sameType(names: readonly string[], type: ScalarType): (readonly [string, ScalarType])[] {
  return names.map((name) => [name, type] as const);
}

interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Type of the count in front of a list, null for a single value. */
  readonly countType: ScalarType | null;
}

interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

/**
 * Reads the surface of a PLY file: ASCII, or binary of either byte order. Positions and faces, polygons opened as fans from
 * their first corner; everything else is passed over. Units and axes stay the file's own.
 *
 * Errors: InputError with the line, or the byte in binary, for a header that is none, a file that is cut short, corners that do
 * not exist, faces below three corners, and for a file without vertices or faces (a cloud of points, triangle strips).
 */
export function readPly(bytes: Uint8Array, name: string): TriangleMesh {
  const cursor = new MeshCursor(bytes, name);
  const elements = readHeader(cursor);
  const positions: number[] = [];
  const indices: number[] = [];
  for (const element of elements) {
    if (element.name === 'vertex') readVertices(cursor, element, positions);
    else if (element.name === 'face') readFaces(cursor, element, indices);
    // Without properties there is nothing of it in the file.
    else for (let k = 0; element.properties.length > 0 && k < element.count; k++) skipItem(cursor, element);
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
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Lines `format …`, `element NAME COUNT`, `property TYPE NAME`, `property list COUNTTYPE TYPE NAME`, up to `end_header`. */
function readHeader(cursor: MeshCursor): PlyElement[] {
  if (cursor.line()?.trim() !== 'ply')
    throw InputError.at(cursor.name, 'expected a PLY file, got something else');
  const elements: PlyElement[] = [];
  let format = '';
  for (;;) {
    const line = cursor.line();
    if (line === null) throw cursor.fault('expected end_header, the file ends before it');
    const words = line.trim().split(/\s+/);
    const wrong = () => cursor.fault(`expected a line of a PLY header, got ${quote(line.trim())}`);
    if (words[0] === 'end_header') break;
    if (words[0] === 'format') format = words.slice(1).join(' ');
    else if (words[0] === 'element') {
      if (!/^\d{1,15}$/.test(words[2] ?? '')) throw wrong();
      elements.push({ name: words[1], count: Number(words[2]), properties: [] });
    } else if (words[0] === 'property') {
      const isList = words[1] === 'list';
      const type = scalarTypes.get(words[isList ? 3 : 1] ?? '');
      const countType = isList ? scalarTypes.get(words[2] ?? '') : null;
      const name = words[isList ? 4 : 2];
      if (!type || countType === undefined || countType?.kind === 'float' || !name || elements.length === 0) {
        throw wrong();
      }
      elements[elements.length - 1].properties.push({ name, type, countType });
    } else if (!['comment', 'obj_info', ''].includes(words[0])) throw wrong();
  }
  if (format !== 'ascii 1.0' && format !== 'binary_little_endian 1.0' && format !== 'binary_big_endian 1.0') {
    throw cursor.fault(
      `expected format ascii, binary_little_endian or binary_big_endian 1.0, got ${quote(format)}`,
    );
  }
  cursor.isBinary = !format.startsWith('ascii');
  cursor.isLittleEndian = !format.startsWith('binary_big');
  return elements;
}

function readVertices(cursor: MeshCursor, { count, properties }: PlyElement, positions: number[]): void {
  const axes = ['x', 'y', 'z'].map((axis) => properties.findIndex(({ name }) => name === axis));
  const missing = axes.findIndex((place) => place < 0 || properties[place].countType !== null);
  if (missing >= 0)
    throw InputError.at(cursor.name, `expected vertices with x, y and z, got none with ${'xyz'[missing]}`);
  for (let vertex = 0; vertex < count; vertex++) {
    const place = [0, 0, 0];
    properties.forEach((property, index) => {
      const axis = axes.indexOf(index);
      if (axis >= 0) place[axis] = cursor.scalar(property.type, `vertex ${vertex}`);
      else skipProperty(cursor, property);
    });
    positions.push(...place);
  }
}

function readFaces(cursor: MeshCursor, element: PlyElement, indices: number[]): void {
  const { count, properties } = element;
  const isCorners = ({ name, type, countType }: PlyProperty) =>
    (name === 'vertex_indices' || name === 'vertex_index') && countType !== null && type.kind !== 'float';
  const corners = properties.find(isCorners);
  if (!corners && count > 0) {
    throw InputError.at(cursor.name, 'expected faces with a list vertex_indices of whole numbers, got none');
  }
  for (let face = 0; face < count; face++) {
    for (const property of properties) {
      if (property === corners) readPolygon(cursor, property, face, indices);
      else skipProperty(cursor, property);
    }
  }
}

function readPolygon(
  cursor: MeshCursor,
  { type, countType }: PlyProperty,
  face: number,
  indices: number[],
): void {
  const cornerCount = cursor.scalar(countType as ScalarType, `the number of corners of face ${face}`);
  if (cornerCount < 3)
    throw cursor.fault(`expected a face of at least 3 corners, got face ${face} with ${cornerCount}`);
  const what = `the corners of face ${face}`;
  const first = cursor.scalar(type, what);
  let previous = cursor.scalar(type, what);
  for (let corner = 2; corner < cornerCount; corner++) {
    const next = cursor.scalar(type, what);
    indices.push(first, previous, next);
    previous = next;
  }
}

function skipItem(cursor: MeshCursor, { properties }: PlyElement): void {
  for (const property of properties) skipProperty(cursor, property);
}

/** Values that do not matter may be anything, NaN too. */
function skipProperty(cursor: MeshCursor, { name, type, countType }: PlyProperty): void {
  const count = countType ? cursor.scalar(countType, `the length of ${name}`) : 1;
  if (count < 0) throw cursor.fault(`expected a length of ${name} ≥ 0, got ${count}`);
  if (cursor.isBinary) cursor.skipBytes(type.bytes * count, name);
  else cursor.skipWords(count, name);
}
