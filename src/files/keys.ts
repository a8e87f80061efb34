import { InputError } from '../input-error.ts';
import { normalizeQuaternion } from '../math/quaternion.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';

/**
 * Reads the keys of a rigid body from JSON: a list of keys, or an object with the list as `keys`. A key is
 * `{ "time": s, "position": [x, y, z], "rotation": [x, y, z, w] }`, metres; `rotation_wxyz` is taken too; without a
 * rotation the body is not turned. Rotations are normalised.
 *
 * Errors: InputError naming every key that is wrong: times that do not rise, missing or malformed members.
 */
export function readKeys(text: string, name: string): RigidKey[] {
  const list = parseList(text, name);
  const faults: { path: string; message: string }[] = [];
  const keys = list.map((entry, index) => readKey(entry, `${name} keys[${index}]`, faults));
  for (let k = 1; k < keys.length; k++) {
    if (keys[k].time > keys[k - 1].time) continue;
    const message = `expected a time after that of the key before (${keys[k - 1].time} s), got ${keys[k].time} s`;
    faults.push({ path: `${name} keys[${k}].time`, message });
  }
  if (faults.length > 0) throw new InputError(faults);
  return keys;
}

function parseList(text: string, name: string): unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
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
  const [px, py, pz] = numbers('position', 3, key.position);
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  if (key.rotation_wxyz !== undefined) {
    const [w, x, y, z] = numbers('rotation_wxyz', 4, key.rotation_wxyz);
    normalizeQuaternion(rotation, [x, y, z, w]);
  } else if (key.rotation !== undefined) {
    normalizeQuaternion(rotation, numbers('rotation', 4, key.rotation));
  }
  return { time, position: [px, py, pz], rotation };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
