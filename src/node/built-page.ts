import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../input-error.ts';

/** The package, or the clone of the repository; the same path from `src/` and from `dist/`. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folder of the built page, absolute. A clone of the repository builds it first where it is missing or older than its
 * sources, and says so on standard error; an installed package holds it.
 *
 * Throws InputError where it is missing and cannot be built; the signal's reason when aborted.
 */
export async function findBuiltPage(signal?: AbortSignal): Promise<string> {
  const setup = join(packageFolder, 'scripts', 'setup.mjs');
  if (existsSync(setup)) await runSetup(setup, signal);
  const folder = join(packageFolder, 'dist', 'studio');
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw InputError.at('', `the page is missing (looked for ${folder}): install the package again`);
}

async function runSetup(setup: string, signal?: AbortSignal): Promise<void> {
  // What it says goes to standard error: standard output is for results.
  const child = spawn(process.execPath, [setup, '--page'], { stdio: ['ignore', 2, 2] });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
    signal?.addEventListener('abort', () => child.kill(), { once: true });
  });
  signal?.throwIfAborted();
  if (status !== 0) throw InputError.at('', 'the page could not be built: see what is said above');
}
