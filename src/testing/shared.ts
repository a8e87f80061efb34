import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder `shared/` beside the checkout. Benchmarks run compiled, a few folders deeper than tests. */
function findShared(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(dirname(folder), 'shared');
}

/**
 * Returns the path of an optional test input in the folder `shared/` beside the checkout. Returns null if it does not exist: tests that
 * need it then skip, with a message in their title.
 */
export function sharedPath(name: string): string | null {
  const path = join(findShared(), name);
  return existsSync(path) ? path : null;
}
