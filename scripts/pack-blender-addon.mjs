// Packs the Blender add-on as a zip that Blender installs, as an extension (4.2 and later) and as an add-on (before).
//
//     node scripts/pack-blender-addon.mjs FOLDER
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const source = fileURLToPath(new URL('../integrations/blender', import.meta.url));
const license = readFileSync(new URL('../LICENSE', import.meta.url));
const [folder] = process.argv.slice(2);

/** Files of the add-on, in an order that does not depend on the disk. */
const files = readdirSync(join(source, 'aftermotion'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(py|toml|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
// A fixed time, so that the same files give the same bytes.
const mtime = new Date(1980, 0, 1);
const entries = [
  ['aftermotion/LICENSE', license],
  ...files.map((file) => [relative(source, file).replaceAll('\\', '/'), readFileSync(file)]),
];
const zip = zipSync(
  Object.fromEntries(entries.map(([name, bytes]) => [name, [new Uint8Array(bytes), { mtime, level: 9 }]])),
);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'aftermotion-blender.zip'), zip);
