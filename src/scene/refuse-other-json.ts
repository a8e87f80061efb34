import { InputError } from '../input-error.ts';

/** Throws InputError for JSON that is not a scene at all: a list of missing keys would not help the user. */
export function refuseOtherJson(value: unknown, path: string): void {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const expected = 'expected a scene, { "version": 1, "systems": [ … ] }';
  if (keys.includes('asset')) {
    throw InputError.at(path, 'expected a scene, got a glTF character: give it the extension .gltf');
  }
  if (Array.isArray(value) || keys.includes('keys')) {
    throw InputError.at(path, `${expected}, got keys: name them in a scene as the "keys" of an actor`);
  }
  if (['systems', 'actors', 'time', 'outputs'].some((key) => keys.includes(key))) return;
  throw InputError.at(path, `${expected}, got other JSON`);
}
