import { describeFileKind, somethingElse } from '../files/file-kind.ts';
import { findForeignFormat } from '../files/foreign-formats.ts';
import { isKeyFile } from '../files/keys.ts';
import { isTetMeshFile } from '../files/tet/read-tet-mesh.ts';
import { InputError } from '../input-error.ts';

/** Files that can only be used inside a scene, and their purpose. */
const partsOfScenes: readonly (readonly [ending: RegExp, words: string])[] = [
  [/\.(obj|stl|ply)$/i, 'an object without motion: name it in a scene as the "file" of an actor with "keys"'],
  [/\.(exr|tiff?)$/i, 'a terrain: name it in a scene as the "terrain" of a ground'],
  [/\.ground$/i, 'the state of a ground that a bake wrote: name it in a scene as the "terrain" of a ground'],
  [/\.flesh$/i, 'flesh that a bake has prepared, for live use in a page'],
];

/**
 * Throws InputError for a file that is neither a scene nor a character. The message describes the file and how to use it. (The reader of
 * characters could not give such a message.) A file that may be a character is accepted.
 */
export function refuseLoneFile(bytes: Uint8Array, path: string): void {
  const expected =
    'expected a scene (.json), a character (.glb, .gltf), a motion-capture recording (.bvh), or a shape for particles';
  const part = partsOfScenes.find(([ending]) => ending.test(path));
  if (part) throw InputError.at(path, `${expected}, got ${part[1]}`);
  if (isKeyFile(path, bytes))
    throw InputError.at(path, `${expected}, got keys: name them in a scene as the "keys" of an actor`);
  if (isTetMeshFile(path, bytes)) {
    throw InputError.at(
      path,
      `${expected}, got a mesh of tetrahedra: name it in a scene as the "mesh" of flesh`,
    );
  }
  const kind = describeFileKind(bytes);
  if (kind === 'a glTF file (.glb)' || findForeignFormat(bytes)) return;
  const ending = /\.\w{1,5}$/.exec(path)?.[0];
  if (kind === somethingElse && (ending === undefined || /^\.vrm$/i.test(ending))) return;
  const more =
    kind === somethingElse ? ` (${ending})` : kind.endsWith('picture') ? ': save it as PNG or JPEG' : '';
  throw InputError.at(path, `${expected}, got ${kind}${more}`);
}
