import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../input-error.ts';

/** The folder of the package, or of the clone of the repository. The relative path is the same from `src/` and from `dist/`. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the scenes of the package, which the page reads below `scenes/`. */
export const scenesFolder = join(packageFolder, 'scenes');

/**
 * Returns the absolute path of the folder of the built page. An installed package contains the page. In a clone of the repository, it
 * is built first if it is missing or older than its sources, with messages on standard error.
 *
 * Throws InputError if the page is missing and cannot be built. Throws the reason of the signal if it is aborted.
 */
export async function findBuiltPage(signal?: AbortSignal): Promise<string> {
  const setup = join(packageFolder, 'scripts', 'setup.mjs');
  if (existsSync(setup)) await runSetup(setup, signal);
  const folder = join(packageFolder, 'dist', 'studio');
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw InputError.at('', `the page is missing (looked for ${folder}): install the package again`);
}

async function runSetup(setup: string, signal?: AbortSignal): Promise<void> {
  // Messages of the build are printed on standard error, since standard output is for results.
  const child = spawn(process.execPath, [setup, '--page'], { stdio: ['ignore', 2, 2] });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
    signal?.addEventListener('abort', () => child.kill(), { once: true });
  });
  signal?.throwIfAborted();
  if (status !== 0) throw InputError.at('', 'the page could not be built: see the messages above');
}
