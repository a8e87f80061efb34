import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { transformPoint } from '../../../math/matrix.ts';

/** The meshes of a stage at one time, as OpenUSD shows them: positions in the world by path of the prim, [3 · points]. */
export type ShownMeshes = ReadonlyMap<string, Float64Array>;

/**
 * What the page reports of a prim: its points as the bytes of 32-bit floats, in base64, since Playwright takes minutes for a million numbers,
 * and its transform to the world as 16 numbers, absent if it never was set.
 */
interface ShownPrim {
  readonly points?: string;
  readonly transform?: readonly number[];
}

/**
 * Opens a stage with OpenUSD itself (version 22, compiled to WebAssembly, in the package `three-usdz-loader`), and returns its meshes at some
 * time codes. This build knows no skeletons and draws only meshes. It needs a browser. files: all files by their paths. For tests.
 */
export async function readWithOpenUsd(
  browser: Browser,
  files: ReadonlyMap<string, Uint8Array>,
  root: string,
  timeCodes: readonly number[],
): Promise<ShownMeshes[]> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('three-usdz-loader/package.json')),
    'external',
  );
  const server = createServer(({ url }, response) => {
    const name = decodeURIComponent(url!.slice(1));
    // The threads of OpenUSD need an isolated page.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const type = types[name.slice(name.lastIndexOf('.'))];
    if (type) response.setHeader('Content-Type', type);
    const own = name.startsWith('files/') ? files.get(name.slice(6)) : undefined;
    if (own) response.end(own);
    else if (name === 'page.html') response.end('<script src="emHdBindings.js"></script>');
    else if (/^emHdBindings[.\w]*$/.test(name)) response.end(readFileSync(join(folder, name)));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`);
    const names = [...files.keys()].filter((name) => /\.(usd[acz]?|png|jpg)$/.test(name));
    const shots = await page.evaluate(openStage, { names, root, timeCodes });
    return shots.map((shot) => new Map(shot.map(([path, prim]) => [path, placePoints(prim)])));
  } finally {
    await page.close();
    server.close();
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

function placePoints({ points = '', transform }: ShownPrim): Float64Array {
  const out = Float64Array.from(new Float32Array(Uint8Array.from(Buffer.from(points, 'base64')).buffer));
  if (!transform) return out;
  const point = [0, 0, 0];
  for (let k = 0; k < out.length; k += 3) {
    transformPoint(point, transform, out.subarray(k, k + 3));
    out.set(point, k);
  }
  return out;
}

/** Runs in the page. */
async function openStage({
  names,
  root,
  timeCodes,
}: {
  readonly names: readonly string[];
  readonly root: string;
  readonly timeCodes: readonly number[];
}): Promise<[string, ShownPrim][][]> {
  // biome-ignore lint/suspicious/noExplicitAny: the module has no types.
  const usd = await (globalThis as any).getUsdModule(undefined, '');
  await usd.ready;
  for (const name of names) {
    const bytes = new Uint8Array(await (await fetch(`files/${name}`)).arrayBuffer());
    const folder = `/${name.slice(0, Math.max(0, name.lastIndexOf('/')))}`;
    usd.FS.mkdirTree?.(folder) ?? usd.FS.createPath('/', folder.slice(1), true, true);
    usd.FS.createDataFile(folder, name.slice(name.lastIndexOf('/') + 1), bytes, true, true, true);
  }
  const prims = new Map<string, { points?: Float32Array; transform?: number[] }>();
  const ignore = () => undefined;
  const others = new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : ignore) });
  const delegate = {
    createRPrim(type: string, path: string) {
      if (type !== 'mesh') return others;
      const prim: { points?: Float32Array; transform?: number[] } = {};
      prims.set(path, prim);
      const known = {
        updatePoints(points: Float32Array) {
          prim.points = Float32Array.from(points);
        },
        setTransform(matrix: Float32Array) {
          prim.transform = Array.from(matrix);
        },
      };
      return new Proxy(known, {
        get: (target, key) => (key === 'then' ? undefined : (Reflect.get(target, key) ?? ignore)),
      });
    },
    createBPrim: () => others,
    createSPrim: () => others,
    CommitResources: ignore,
  };
  const encode = (points: Float32Array) => {
    const bytes = new Uint8Array(points.buffer);
    let text = '';
    for (let k = 0; k < bytes.length; k++) text += String.fromCharCode(bytes[k]);
    return btoa(text);
  };
  const driver = new usd.HdWebSyncDriver(delegate, `/${root}`);
  driver.Draw();
  return timeCodes.map((time) => {
    driver.SetTime(time);
    driver.Draw();
    return [...prims].map(([path, { points, transform }]) => [
      path,
      { points: points && encode(points), transform },
    ]);
  });
}
