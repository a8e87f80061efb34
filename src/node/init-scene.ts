import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../input-error.ts';
import { sceneJsonSchema } from '../scene/scene-json-schema.ts';
import { DiskError } from './disk-error.ts';
import { makeFolders, requireWritable } from './make-folders.ts';
import { removeIfEmpty } from './work-folder.ts';

/** The character that is part of the package. The relative path is the same from `src/` and from `dist/`. */
const mannequin = fileURLToPath(new URL('../../scenes/assets/mannequin.glb', import.meta.url));

/**
 * Creates a folder with a small scene that can be baked without changes: a character, a commented `scene.json`, and the JSON Schema
 * of the format for editors. Returns the names of the files. Throws InputError if the folder is not empty.
 */
export function initScene(path: string): string[] {
  const folder = resolve(path);
  if (path.trim() === '') throw InputError.at('name', 'expected a name for the folder, got none');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    throw InputError.at(path, 'expected a new or an empty folder, got a file: choose another name');
  }
  if (found && readdirSync(folder).length > 0) {
    throw InputError.at(
      path,
      'expected a new or an empty folder, got one with files in it: choose another name',
    );
  }
  requireWritable(dirname(folder), path);
  const missing = listMissing(dirname(folder));
  let fresh = '';
  try {
    makeFolders(dirname(folder));
    // The temporary folder has a random name, since `NAME.partial` may hold an interrupted bake.
    fresh = mkdtempSync(`${folder}.new-`);
    writeFileSync(join(fresh, basename(mannequin)), readFileSync(mannequin));
    writeFileSync(join(fresh, 'scene.schema.json'), `${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
    writeFileSync(join(fresh, 'scene.json'), `${JSON.stringify(starterScene(), null, 2)}\n`);
    // `mkdtemp` creates a folder that only its owner can access.
    chmodSync(fresh, 0o777 & ~process.umask());
    if (found) rmdirSync(folder);
    renameSync(fresh, folder);
  } catch (error) {
    if (fresh) rmSync(fresh, { recursive: true, force: true });
    missing.forEach(removeIfEmpty);
    throw inWords(error, folder);
  }
  return ['scene.json', basename(mannequin), 'scene.schema.json'];
}

/** Returns a folder and its parents, as far as they do not exist, innermost first. */
function listMissing(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...listMissing(dirname(folder))];
}

/** Converts an error of the disk to a DiskError whose message does not mention `--out`, because this command has no such flag. */
function inWords(error: unknown, folder: string): unknown {
  const refused = DiskError.from(error, folder);
  if (!(refused instanceof DiskError)) return refused;
  return new DiskError(refused.code, refused.message.replace(' with --out', ''));
}

function starterScene(): Record<string, unknown> {
  return {
    $schema: './scene.schema.json',
    $comment: [
      'Bake this with: aftermotion bake scene.json',
      'Lengths are metres, times seconds, angles radians; y is up. Every key has a description: an editor such as VS Code shows it, and suggests what else there is.',
    ],
    version: 1,
    seed: 1,
    time: {
      $comment:
        'fps only chooses which moments are written: the simulation has its own rate, and the prints do not depend on it.',
      start: 0,
      end: 2,
      fps: 30,
    },
    actors: [
      {
        $comment:
          'Put your own character here: any .glb or .gltf with an animation. `aftermotion inspect FILE` lists its clips. A run or walk in place is moved forward automatically.',
        name: 'runner',
        file: basename(mannequin),
        clip: 'run',
        position: [0, 0, 0],
        heading: 0,
      },
    ],
    systems: [
      {
        $comment:
          'material: sand, mud or snow. cell is the fineness of the ground: half of it takes four times the memory.',
        system: 'ground',
        name: 'beach',
        material: 'sand',
        cell: 0.01,
      },
    ],
    outputs: ['heightExr', 'groundMesh', 'character', 'contactSheet'],
  };
}
