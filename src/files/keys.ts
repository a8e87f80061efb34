import { InputError } from '../input-error.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';
import { describeFarKey, farthestInFile, finishKeys, type KeyFile, makeKey } from './finish-keys.ts';
import { isKeyTable, readKeyTable } from './key-table.ts';

export type { KeyFile } from './finish-keys.ts';

/** Returns the keys of a file of keys: see `readKeyFile`. */
export function readKeys(text: string, name: string): readonly RigidKey[] {
  return readKeyFile(text, name).keys;
}

/**
 * Returns whether a file is recognised as a file of keys: .csv and .tsv by their extension, .txt by its content. JSON files are recognised
 * elsewhere.
 */
export function isKeyFile(name: string, bytes: Uint8Array): boolean {
  if (/\.(csv|tsv)$/i.test(name)) return true;
  return /\.txt$/i.test(name) && isKeyTable(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

/**
 * Reads the keys of a rigid body. JSON: a list of keys, or an object with the list as `keys`. A key is `{ "time": s, "position": [x, y, z],
 * "rotation": [x, y, z, w] }`, in metres. `rotation_wxyz` is accepted too. Without a rotation, the body has its initial orientation.
 * Tables: see `readKeyTable`. Rotations are normalised.
 *
 * Keys may have any order: they are sorted by time, with a warning. If several keys have the same time and pose, the first is kept. If
 * their poses differ, the body jumps from the first of them to the last.
 *
 * Throws an InputError that names every invalid key: no time, a missing or malformed member, a zero quaternion.
 */
export function readKeyFile(text: string, name: string): KeyFile {
  const start = text.replace(/^\ufeff/, '').trimStart();
  const isTable = /\.(csv|tsv|txt)$/i.test(name) && !start.startsWith('[') && !start.startsWith('{');
  if (isTable) return readKeyTable(text, name);
  const list = parseList(text, name);
  const faults: { path: string; message: string }[] = [];
  const read = list.map((entry, index) => readKey(entry, `${name} keys[${index}]`, faults));
  if (faults.length > 0) throw new InputError(faults);
  const hasRotations = list.some(
    (entry) => isObject(entry) && (entry.rotation !== undefined || entry.rotation_wxyz !== undefined),
  );
  return finishKeys(read, hasRotations);
}

function parseList(text: string, name: string): unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw InputError.at(name, `expected keys as JSON, got text that is not JSON: ${reason}`);
  }
  const list = isObject(json) ? json.keys : json;
  if (Array.isArray(list) && list.length > 0) return list;
  throw InputError.at(
    name,
    'expected { "keys": [ { "time", "position", "rotation" }, … ] } with at least one key',
  );
}

function readKey(entry: unknown, path: string, faults: { path: string; message: string }[]): RigidKey {
  const key = isObject(entry) ? entry : {};
  const numbers = (member: string, length: number, value: unknown): number[] => {
    if (Array.isArray(value) && value.length === length && value.every((part) => Number.isFinite(part)))
      return value;
    faults.push({
      path: `${path}.${member}`,
      message: `expected ${length} numbers, got ${JSON.stringify(value)}`,
    });
    return new Array(length).fill(0);
  };
  const time = Number.isFinite(key.time) ? (key.time as number) : Number.NaN;
  if (Number.isNaN(time)) {
    faults.push({ path: `${path}.time`, message: `expected seconds, got ${JSON.stringify(key.time)}` });
  }
  const position = numbers('position', 3, key.position);
  if (position.some((part) => Math.abs(part) > farthestInFile)) {
    faults.push({ path: `${path}.position`, message: describeFarKey(position) });
  }
  const faultCount = faults.length;
  const member = key.rotation_wxyz !== undefined ? 'rotation_wxyz' : 'rotation';
  const written = key[member] === undefined ? [0, 0, 0, 1] : numbers(member, 4, key[member]);
  const rotation = member === 'rotation' ? written : [...written.slice(1), written[0]];
  if (faults.length === faultCount && !rotation.some((part) => part !== 0)) {
    faults.push({
      path: `${path}.${member}`,
      message: 'expected a unit quaternion, got one of length 0: omit it if there is no rotation',
    });
  }
  return makeKey(time, position, rotation);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
