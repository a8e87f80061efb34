import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { readBeside } from '../scene/read-beside.ts';
import { createDiskFiles, readIfThere } from './disk-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-files-'));
const isPosix = process.platform !== 'win32';

beforeAll(() => {
  mkdirSync(join(folder, 'assets/parts'), { recursive: true });
  for (const file of ['secret.bin', 'assets/own.bin', 'assets/parts/own.bin'])
    writeFileSync(join(folder, file), 'x');
  if (!isPosix) return;
  symlinkSync('../secret.bin', join(folder, 'assets/link.bin'));
  symlinkSync('parts/own.bin', join(folder, 'assets/inner.bin'));
  symlinkSync('..', join(folder, 'assets/up'));
  execFileSync('mkfifo', [join(folder, 'assets/pipe.bin')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const find = (outsideFiles = false) =>
  readBeside(createDiskFiles(folder, { outsideFiles }), 'assets/fox.gltf');

test('files in the folder of an asset or below are read', () => {
  for (const uri of ['own.bin', 'parts/own.bin', 'parts/../own.bin']) expect(find()(uri)?.length).toBe(1);
  expect(find()('absent.bin')).toBeUndefined();
  expect(find()('parts')).toBeUndefined();
});

describe.skipIf(!isPosix)('links, pipes and devices', () => {
  test('a link is followed within the folder, and elsewhere only if that is allowed', () => {
    expect(find()('inner.bin')?.length).toBe(1);
    for (const uri of ['link.bin', 'up/secret.bin']) {
      expect(() => find()(uri)).toThrow(
        /expected a file in the folder of the asset .* a link to a file outside of it/,
      );
      expect(find(true)(uri)?.length).toBe(1);
    }
  });

  test('an asset and its files are read if all of them are links into one store', () => {
    mkdirSync(join(folder, 'store'));
    mkdirSync(join(folder, 'project'));
    for (const name of ['cube.gltf', 'cube.bin']) {
      writeFileSync(join(folder, 'store', name), 'x');
      symlinkSync(join('..', 'store', name), join(folder, 'project', name));
    }
    symlinkSync('../secret.bin', join(folder, 'project/other.bin'));
    const beside = readBeside(createDiskFiles(folder), 'project/cube.gltf');
    expect(beside('cube.bin')?.length).toBe(1);
    expect(() => beside('other.bin')).toThrow(/a link to a file outside of it/);
  });

  test('a pipe, which would block, and an endless device are refused at once', () => {
    for (const allowed of [false, true])
      expect(() => find(allowed)('pipe.bin')).toThrow('expected a file, got a pipe');
    expect(() => find(true)('/dev/zero')).toThrow('/dev/zero: expected a file, got a device');
    expect(() => readIfThere('/dev/zero')).toThrow(InputError);
  });

  test('a glTF whose buffer is a device is refused with the name of the option', async () => {
    const json = {
      asset: { version: '2.0' },
      buffers: [{ uri: '/dev/zero', byteLength: 12 }],
      bufferViews: [{ buffer: 0, byteLength: 12 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: 'VEC3' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
    };
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    await expect(readGltf(bytes, { name: 'assets/fox.gltf', resolve: find() })).rejects.toThrow(
      '--outside-files',
    );
  });
});
