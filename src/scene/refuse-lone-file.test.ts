import { describe, expect, test } from 'vitest';
import { refuseLoneFile } from './refuse-lone-file.ts';
import { refuseOtherJson } from './refuse-other-json.ts';

const bytesOf = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

describe('a file that is not a scene', () => {
  test.each([
    ['a.obj', 'v 0 0 0', 'an object without motion: name it in a scene as the "file" of an actor'],
    ['hills.TIF', 'II*\0', 'a terrain: name it in a scene as the "terrain" of a ground'],
    ['beach.ground', '', 'the state of a ground that a bake wrote'],
    ['wheel.csv', 'time,x', 'keys: name them in a scene as the "keys" of an actor'],
    ['wheel.txt', '0 0 1 0\n1 0 2 0', 'keys: name them in a scene as the "keys" of an actor'],
    ['thigh.msh', '$MeshFormat', 'a mesh of tetrahedra: name it in a scene as the "mesh" of flesh'],
    ['belly.flesh', 'AMP', 'flesh that a bake has prepared'],
    ['cat.gif', 'GIF89a', 'a GIF picture: save it as PNG or JPEG'],
    ['font.woff2', 'wOF2', 'a WOFF2 font'],
    ['notes.txt', 'hello', 'something else (.txt)'],
  ])('%s is refused with a message about its use', (name, letters, message) => {
    expect(() => refuseLoneFile(bytesOf(letters), name)).toThrow(
      `${name}: expected a scene (.json), a character (.glb, .gltf), a motion-capture recording (.bvh), or a shape for particles, got ${message}`,
    );
  });

  test.each([
    ['avatar.vrm', 'glTF\x02'],
    ['no-ending', 'hello'],
    // FBX is refused by the reader of characters.
    ['man.fbx', 'Kaydara FBX Binary'],
  ])('%s is left to the reader of characters', (name, letters) => {
    expect(() => refuseLoneFile(bytesOf(letters), name)).not.toThrow();
  });
});

test.each([
  ['a glTF', { asset: { version: '2.0' } }, 'give it the extension .gltf'],
  ['keys', { keys: [] }, 'got keys: name them in a scene as the "keys" of an actor'],
  ['a list of keys', [{ time: 0 }], 'got keys'],
  ['a package', { name: 'x', version: '1.0.0' }, 'got other JSON'],
  ['a number', 3, 'got other JSON'],
])('JSON that is %s is refused in one line', (_, value, message) => {
  expect(() => refuseOtherJson(value, 'a.json')).toThrow(message);
});

test('an incomplete scene is left to the check of scenes', () => {
  expect(() => refuseOtherJson({ version: 1, actors: [] }, 'a.json')).not.toThrow();
});
