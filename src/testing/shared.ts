import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shared = fileURLToPath(new URL('../../../shared', import.meta.url));

/**
 * Path of an optional extra test input in the folder `shared/` beside the checkout, or null where there is none:
 * such tests skip, with a message in their title.
 */
export function sharedPath(name: string): string | null {
  const path = join(shared, name);
  return existsSync(path) ? path : null;
}
