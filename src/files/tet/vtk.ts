import { type MeshCursor, quote } from '../mesh-cursor.ts';
import {
  addElement,
  type ElementKind,
  line2,
  line3,
  otherKind,
  point,
  tet4,
  tet10,
  triangle3,
  triangle6,
} from './element-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** VTK's cell types, by number. Types that are not listed are treated as cells with a volume. */
const vtkKinds: ReadonlyMap<number, ElementKind> = new Map([
  [1, point],
  [3, line2],
  [5, triangle3],
  [10, tet4],
  [21, line3],
  [22, triangle6],
  [24, tet10],
  // Other kinds of points, lines, triangles and polygons.
  ...[2, 4, 6, 7, 8, 9, 23, 28, 30, 34, 35, 36, 68, 69, 70, 75, 76, 77].map(
    (type) => [type, otherKind('other points, lines and faces', 2, 0)] as const,
  ),
  ...[11, 12, 25, 29, 33].map((type) => [type, otherKind('hexahedra', 3, 0)] as const),
  ...[13, 26, 31, 32].map((type) => [type, otherKind('prisms', 3, 0)] as const),
  ...[14, 27].map((type) => [type, otherKind('pyramids', 3, 0)] as const),
  ...[71, 78].map((type) => [type, otherKind('tetrahedra of higher order', 3, 0)] as const),
]);

interface ValueType {
  /** Size of values in binary files, bytes. */
  readonly bytes: number;
  readonly isWhole: boolean;
}

const valueTypes: ReadonlyMap<string, ValueType> = new Map([
  ['float', { bytes: 4, isWhole: false }],
  ['double', { bytes: 8, isWhole: false }],
  ...wholeTypes(1, 'char', 'unsigned_char', 'vtktypeint8', 'vtktypeuint8'),
  ...wholeTypes(2, 'short', 'unsigned_short', 'vtktypeint16', 'vtktypeuint16'),
  ...wholeTypes(4, 'int', 'unsigned_int', 'vtktypeint32', 'vtktypeuint32', 'vtkidtype'),
  ...wholeTypes(8, 'long', 'unsigned_long', 'vtktypeint64', 'vtktypeuint64'),
]);

function wholeTypes(bytes: number, ...names: string[]): (readonly [string, ValueType])[] {
  return names.map((name) => [name, { bytes, isWhole: true }] as const);
}

/** Data with a fixed number of values per item, which are skipped. */
const otherData: ReadonlyMap<string, number> = new Map([
  ['VECTORS', 3],
  ['NORMALS', 3],
  ['TENSORS', 9],
  ['TENSORS6', 6],
  ['GLOBAL_IDS', 1],
  ['PEDIGREE_IDS', 1],
]);

/**
 * Maximum number of different values of an array whose values become groups. An array with more values is ignored; it may, for example,
 * contain the numbers of the cells.
 */
const maxGroups = 256;

interface VtkFile {
  readonly cursor: MeshCursor;
  readonly draft: TetMeshDraft;
  readonly isBinary: boolean;
  /** The nodes and the type of each cell. */
  cells: number[][];
  types: number[];
  /** Arrays that have one integer for each cell. */
  readonly labels: { readonly name: string; readonly values: readonly number[] }[];
  /** For the data that follows: the number of items, and whether the items are cells. */
  itemCount: number;
  isCellData: boolean;
}

/**
 * Reads an unstructured grid in VTK's legacy format (.vtk), versions 1 to 5, ASCII or binary. An array with one integer for each cell is
 * converted to groups: one for each value, named after the array and the value. Nodes and cells are numbered from 0. VTK file formats,
 * "Simple legacy formats".
 */
export function readVtk(cursor: MeshCursor, draft: TetMeshDraft): string {
  const version = /Version\s+(\S+)/i.exec(cursor.line() ?? '')?.[1] ?? '';
  cursor.line();
  const encoding = (cursor.line() ?? '').trim().toUpperCase();
  if (encoding !== 'ASCII' && encoding !== 'BINARY') {
    throw cursor.fault(`expected ASCII or BINARY, got ${quote(encoding)}`);
  }
  // Binary values are big-endian, between lines of text.
  cursor.isLittleEndian = false;
  const isBinary = encoding === 'BINARY';
  const file: VtkFile = {
    cursor,
    draft,
    isBinary,
    cells: [],
    types: [],
    labels: [],
    itemCount: 0,
    isCellData: false,
  };
  for (let tokens = nextWords(cursor); tokens !== null; tokens = nextWords(cursor)) {
    if (!readSection(file, tokens)) break;
  }
  addCells(file);
  return `VTK ${version} (${isBinary ? 'binary' : 'ASCII'})`;
}

/** Reads a section. Returns false if the rest of the file cannot be parsed and is not needed. */
function readSection(file: VtkFile, tokens: readonly string[]): boolean {
  const { cursor, draft } = file;
  const keyword = tokens[0].toUpperCase();
  if (keyword === 'DATASET') {
    if (tokens[1]?.toUpperCase() !== 'UNSTRUCTURED_GRID')
      throw cursor.fault(`expected DATASET UNSTRUCTURED_GRID, got ${quote(tokens.join(' '))}`);
  } else if (keyword === 'POINTS') {
    const values = readValues(file, tokens[2], 3 * countWord(cursor, tokens[1]));
    for (let k = 0; k < values.length; k += 3) draft.addNode(k / 3, values[k], values[k + 1], values[k + 2]);
  } else if (keyword === 'CELLS') readCells(file, countWord(cursor, tokens[1]), countWord(cursor, tokens[2]));
  else if (keyword === 'CELL_TYPES') file.types = readValues(file, 'int', countWord(cursor, tokens[1]));
  else if (keyword === 'CELL_DATA' || keyword === 'POINT_DATA') {
    file.itemCount = countWord(cursor, tokens[1]);
    file.isCellData = keyword === 'CELL_DATA';
  } else if (keyword === 'SCALARS') {
    const width = tokens[3] === undefined ? 1 : countWord(cursor, tokens[3]);
    if (cursor.peekWord() === 'LOOKUP_TABLE') nextWords(cursor);
    readArray(file, tokens[1], tokens[2], width, file.itemCount);
  } else if (keyword === 'FIELD') readField(file, countWord(cursor, tokens[2]));
  else if (otherData.has(keyword))
    readArray(file, '', tokens[2], otherData.get(keyword) as number, file.itemCount);
  else if (keyword === 'METADATA') {
    for (let line = cursor.line(); line !== null && line.trim() !== ''; ) line = cursor.line();
  } else if (file.types.length === 0) {
    throw cursor.fault(`expected POINTS, CELLS or CELL_TYPES, got ${quote(tokens.join(' '))}`);
  } else {
    // Text can be skipped line by line.
    return !file.isBinary;
  }
  return true;
}

/** Reads cells. Versions up to 4: for each cell its number of nodes, and the nodes. Version 5: the offset of each cell, and all nodes. */
function readCells(file: VtkFile, first: number, second: number): void {
  const { cursor } = file;
  file.cells = [];
  if (cursor.peekWord() !== 'OFFSETS') {
    const values = readValues(file, 'int', second);
    for (let at = 0; at < values.length; at += values[at] + 1) {
      if (values[at] < 0) throw cursor.fault(`expected cells of 0 or more nodes, got ${values[at]}`);
      file.cells.push(values.slice(at + 1, at + 1 + values[at]));
    }
    return;
  }
  const offsets = readValues(file, nextWords(cursor)?.[1], first);
  const nodes = readValues(file, nextWords(cursor)?.[1], second);
  for (let cell = 0; cell + 1 < offsets.length; cell++) {
    const [begin, end] = [offsets[cell], offsets[cell + 1]];
    if (begin < 0 || end < begin || end > nodes.length) {
      throw cursor.fault(`expected increasing offsets up to ${nodes.length}, got ${begin} and ${end}`);
    }
    file.cells.push(nodes.slice(begin, end));
  }
}

/** Reads arrays `name width count type`, each followed by its values. */
function readField(file: VtkFile, arrayCount: number): void {
  for (let k = 0; k < arrayCount; k++) {
    const tokens = nextWords(file.cursor);
    if (tokens?.[0] === 'METADATA') {
      readSection(file, tokens);
      k--;
      continue;
    }
    if (tokens?.length !== 4)
      throw file.cursor.fault(
        `expected an array's name, width, count and type, got ${quote(tokens?.join(' ') ?? '')}`,
      );
    readArray(
      file,
      tokens[0],
      tokens[3],
      countWord(file.cursor, tokens[1]),
      countWord(file.cursor, tokens[2]),
    );
  }
}

/** Keeps an array with one integer for each cell, and skips any other array. */
function readArray(file: VtkFile, name: string, type: string, width: number, count: number): void {
  const { bytes, isWhole } = findType(file.cursor, type);
  const isLabel = file.isCellData && isWhole && width === 1 && name !== '' && !(file.isBinary && bytes < 4);
  if (isLabel) file.labels.push({ name, values: readValues(file, type, count) });
  else if (file.isBinary) file.cursor.skipBytes(bytes * width * count, 'the values of an array');
  else file.cursor.skipWords(width * count, 'the values of an array');
}

function readValues(file: VtkFile, type: string | undefined, count: number): number[] {
  const { cursor } = file;
  const { bytes, isWhole } = findType(cursor, type);
  if (bytes < 4) throw cursor.fault(`expected values of 4 or 8 bytes, got ${type}`);
  cursor.isBinary = file.isBinary;
  cursor.integerBytes = bytes as 4 | 8;
  cursor.realBytes = bytes as 4 | 8;
  const values: number[] = [];
  for (let k = 0; k < count; k++)
    values.push(isWhole ? cursor.integer('a whole number') : cursor.real('a number'));
  cursor.isBinary = false;
  return values;
}

function addCells(file: VtkFile): void {
  const { cursor, draft, cells, types } = file;
  if (cells.length !== types.length) {
    throw cursor.fault(`expected as many cells as cell types, got ${cells.length} and ${types.length}`);
  }
  const labels = file.labels.filter(
    ({ values }) => values.length === cells.length && new Set(values).size <= maxGroups,
  );
  cells.forEach((nodes, cell) => {
    const kind = vtkKinds.get(types[cell]) ?? otherKind(`cells of type ${types[cell]}`, 3, nodes.length);
    if (kind.order && nodes.length !== kind.nodeCount) {
      throw cursor.fault(
        `expected ${kind.nodeCount} nodes in cell ${cell} of type ${types[cell]}, got ${nodes.length}`,
      );
    }
    addElement(
      draft,
      kind,
      cell,
      nodes,
      labels.map(({ name, values }) => `${name} ${values[cell]}`),
    );
  });
}

/** Returns the tokens of the next line that is not empty. Null at the end. */
function nextWords(cursor: MeshCursor): string[] | null {
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    const text = line.trim();
    if (text !== '') return text.split(/\s+/);
  }
  return null;
}

function countWord(cursor: MeshCursor, word: string | undefined): number {
  if (word !== undefined && /^\d{1,15}$/.test(word)) return Number(word);
  throw cursor.fault(`expected a count, got ${word === undefined ? 'nothing' : quote(word)}`);
}

function findType(cursor: MeshCursor, type: string | undefined): ValueType {
  const found = valueTypes.get(type?.toLowerCase() ?? '');
  if (found) return found;
  throw cursor.fault(
    `expected a type of values such as double, got ${type === undefined ? 'nothing' : quote(type)}`,
  );
}
