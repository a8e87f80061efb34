import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = dirname(fileURLToPath(import.meta.url));

/** The folders of src/ from the lowest to the highest, with the folders that each may import from beside itself. */
const mayImport: Record<string, string[]> = {
  math: [],
  geometry: ['math'],
  motion: ['math', 'geometry'],
  coats: ['math', 'geometry', 'motion'],
  systems: ['math', 'geometry', 'motion', 'coats'],
  simulation: ['math', 'geometry', 'motion', 'coats', 'systems'],
  files: ['math', 'geometry', 'motion'],
  pictures: ['math', 'geometry', 'motion', 'coats', 'systems', 'simulation', 'files'],
  bake: ['math', 'geometry', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures'],
  scene: ['math', 'geometry', 'motion', 'coats', 'systems', 'simulation', 'files', 'pictures', 'bake'],
  gpu: ['math', 'motion', 'systems'],
  live: ['math', 'geometry', 'motion', 'systems', 'gpu'],
  three: ['math', 'geometry', 'motion', 'coats', 'systems', 'simulation', 'gpu', 'live'],
  babylon: ['motion', 'live'],
  playcanvas: ['motion', 'live'],
  react: ['three'],
  node: [
    'math',
    'geometry',
    'motion',
    'coats',
    'systems',
    'simulation',
    'files',
    'pictures',
    'bake',
    'scene',
  ],
  cli: [
    'math',
    'geometry',
    'motion',
    'coats',
    'systems',
    'simulation',
    'files',
    'pictures',
    'bake',
    'scene',
    'node',
  ],
};

/** Packages that only some folders may use. */
const packageHomes: Record<string, string[]> = {
  three: ['three', 'react'],
  react: ['react'],
  '@babylonjs': ['babylon'],
  playcanvas: ['playcanvas'],
  '@react-three': ['react'],
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

interface Import {
  readonly specifier: string;
  /** Whether only types are imported, which leaves nothing in the JavaScript. */
  readonly isType: boolean;
  /** Whether it is loaded by `import()`, when it is needed. */
  readonly isDynamic: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s([^;]*?)from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
  );
  return [...found].map(([, clause = '', specifier, dynamic]) => ({
    specifier: specifier ?? dynamic,
    isType: isTypeClause(clause),
    isDynamic: dynamic !== undefined,
  }));
}

/** `type { A }`, or `{ type A, type B }`. */
function isTypeClause(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{([^}]*)\}\s*$/.exec(clause)?.[1].split(',');
  return names?.every((name) => name.trim() === '' || /^\s*type\s/.test(name)) ?? false;
}

const folderOf = (path: string) => relative(src, path).split('/')[0];
const isRelative = ({ specifier }: Import) => specifier.startsWith('.');

test('imports point one way', () => {
  const wrong: string[] = [];
  for (const file of sourceFiles(src)) {
    const folder = folderOf(file);
    for (const one of importsOf(file)) {
      const { specifier } = one;
      if (!isRelative(one)) {
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

test('no system is imported by another, nor by what all systems share', () => {
  const systems = join(src, 'systems');
  const isSystem = (name: string) => existsSync(join(systems, name, 'system.ts'));
  const wrong: string[] = [];
  for (const file of sourceFiles(systems)) {
    const own = relative(systems, file).split('/')[0];
    if (own === 'index.ts') continue;
    for (const { specifier } of importsOf(file).filter(isRelative)) {
      const target = relative(systems, resolve(dirname(file), specifier)).split('/')[0];
      if (target !== own && isSystem(target)) wrong.push(`${relative(src, file)} imports ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle', () => {
  const targets = new Map(
    sourceFiles(src).map((file) => [
      file,
      importsOf(file)
        .filter((one) => isRelative(one) && !one.isType && !one.isDynamic)
        .map(({ specifier }) => resolve(dirname(file), specifier)),
    ]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file].map((one) => relative(src, one)).join(' → '));
      return;
    }
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test('the page and the examples import what the package exports', () => {
  const root = dirname(src);
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly default: string }>;
  };
  const entries = new Set(
    Object.values(exports).flatMap((entry) =>
      typeof entry === 'string'
        ? []
        : [join(root, entry.default.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'))],
    ),
  );
  // The page has a simulation of its own, whose ground it moves to the graphics card. The package offers that only with `LiveGround`.
  entries.add(join(src, 'gpu/ground/card-ground.ts'));
  const wrong: string[] = [];
  for (const file of ['studio', 'examples'].flatMap((folder) => sourceFiles(join(root, folder)))) {
    for (const { specifier } of importsOf(file).filter(isRelative)) {
      const target = resolve(dirname(file), specifier);
      if (target.startsWith(src) && !entries.has(target))
        wrong.push(`${relative(root, file)} imports ${specifier}`);
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
