import { InputError } from '../input-error.ts';
import { describeFileKind } from './file-kind.ts';
import { type MeshCursor, quote, type ScalarType } from './mesh-cursor.ts';

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

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Type of the count that precedes a list. Null for a single value. */
  readonly countType: ScalarType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

/**
 * Reads the header: lines `format …`, `element NAME COUNT`, `property TYPE NAME`, `property list COUNTTYPE TYPE NAME`,
 * up to `end_header`.
 */
export function readPlyHeader(cursor: MeshCursor): PlyElement[] {
  if (cursor.line()?.trim() !== 'ply')
    throw InputError.at(cursor.name, `expected a PLY file, got ${describeFileKind(cursor.bytes)}`);
  const elements: PlyElement[] = [];
  let format = '';
  for (;;) {
    const line = cursor.line();
    if (line === null) throw cursor.fault('expected end_header, the file ends before it');
    const tokens = line.trim().split(/\s+/);
    const wrong = () => cursor.fault(`expected a line of a PLY header, got ${quote(line.trim())}`);
    if (tokens[0] === 'end_header') break;
    if (tokens[0] === 'format') format = tokens.slice(1).join(' ');
    else if (tokens[0] === 'element') {
      if (!/^\d{1,15}$/.test(tokens[2] ?? '')) throw wrong();
      elements.push({ name: tokens[1], count: Number(tokens[2]), properties: [] });
    } else if (tokens[0] === 'property') {
      const isList = tokens[1] === 'list';
      const type = scalarTypes.get(tokens[isList ? 3 : 1] ?? '');
      const countType = isList ? scalarTypes.get(tokens[2] ?? '') : null;
      const name = tokens[isList ? 4 : 2];
      if (!type || countType === undefined || countType?.kind === 'float' || !name || elements.length === 0) {
        throw wrong();
      }
      elements[elements.length - 1].properties.push({ name, type, countType });
    } else if (!['comment', 'obj_info', ''].includes(tokens[0])) throw wrong();
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

/** Returns the column indices of x, y and z among the properties of vertices. */
export function findColumns(cursor: MeshCursor, properties: readonly PlyProperty[]): number[] {
  const axes = ['x', 'y', 'z'].map((axis) => properties.findIndex(({ name }) => name === axis));
  const missing = axes.findIndex((place) => place < 0 || properties[place].countType !== null);
  if (missing < 0) return axes;
  throw InputError.at(cursor.name, `expected vertices with x, y and z, got none with ${'xyz'[missing]}`);
}

/** Skips all entries of an element. An element without properties takes no bytes. */
export function skipElement(cursor: MeshCursor, { count, properties }: PlyElement): void {
  for (let k = 0; properties.length > 0 && k < count; k++) {
    for (const property of properties) skipProperty(cursor, property);
  }
}

/** Skips a property. Its values may be anything, even NaN. */
export function skipProperty(cursor: MeshCursor, { name, type, countType }: PlyProperty): void {
  const count = countType ? cursor.scalar(countType, `the length of ${name}`) : 1;
  if (count < 0) throw cursor.fault(`expected a length of ${name} ≥ 0, got ${count}`);
  if (cursor.isBinary) cursor.skipBytes(type.bytes * count, name);
  else cursor.skipWords(count, name);
}
