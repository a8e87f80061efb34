import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable that names the folder of a web build of Godot 4, with the files index.js and index.wasm. */
export const godotVariable = 'AFTERMOTION_GODOT';

/** Finds the folder that `AFTERMOTION_GODOT` names. Returns null if the variable is not set. Tests then skip, and their titles say why. */
export function findGodot(): string | null {
  const folder = process.env[godotVariable];
  if (!folder) return null;
  for (const name of ['index.js', 'index.wasm']) {
    if (!existsSync(join(folder, name)))
      throw new Error(
        `${godotVariable}: expected a folder with a web build of Godot 4, got ${folder} without ${name}`,
      );
  }
  return folder;
}

/** Note for titles of tests. */
export const godotNote = findGodot() ? '' : ` (left out: ${godotVariable} names no web build of Godot 4)`;
