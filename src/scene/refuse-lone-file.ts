import { describeFileKind, somethingElse } from '../files/file-kind.ts';
import { findForeignFormat } from '../files/foreign-formats.ts';
import { isKeyFile } from '../files/keys.ts';
import { isTetMeshFile } from '../files/tet/read-tet-mesh.ts';
import { InputError } from '../input-error.ts';

/** Files that a scene may name, and that are none by themselves: what each is for. */
const partsOfScenes: readonly (readonly [ending: RegExp, words: string])[] = [
  [
    /\.(obj|stl|ply)$/i,
    'a thing without motion of its own: name it in a scene as the "file" of an actor with "keys"',
  ],
  [/\.(exr|tiff?)$/i, 'a terrain: name it in a scene as the "terrain" of a ground'],
  [/\.ground$/i, 'a ground as an earlier bake left it: name it in a scene as the "terrain" of a ground'],
  [/\.flesh$/i, 'flesh that a bake has prepared, for live use in a page'],
];

/**
 * Throws for a file that is neither a scene nor a character, saying what it is and what to do with it: better than what
 * the reader of characters would say of its bytes. What may be a character passes.
 */
export function refuseLoneFile(bytes: Uint8Array, path: string): void {
  const expected =
    'expected a scene (.json), a character (.glb, .gltf), a take (.bvh), or what particles form';
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
