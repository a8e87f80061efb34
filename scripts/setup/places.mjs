import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files of the set-up itself: records of finished steps, the lock, unfinished folders. Not in git. */
export const setUpFolder = join(root, '.cache', 'setup');
