import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addonTablesFile, writeAddonTables } from './addon-tables.ts';

test('the Blender add-on has the current parameter tables: npx tsx tools/blender/write-addon-tables.ts', async () => {
  expect(readFileSync(addonTablesFile, 'utf8')).toBe(await writeAddonTables());
});
