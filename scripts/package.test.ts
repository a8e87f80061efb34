import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, isLong } from '../src/testing/long.ts';
import { plainEnvironment } from './setup/testing/scratch-clone.ts';

// Tests the package as users get it: packed from this checkout, installed into an empty folder, and used there. The short form of the test
// copies the files that npm would pack, and starts the command without npx.
const patience = 600_000;
const repository = fileURLToPath(new URL('..', import.meta.url));
const runProgram = new URL('./setup/run-program.mjs', import.meta.url).href;
const { findNpm } = (await import(runProgram)) as { findNpm(): string | null };
const npm = findNpm();

interface Manifest extends Record<string, unknown> {
  readonly bin: Record<string, string>;
  readonly exports: Record<string, string | { types: string; default: string }>;
}

const consumer = mkdtempSync(join(tmpdir(), 'aftermotion consumer '));
const installed = join(consumer, 'node_modules', 'aftermotion');
let packed: { files: { path: string }[]; unpackedSize: number; filename: string };
let manifest: Manifest;

function runNpm(folder: string, ...args: string[]): string {
  return execFileSync(process.execPath, [npm!, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
    maxBuffer: 1 << 26,
  });
}

describe.skipIf(!npm)(`the package${npm ? '' : ' (skipped: npm’s own script was not found)'}`, () => {
  beforeAll(() => {
    const flags = isLong ? ['--pack-destination', consumer] : ['--dry-run'];
    const report = JSON.parse(runNpm(repository, 'pack', '--json', ...flags));
    packed = Array.isArray(report) ? report[0] : Object.values(report)[0];
    // The packages on which this package depends are taken from this checkout, so that nothing is downloaded.
    const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    const needed = Object.entries<{ dev?: boolean }>(lock.packages)
      .filter(([path, { dev }]) => path && !dev)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    if (isLong) install(needed);
    else copyPacked(needed);
    manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  }, patience);
  afterAll(() => rmSync(consumer, { recursive: true, force: true }));

  test('holds the library, the command, the page, the scenes and the schema, and nothing of tests', () => {
    const names = packed.files.map(({ path }) => path);
    expect(names).toEqual(
      expect.arrayContaining([
        'bin/aftermotion.js',
        'dist/cli/main.js',
        'dist/index.d.ts',
        'dist/systems/ground/kernel.generated.js',
        'dist/studio/index.html',
        'dist/studio/render.html',
        'scenes/beach-run/scene.json',
        'scenes/assets/mannequin.glb',
        'schema/scene.schema.json',
        'LICENSE',
        'licenses/Apache-2.0.txt',
      ]),
    );
    expect(
      names.filter((name) => /\.(test|bench)\.|(^|\/)testing\/|\.map$|^(scripts|kernels)\//.test(name)),
    ).toEqual([]);
    // The page reads the files of its scenes from the folder `scenes/`.
    expect(names.filter((name) => /^dist\/studio\/.*\.(glb|obj|ground|otf|png|csv)$/.test(name))).toEqual([]);
    // Models and pictures of the documentation are the largest part.
    expect(packed.unpackedSize).toBeLessThan(30e6);
  });

  test('contains every file that its exports and its command name', () => {
    const named = [...Object.values(manifest.bin), ...Object.values(manifest.exports)].flatMap((entry) =>
      (typeof entry === 'string' ? [entry] : Object.values(entry)).flatMap(listMatches),
    );
    expect(named.filter((name) => !existsSync(join(installed, name)))).toEqual([]);
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining(['./package.json', './schema/scene.schema.json']),
    );
  });

  test('has no fault that publint finds', async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  test.skipIf(!isLong)(
    'installs from git: npm clones the repository and builds everything',
    (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'aftermotion git '));
      try {
        const clone = join(folder, 'clone.git');
        execFileSync('git', ['clone', '--quiet', '--bare', repository, clone]);
        const app = join(folder, 'app');
        mkdirSync(app);
        writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }');
        try {
          const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--foreground-scripts'];
          runNpm(app, 'install', ...flags, `git+${pathToFileURL(clone).href}`);
        } catch (error) {
          const { stderr } = error as { stderr: string };
          if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(stderr))
            context.skip('npm cannot reach its registry, from which it installs the build tools');
          throw error;
        }
        const found = join(app, 'node_modules/aftermotion');
        for (const name of [
          'dist/index.js',
          'dist/studio/index.html',
          'dist/blender',
          'scenes/beach-run/scene.json',
        ])
          expect(existsSync(join(found, name)), name).toBe(true);
        expect(existsSync(join(found, 'scripts'))).toBe(false);
        const code =
          "const { createGround } = await import('aftermotion/ground'); console.log(createGround().kernel.implementation)";
        const run = (...args: string[]) =>
          execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
        expect(run('--input-type=module', '-e', code).trim()).toBe('wasm');
        expect(run(join(found, manifest.bin.aftermotion), '--version').trim()).toBe(manifest.version);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    2 * patience,
  );

  test.skipIf(!isLong)(
    'has types that fit its modules in each kind of resolution that it supports',
    async () => {
      const names = packed.files.map(({ path }) => path).filter((path) => /\.(js|d\.ts|json)$/.test(path));
      const files = names.map((name) => [
        `/node_modules/aftermotion/${name}`,
        readFileSync(join(installed, name), 'utf8'),
      ]);
      // Under Vitest's conditions, the name of this package means its sources, which it does not bring complete.
      const checker = pathToFileURL(join(repository, 'node_modules/@arethetypeswrong/core/dist/index.js'));
      const { checkPackage, Package } = (await import(
        checker.href
      )) as typeof import('@arethetypeswrong/core');
      const result = await checkPackage(new Package(Object.fromEntries(files), 'aftermotion', '0.0.0'));
      if (!result.types) throw new Error('no types were found');
      // The package has ES modules only: resolution as in Node 10 does not know `exports`, and CommonJS has to use `import()`.
      const problems = result.problems.filter(
        (problem) =>
          !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
      );
      expect(problems).toEqual([]);
    },
    patience,
  );

  test('has no dead link in its documents', () => {
    const names = new Set(packed.files.map(({ path }) => path));
    const dead = [...names]
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => {
        const text = readFileSync(join(installed, name), 'utf8');
        const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link]) => link);
        return links
          .filter((link) => !/^[a-z]+:/.test(link))
          .filter((link) => !names.has(posix.normalize(posix.join(posix.dirname(name), link))))
          .map((link) => `${name}: ${link}`);
      });
    expect(dead).toEqual([]);
  });

  test('can be imported in Node by every export', () => {
    for (const name of [
      'three',
      '@types/three',
      '@types/node',
      'react',
      '@react-three',
      '@babylonjs',
      'playcanvas',
    ])
      link(name);
    // A pattern stands for players of other engines, whose packages are not installed here.
    const names = Object.keys(manifest.exports).filter((name) => !name.includes('*'));
    const lines = names.map((name, k) => {
      const options = name.endsWith('.json') ? " with { type: 'json' }" : '';
      return `import * as part${k} from '${posix.join('aftermotion', name)}'${options};\nif (Object.keys(part${k}).length === 0) throw new Error('${name}');`;
    });
    write('imports.js', `${lines.join('\n')}\nconsole.log('done');`);
    expect(run('imports.js')).toMatchObject({ status: 0, out: 'done\n' });
  });

  // `node16` is the stricter of the two kinds. The long form of the test tests the other kind, too.
  test.each(casesOf(['bundler', 'node16'], (kind) => kind === 'node16'))(
    'is type-checked with module resolution %s',
    (moduleResolution) => {
      write('app.ts', app);
      const options = {
        ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'ES2023', lib: ['ES2023', 'DOM'] },
        ...{ types: ['node'], resolveJsonModule: true },
        ...{ module: moduleResolution === 'bundler' ? 'ESNext' : 'Node16', moduleResolution },
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['app.ts'] }));
      const tsc = join(repository, 'node_modules/typescript/bin/tsc');
      expect(run(tsc, '-p', 'tsconfig.json')).toEqual({ status: 0, out: '', err: '' });
    },
    patience,
  );

  test(
    'its command runs and bakes a scene that it brings',
    () => {
      const command = (...args: string[]) =>
        isLong
          ? runNpm(consumer, 'exec', '--offline', 'aftermotion', '--', ...args)
          : run(join(installed, manifest.bin.aftermotion), ...args).out;
      expect(command('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
      const scene = 'node_modules/aftermotion/scenes/beach-run/scene.json';
      command('bake', scene, '--cell', '5cm', '--frames', ':2', '--only', 'groundMesh', '--out', 'out');
      expect(existsSync(join(consumer, 'out', 'beach.glb'))).toBe(true);
    },
    patience,
  );
});

function install(needed: readonly string[]): void {
  const dependencies = Object.fromEntries(
    needed.map((name) => [name, `file:${join(repository, 'node_modules', name)}`]),
  );
  const own = { aftermotion: `file:./${packed.filename}`, ...dependencies };
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies: own }));
  const quiet = ['--offline', '--no-audit', '--no-fund'];
  runNpm(consumer, 'install', '--install-links', '--ignore-scripts', ...quiet);
}

/** Returns the packed files that a pattern of `exports` matches, or the name itself. Throws an error if a pattern matches nothing. */
function listMatches(name: string): string[] {
  if (!name.includes('*')) return [name];
  const [start, end] = name.replace('./', '').split('*');
  const found = packed.files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(start) && path.endsWith(end));
  if (found.length === 0) throw new Error(`${name} matches no packed file`);
  return found;
}

function copyPacked(needed: readonly string[]): void {
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  for (const { path } of packed.files) cpSync(join(repository, path), join(installed, path));
  for (const name of needed) link(name);
}

const app = `
import { InputError, openScene } from 'aftermotion';
import { bakeFile } from 'aftermotion/node';
import { createGround } from 'aftermotion/ground';
import manifest from 'aftermotion/package.json';
import schema from 'aftermotion/schema/scene.schema.json';
import { colliderFrom, LiveGround } from 'aftermotion/three';
import { createNodeShading } from 'aftermotion/three/webgpu';
import * as THREE from 'three';

export const version: string = manifest.version;
export const keys: object = schema;
export const parts = [InputError, openScene, createGround, createNodeShading];
export const bake = (): Promise<{ report: object }> => bakeFile('scene.json', { out: 'out' });
const ground = new LiveGround({ material: 'sand' });
ground.add(colliderFrom(new THREE.Object3D()));
// @ts-expect-error: shows that the types are found. Without types this line would compile.
ground.add(1);
`;

function write(name: string, text: string): void {
  writeFileSync(join(consumer, name), text);
}

function link(name: string): void {
  const link = join(consumer, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(repository, 'node_modules', name), link, 'junction');
}

function run(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: consumer, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}
