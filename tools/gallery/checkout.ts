import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder of the project's scenes. */
export const scenesFolder = join(checkout, 'scenes');
