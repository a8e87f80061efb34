import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { coversFile } from '../src/bake/readme/list-files.ts';
import { bakeFile } from '../src/node/bake-file.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { casesOf } from '../src/testing/long.ts';

const folder = mkdtempSync(join(tmpdir(), 'readmes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The stampede is left out: it takes minutes to open its thousand riders, and it writes only a saved ground. */
const scenes = readdirSync(import.meta.dirname).filter(
  (name) => name !== 'stampede' && existsSync(join(import.meta.dirname, name, 'scene.json')),
);

/** Scenes for `npm test`: at least one for each system, and one with many actors. */
const short = new Set(['beach-run', 'letter-s', 'meadow-walk', 'belly']);

/** README.txt does not depend on the resolution of grounds, flesh and fur. */
const coarser: Readonly<Record<string, Record<string, number>>> = {
  ground: { cell: 0.04 },
  flesh: { elements: 300 },
  fur: { texels: 16, layerCount: 12 },
};
/** Fewer strands for the scene whose fur grows on a patch, which alone has a spacing. */
const sparse: Readonly<Record<string, Record<string, number>>> = {
  'meadow-walk': { spacing: 0.2, strandCount: 2000 },
};

test.each(casesOf(scenes, (name) => short.has(name)))(
  'README.txt of %s fits on two pages, covers every file, and names none that is not there',
  async (name) => {
    const out = join(folder, name);
    const file = join(import.meta.dirname, name, 'scene.json');
    const { systems } = parseSceneText(readFileSync(file, 'utf8'), file);
    const overrides = Object.fromEntries(
      systems.flatMap(({ system }) => {
        const more = system === 'fur' ? sparse[name] : undefined;
        // Saved grounds have the cells of their scene.
        const isFixed = name === 'trampled-beach';
        return coarser[system] && !isFixed ? [[system, { ...coarser[system], ...more }]] : [];
      }),
    );
    const { report } = await bakeFile(file, { out, frames: [0, 1], overrides });
    const text = readFileSync(join(out, 'README.txt'), 'utf8');
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(120);
    const names = [...report.actors, ...report.systems].map((one) => one.name);
    for (const { file } of report.outputs) {
      if (file !== 'README.txt') expect(coversFile(text, file, names), file).toBe(true);
    }
    // The list ends where the first section begins.
    const list = text
      .split('\n\n')[1]
      .split('\n')
      .filter((line) => line.startsWith('    '));
    for (const line of list.filter((line) => !/NAME|COLUMN/.test(line))) {
      const [first, last] = line.trim().split(' to ');
      expect(existsSync(join(out, first)), line).toBe(true);
      if (last) expect(existsSync(join(out, first.replace(/[^/]*$/, ''), last)), line).toBe(true);
    }
    rmSync(out, { recursive: true, force: true });
  },
  120_000,
);
