import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { bakeFile } from '../../src/node/bake-file.ts';

/** The content of a download from the page, and whether a bake of its scene gives the state that the page has shown. */
export interface BakedDownload {
  /** Names of the downloaded files. */
  readonly names: readonly string[];
  /** The state hash of each system. `shown`: on the page. `baked`: from a bake of the same scene with the command. */
  readonly shown: readonly string[];
  readonly baked: readonly string[];
}

/** Downloads from the page into a folder, as a user would. Then bakes the downloaded scene. */
export async function bakeDownload(page: Page, folder: string): Promise<BakedDownload> {
  const download = page.waitForEvent('download', { timeout: 120_000 });
  await page.locator('#download').click();
  const entries = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
  for (const [name, bytes] of Object.entries(entries)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const shown = await page.locator('code[data-state-hash]').allTextContents();
  const { report } = await bakeFile(join(folder, 'scene.json'), { out: join(folder, 'again') });
  return { names: Object.keys(entries), shown, baked: report.systems.map(({ stateHash }) => stateHash) };
}
