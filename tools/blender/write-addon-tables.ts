/** Writes the parameter tables of the Blender add-on: `npx tsx tools/blender/write-addon-tables.ts`. */
import { writeFileSync } from 'node:fs';
import { addonTablesFile, writeAddonTables } from './addon-tables.ts';

writeFileSync(addonTablesFile, await writeAddonTables());
