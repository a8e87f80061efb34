import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseSceneText } from '../../src/index.ts';
import { findBlender } from '../../src/testing/blender/blender.ts';
import { isLong } from '../../src/testing/long.ts';
import { splitMarkdown } from './markdown.ts';
import { root } from './repository.ts';

const folder = join(root, 'docs/tutorials');
const pages = readdirSync(folder).map((page) => {
  const { blocks } = splitMarkdown(readFileSync(join(folder, page), 'utf8').replaceAll('\r\n', '\n'));
  return { page, blocks };
});
const work = mkdtempSync(join(tmpdir(), 'tutorials-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, 'node_modules'));
symlinkSync(join(root, 'scenes'), join(work, 'scenes'), 'junction');
symlinkSync(root, join(work, 'node_modules/aftermotion'), 'junction');

/** Path of Blender. Without Blender (null), the test skips this step. */
const blender = findBlender();

/** Under `npm test`, only the commands of these pages run, and each bake has only two frames. */
const short = ['ground.md'];

function run(command: string): void {
  const parts = command.split(/\s+/);
  const isBake = command.startsWith('npx aftermotion bake ');
  const args =
    parts[0] === 'npx'
      ? [
          join(root, 'bin/aftermotion.js'),
          ...parts.slice(2),
          ...(isBake && !isLong ? ['--frames', '0:1'] : []),
        ]
      : [...(parts[0] === 'blender' ? ['--python-exit-code', '1'] : []), ...parts.slice(1)];
  const program = parts[0] === 'blender' ? blender! : process.execPath;
  // Blender looks for its files in PWD, not in its working folder.
  const env = { ...process.env, PWD: work };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: work, env, encoding: 'utf8' });
  expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
}

describe.each(pages)('docs/tutorials/$page', ({ page, blocks }) => {
  test('every block of code is of a kind that is tested', () => {
    const known = /^(sh( blender)?|(json|js|tsx?) [\w-]+\.(json|mjs|tsx?))$/;
    expect(blocks.map(({ language }) => language).filter((language) => !known.test(language))).toEqual([]);
  });

  for (const { language, code } of blocks.filter((block) => block.language.startsWith('json'))) {
    test(`${language} is a scene`, () => {
      expect(parseSceneText(code, page).systems.length).toBeGreaterThan(0);
    });
  }

  const isRun = isLong || short.includes(page);
  if (isRun && blocks.some(({ language }) => language.startsWith('sh')))
    test('its commands work, in order', () => {
      for (const { language, code } of blocks) {
        const file = language.split(' ')[1];
        if (language.startsWith('json') || language.startsWith('js')) writeFileSync(join(work, file), code);
        if (language === 'sh' || (language === 'sh blender' && blender)) {
          for (const command of code.trim().split('\n')) run(command);
        }
      }
    }, 600_000);
});

/** Returns the name of the file that a block contains: `ts prints.ts`. */
const fileOf = (language: string) => language.split(' ')[1];

test('the TypeScript of the tutorials has no type errors', () => {
  const sources = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => /^tsx? /.test(language)));
  expect(sources.length).toBeGreaterThan(0);
  for (const { language, code } of sources) writeFileSync(join(work, fileOf(language)), code);
  for (const name of ['three', '@types', 'react', '@react-three']) {
    symlinkSync(join(root, 'node_modules', name), join(work, 'node_modules', name), 'junction');
  }
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'ES2023', module: 'ESNext' },
    jsx: 'react-jsx',
  };
  const compilerOptions = { ...options, moduleResolution: 'bundler', lib: ['ES2023', 'DOM'], types: [] };
  const files = sources.map(({ language }) => fileOf(language));
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', work], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
