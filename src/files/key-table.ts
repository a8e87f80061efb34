import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { findNearestName } from '../nearest-name.ts';
import { describeFarKey, farthestInFile, finishKeys, type KeyFile, makeKey } from './finish-keys.ts';
import { parseReal, quote } from './mesh-cursor.ts';

/** Maps alternative column names to standard names. */
const aliases: Readonly<Record<string, string>> = {
  t: 'time',
  seconds: 'time',
  px: 'x',
  py: 'y',
  pz: 'z',
  tx: 'x',
  ty: 'y',
  tz: 'z',
  rx: 'qx',
  ry: 'qy',
  rz: 'qz',
  rw: 'qw',
};
const positionColumns = ['time', 'x', 'y', 'z'];
const turnColumns = ['qx', 'qy', 'qz', 'qw'];
const maxFaults = 20;

/**
 * Returns whether a text is a table of keys: the first line has at least four columns, and either all of them are numbers, or they are
 * names that include the time and a coordinate.
 */
export function isKeyTable(text: string): boolean {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#'));
  const cells = first === undefined ? [] : splitCells(first);
  if (cells.length < positionColumns.length) return false;
  if (cells.every((cell) => !Number.isNaN(parseReal(cell)))) return true;
  const names = cells.map(nameColumn);
  return names.includes('time') && ['x', 'y', 'z'].some((location) => names.includes(location));
}

/**
 * Reads keys from a table with one key in each line. Columns are separated by commas, semicolons, tabs or spaces. The first line names the
 * columns in any order: `time, x, y, z` and, if the body rotates, `qx, qy, qz, qw`; other columns are ignored. If the first line contains
 * no names, the table must have these four or eight columns in this order. Empty lines and lines that begin with # are ignored.
 *
 * Throws an InputError that lists the invalid lines, at most 20 of them.
 */
export function readKeyTable(text: string, name: string): KeyFile {
  const faults: { path: string; message: string }[] = [];
  const warnings: string[] = [];
  const read: ReturnType<typeof makeKey>[] = [];
  let columns: readonly number[] | null = null;
  let width = 0;
  for (const [index, whole] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const cells = splitCells(line);
    const location = `${name} line ${index + 1}`;
    if (!columns) {
      width = cells.length;
      if (cells.some((cell) => Number.isNaN(parseReal(cell)))) {
        columns = findColumns(cells, location, warnings);
        continue;
      }
      if (width !== 4 && width !== 8) {
        throw InputError.at(
          location,
          `expected time, x, y, z and optionally qx, qy, qz, qw, got ${width} numbers: name the columns in the first line`,
        );
      }
      columns = [...cells.keys()];
    }
    const values = columns.map((column) => parseReal(cells[column] ?? ''));
    const isTurn = values.length === 8;
    const isWhole = cells.length >= width && values.every(Number.isFinite);
    if (!isWhole || (isTurn && !values.slice(4).some((part) => part !== 0))) {
      if (faults.length < maxFaults) {
        const expected = isWhole ? 'a quaternion that is not all 0' : `${values.length} finite numbers`;
        faults.push({ path: location, message: `expected ${expected}, got ${quote(line)}` });
      }
      continue;
    }
    if (values.slice(1, 4).some((part) => Math.abs(part) > farthestInFile)) {
      if (faults.length < maxFaults)
        faults.push({ path: location, message: describeFarKey(values.slice(1, 4)) });
      continue;
    }
    read.push(makeKey(values[0], values.slice(1, 4), isTurn ? values.slice(4) : [0, 0, 0, 1]));
  }
  if (faults.length > 0) throw new InputError(faults);
  if (read.length === 0) {
    throw InputError.at(
      name,
      'expected one line for each key: time, x, y, z and optionally qx, qy, qz, qw; got none',
    );
  }
  const finished = finishKeys(read, columns?.length === 8);
  return { ...finished, warnings: [...warnings, ...finished.warnings] };
}

function splitCells(line: string): string[] {
  const separator = [';', '\t', ','].find((candidate) => line.includes(candidate));
  return (separator ? line.split(separator) : line.split(/\s+/)).map((cell) =>
    cell.trim().replace(/^"(.*)"$/, '$1'),
  );
}

/** Returns the standard name of a column. */
function nameColumn(cell: string): string {
  const bare = cell
    .toLowerCase()
    .replace(/\s*[[(].*[\])]$/, '')
    .replace(/^(pos|position|rot|rotation|quat|q)[._ ]/, (_, what) => (what[0] === 'p' ? '' : 'q'));
  return aliases[bare] ?? bare;
}

/** Returns the column indices of time, x, y, z and, if the table has rotations, qx, qy, qz, qw. */
function findColumns(cells: readonly string[], location: string, warnings: string[]): number[] {
  const names = cells.map(nameColumn);
  const columnOf = (column: string) => names.indexOf(column);
  const missing = positionColumns.filter((column) => columnOf(column) < 0);
  const turns = turnColumns.filter((column) => columnOf(column) >= 0);
  if (turns.length > 0)
    append(
      missing,
      turnColumns.filter((column) => columnOf(column) < 0),
    );
  if (missing.length > 0) {
    const nearest = findNearestName(missing[0], names);
    throw InputError.at(
      location,
      `expected columns named time, x, y, z and optionally qx, qy, qz, qw, got none named ${missing.join(', ')}` +
        `${nearest ? ` (there is ${quote(nearest)})` : ''} in ${quote(cells.join(', '))}`,
    );
  }
  const used = [...positionColumns, ...(turns.length > 0 ? turnColumns : [])];
  const others = names.filter((column) => !used.includes(column));
  if (others.length > 0) warnings.push(`columns of its keys are ignored: ${others.map(quote).join(', ')}`);
  return used.map(columnOf);
}
