import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { isLong } from '../src/testing/long.ts';
import { measureLoaded } from '../src/testing/measure-loaded.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The code that an app loads at once for each entry point, compressed, without what is loaded later with `import()` and without the packages
 * that are peers. `maxKilobytes` is the budget. `code`: what the app imports; absent: everything.
 */
const budgets: readonly { readonly name: string; readonly code?: string; readonly maxKilobytes: number }[] = [
  { name: 'aftermotion', maxKilobytes: 300 },
  { name: 'aftermotion/scene', maxKilobytes: 125 },
  { name: 'aftermotion/systems', maxKilobytes: 50 },
  { name: 'aftermotion/outputs', maxKilobytes: 1 },
  { name: 'aftermotion/ground', maxKilobytes: 85 },
  { name: 'aftermotion/flesh', maxKilobytes: 130 },
  { name: 'aftermotion/particles', maxKilobytes: 130 },
  { name: 'aftermotion/fur', maxKilobytes: 80 },
  { name: 'aftermotion/math', maxKilobytes: 1 },
  { name: 'aftermotion/motion', maxKilobytes: 60 },
  { name: 'aftermotion/files', maxKilobytes: 150 },
  { name: 'aftermotion/files', code: "import { readBvh } from 'aftermotion/files'", maxKilobytes: 18 },
  { name: 'aftermotion/files', code: "import { readGltf } from 'aftermotion/files'", maxKilobytes: 22 },
  { name: 'aftermotion/bake', maxKilobytes: 140 },
  { name: 'aftermotion/three', maxKilobytes: 290 },
  { name: 'aftermotion/react', maxKilobytes: 260 },
  { name: 'aftermotion/babylon', maxKilobytes: 25 },
  { name: 'aftermotion/playcanvas', maxKilobytes: 25 },
];

const page = 'docs/package-size.md';

/** Bundles the import of an entry point. Returns the compressed kilobytes that are loaded at once. */
async function measure(name: string, code?: string): Promise<number> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, exports[name.replace('aftermotion', '.')].default);
  const used = code && /\{ (.*) \}/.exec(code)![1];
  const id = '\0entry';
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === 'entry' ? id : undefined),
        load: (source) =>
          source === id ? `export ${used ? `{ ${used} }` : '*'} from ${JSON.stringify(file)}` : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'entry',
        preserveEntrySignatures: 'strict',
        external: [/^(three|react|@react-three|@babylonjs|playcanvas)($|\/)/],
      },
    },
  })) as Rolldown.RolldownOutput;
  return measureLoaded(output, (file) => file.type === 'chunk' && file.isEntry);
}

test.skipIf(!isLong).each(budgets.map((budget) => ({ ...budget, title: budget.code ?? budget.name })))(
  '$title: at most $maxKilobytes kB',
  async ({ name, code, maxKilobytes }) => {
    const kilobytes = await measure(name, code);
    expect(kilobytes).toBeLessThanOrEqual(maxKilobytes);
    // A budget far above the size would not notice anything.
    if (maxKilobytes > 1) expect(kilobytes).toBeGreaterThan(0.6 * maxKilobytes);
  },
  120_000,
);

test('docs/package-size.md lists the budgets', async () => {
  const rows = budgets.map(({ name, code, maxKilobytes }) => `| \`${code ?? name}\` | ${maxKilobytes} kB |`);
  const text = readFileSync(join(root, page), 'utf8');
  const [before, after] = text.split(/\| --- \| --- \|\n(?:\|.*\n)+/);
  await expect(`${before}| --- | --- |\n${rows.join('\n')}\n${after}`).toMatchFileSnapshot(join(root, page));
});
