import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSkinnedBar } from '../files/testing/shapes.ts';
import { InputError } from '../input-error.ts';
import { scenesFolder } from './built-page.ts';
import { readStudioFiles } from './studio-files.ts';
import { startStudioServer } from './studio-server.ts';

const scene = fileURLToPath(new URL('../../scenes/beach-run/scene.json', import.meta.url));
let pageFolder: string;

beforeAll(() => {
  pageFolder = mkdtempSync(join(tmpdir(), 'studio-page-'));
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>page</title>');
});

afterAll(() => rmSync(pageFolder, { recursive: true }));

test('the page and a scene with all its files are served, and nothing else', async () => {
  const files = await readStudioFiles(scene);
  expect([...files.keys()]).toEqual(['beach-run/scene.json', 'beach-run/../assets/mannequin.glb']);
  const server = await startStudioServer({ pageFolder, port: 0, files });
  try {
    const get = (path: string) => fetch(new URL(path, server.address));
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#given$/);
    expect(await (await get('/')).text()).toContain('<title>page</title>');
    expect((await get('/')).headers.get('content-type')).toContain('text/html');
    expect(await (await get('/open/index.json')).json()).toEqual([...files.keys()]);
    expect((await (await get('/open/1')).arrayBuffer()).byteLength).toBe([...files.values()][1].length);
    // The scenes of the package are not in the folder of the page.
    const fox = await (await get('/scenes/assets/fox.glb')).arrayBuffer();
    expect(fox.byteLength).toBe(statSync(join(scenesFolder, 'assets/fox.glb')).size);
    for (const path of [
      '/scenes/..%2fpackage.json',
      '/scenes/%2e%2e/package.json',
      '/scenes/assets',
      '/scenes/none',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    for (const path of ['/open/2', '/open/', '/open/1e0', '/open/-0', '/nothing', '/..%2f..%2fetc/passwd']) {
      expect((await get(path)).status).toBe(404);
    }
    expect((await get('/%')).status).toBe(400);
  } finally {
    await server.close();
  }
});

test('a glTF without pictures, or with unusual ones, is served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-odd-'));
  try {
    for (const images of [
      [null],
      [7, {}, { uri: 5 }, { uri: '%ff%' }, { uri: '/etc/passwd' }, { uri: '../../etc/passwd' }],
      {},
    ]) {
      const json = JSON.parse(new TextDecoder().decode(buildSkinnedBar().toGltf()));
      writeFileSync(join(folder, 'odd.gltf'), JSON.stringify({ ...json, images }));
      const files = await readStudioFiles(join(folder, 'odd.gltf'));
      expect([...files.keys()]).toEqual(['odd/scene.json', 'odd/odd.gltf']);
    }
    writeFileSync(join(folder, 'binary.gltf'), buildSkinnedBar().toGlb());
    expect((await readStudioFiles(join(folder, 'binary.gltf'))).size).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a link from the folder of the page to a file outside of it is not followed', async () => {
  symlinkSync('/etc/passwd', join(pageFolder, 'passwd'));
  symlinkSync('/etc', join(pageFolder, 'etc'));
  const server = await startStudioServer({ pageFolder, port: 0 });
  try {
    for (const path of ['passwd', 'etc/passwd'])
      expect((await fetch(new URL(path, server.address))).status).toBe(404);
  } finally {
    await server.close();
  }
});

test('a used port and a page that is not built are reported as messages', async () => {
  const server = await startStudioServer({ pageFolder, port: 0 });
  const port = Number(new URL(server.address).port);
  await expect(startStudioServer({ pageFolder, port })).rejects.toThrow(/port: expected a free port/);
  await server.close();
  const missing = join(pageFolder, 'missing');
  await expect(startStudioServer({ pageFolder: missing, port: 0 })).rejects.toThrow(InputError);
});

test('errors of a scene are reported before the page opens', async () => {
  await expect(readStudioFiles('nowhere.json')).rejects.toThrow(/nowhere.json: no such file/);
});
