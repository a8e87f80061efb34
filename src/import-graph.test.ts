import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = dirname(fileURLToPath(import.meta.url));

/** Folder → folders it may import from, beside itself. Files at the top of src/ may be imported by all. */
const mayImport: Record<string, string[]> = {
  math: [],
  motion: ['math'],
  coats: ['math', 'motion'],
  systems: ['math', 'motion', 'coats'],
  simulation: ['math', 'motion', 'coats', 'systems'],
  files: ['math', 'motion'],
  pictures: ['math', 'motion', 'coats', 'systems', 'simulation', 'files'],
  bake: ['math', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures'],
  scene: ['math', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures', 'bake'],
  three: ['math', 'motion', 'coats', 'systems', 'simulation'],
  node: ['math', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures', 'bake', 'scene'],
  cli: ['math', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures', 'bake', 'scene', 'node'],
};

/** Packages that only some folders may use. */
const packageHomes: Record<string, string[]> = {
  zod: ['scene'],
  three: ['three'],
  commander: ['cli'],
  'cli-progress': ['cli'],
  node: ['node', 'cli'],
};

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourceFiles(path);
    const isSource = entry.name.endsWith('.ts') && !/\.(test|bench|d)\.ts$/.test(entry.name);
    return isSource ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g),
  ].map((match) => match[1] ?? match[2]);
}

const folderOf = (path: string) => relative(src, path).split('/')[0];

test('imports point one way', () => {
  const wrong: string[] = [];
  for (const file of sourceFiles(src)) {
    const folder = folderOf(file);
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) {
        const name = specifier.startsWith('node:') ? 'node' : specifier.split('/')[0];
        const homes = packageHomes[name];
        if (homes && !homes.includes(folder)) wrong.push(`${relative(src, file)} imports ${specifier}`);
        continue;
      }
      const target = folderOf(resolve(dirname(file), specifier));
      const isTopFile = target.endsWith('.ts');
      if (folder.endsWith('.ts') || target === folder || isTopFile) continue;
      if (!mayImport[folder]?.includes(target)) wrong.push(`${relative(src, file)} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a system never imports another system', () => {
  const systems = join(src, 'systems');
  const wrong: string[] = [];
  for (const file of sourceFiles(systems)) {
    const own = relative(systems, file).split('/')[0];
    if (own.endsWith('.ts')) continue;
    for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
      const target = relative(systems, resolve(dirname(file), specifier)).split('/')[0];
      if (target !== own && target !== '..' && !target.endsWith('.ts'))
        wrong.push(`${relative(src, file)} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every folder of src is in the graph', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'testing',
  );
  for (const folder of folders) expect(mayImport, folder.name).toHaveProperty(folder.name);
});
