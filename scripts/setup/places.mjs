import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What set-up keeps for itself: records of finished steps, the lock, half-built folders. Not in git. */
export const setUpFolder = join(root, '.cache', 'setup');
