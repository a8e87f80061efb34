import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { type RenderFileOptions, renderFile } from '../../src/node/browser/render-file.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { scenesFolder } from './checkout.ts';

/** Draws one of the project's scenes as the page shows it, on the CPU: one picture, or a sheet of several moments. */
export async function renderScene(
  scene: string,
  options: Pick<RenderFileOptions, 'times' | 'size' | 'camera' | 'samples' | 'overrides'>,
  /** Maximum number of samples along each side of a pixel. Rendering takes minutes with more than 2. Blades thinner than a pixel need 4. */
  maxSamples = 2,
): Promise<Picture> {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-picture-'));
  try {
    const out = join(folder, 'picture.png');
    const samples = options.samples === 1 ? 1 : maxSamples;
    await renderFile(join(scenesFolder, scene, 'scene.json'), { ...options, samples, out, software: true });
    return readPng(readFileSync(out));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the colours of a PNG without its opacity. */
export function readPng(bytes: Uint8Array): Picture {
  const { width, height, channels, data } = decode(bytes);
  const rgb = new Uint8Array(3 * width * height);
  for (let k = 0; k < width * height; k++) {
    for (let c = 0; c < 3; c++) rgb[3 * k + c] = data[channels * k + c];
  }
  return { width, height, rgb };
}
