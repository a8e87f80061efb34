import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../src/testing/long.ts';
import { collect, isRepository, ScratchClone, waitFor } from './testing/scratch-clone.ts';

// All tests use one clone. Each test begins with the state that the previous test left, as for a user.
const patience = 600_000;
const command = 'bin/aftermotion.js';
const source = 'src/nearest-name.ts';
const version = { status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) };

/** Reduces the command to two files. Builds then take a second. They are started, locked and recorded like builds of all files. */
function shorten(clone: ScratchClone): void {
  const config = JSON.parse(readFileSync(clone.path('tsconfig.build.json'), 'utf8'));
  writeFileSync(
    clone.path('tsconfig.build.json'),
    JSON.stringify({ ...config, include: ['src/cli/main.ts', source] }),
  );
  writeFileSync(clone.path('src/cli/main.ts'), "console.log('0.0.0');\n");
}

/** Reduces the page to two pages without content. The whole page is built before every test run. */
function shortenPage(clone: ScratchClone): void {
  for (const script of ['studio/main.ts', 'studio/render/render-page.ts'])
    writeFileSync(clone.path(script), 'export {};\n');
}

describe.skipIf(!isRepository())(
  `a fresh clone${isRepository() ? '' : ' (left out: no git repository)'}`,
  () => {
    let clone: ScratchClone;
    beforeAll(() => {
      clone = new ScratchClone();
    }, patience);
    afterAll(() => clone?.close());

    test('the command of a fresh clone installs packages and builds, and reports that in addition to its result', {
      timeout: patience,
    }, async () => {
      const result = await clone.run(command, '--version');
      expect(result).toMatchObject(version);
      expect(result.err).toMatch(/^Installing packages …\nCompiling kernels \(not built yet\) …\n/);
      expect(result.err).toContain('Building (not built yet) …');
      expect(result.err).not.toContain('page');
      expect(clone.npmCalls()).toEqual([expect.stringMatching(/^ci /)]);
      expect(await clone.run(command, '--version')).toMatchObject({ ...version, err: '' });
    });

    test('the files that users start are executable, in git and after a build', () => {
      expect(clone.git('ls-files', '--stage', command)).toMatch(/^100755 /);
      if (process.platform === 'win32') return;
      expect(statSync(clone.path(command)).mode & 0o111).toBe(0o111);
      expect(statSync(clone.path('dist/cli/main.js')).mode & 0o111).toBe(0o111);
    });

    test('the studio builds the page on its first use, and not on its second', {
      timeout: patience,
    }, async () => {
      if (!isLong) shortenPage(clone);
      for (const says of ['Building the page (not built yet) …\n', '']) {
        const child = clone.start(command, 'studio', '--port', '0');
        const end = collect(child);
        const [, address] = await waitFor(child, /The studio is at (\S+)\n/);
        const page = await (await fetch(address)).text();
        child.kill('SIGINT');
        expect(page).toContain('<title>');
        expect((await end).err).toBe(says);
      }
    });

    test('a build that is killed keeps the previous one, and the next command builds', {
      timeout: patience,
    }, async () => {
      clone.touch(source);
      const child = clone.start('scripts/setup.mjs');
      const end = collect(child);
      await waitFor(child, /Building \(sources/);
      process.kill(-child.pid!, 'SIGKILL');
      await end;
      expect(await clone.run('dist/cli/main.js', '--version')).toMatchObject({ ...version, err: '' });
      if (!isLong) shorten(clone);
      const next = await clone.run(command, '--version');
      expect(next).toMatchObject({ ...version, err: 'Building (sources have changed) …\n' });
      expect(readdirSync(clone.path('.cache/setup')).sort()).toEqual([
        'commands.json',
        'kernels.json',
        'page.json',
      ]);
    });

    test('two commands at once rebuild deleted files only once, and keep the page', {
      timeout: patience,
    }, async () => {
      rmSync(clone.path('dist/nearest-name.js'));
      const results = await Promise.all([clone.run(command, '--version'), clone.run(command, '--version')]);
      expect(results).toMatchObject([version, version]);
      const said = results.map(({ err }) => err).join('');
      expect(said.match(/Building \(files are missing\) …/g)).toHaveLength(1);
      expect(existsSync(clone.path('dist/studio/index.html'))).toBe(true);
    });

    test.runIf(isLong)('deleted packages are installed again', { timeout: patience }, async () => {
      rmSync(clone.path('node_modules'), { recursive: true });
      const result = await clone.run(command, '--version');
      expect(result).toMatchObject({ ...version, err: 'Installing packages …\n' });
      expect(clone.npmCalls()).toHaveLength(2);
    });

    test('if sources cannot be built, the command ends with the message of the compiler', {
      timeout: patience,
    }, async () => {
      clone.touch(source, '\nexport const wrong: string = 1;\n');
      const { status, out, err } = await clone.run(command, '--version');
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain(`${source}(`);
      expect(err).toMatch(/Building \(sources have changed\) failed/);
      clone.git('checkout', '--quiet', source);
    });

    test.runIf(isLong)(
      'what npm runs before it packs builds everything that the package holds',
      {
        timeout: patience,
      },
      async () => {
        rmSync(clone.path('dist'), { recursive: true });
        const { status, err } = await clone.run('scripts/prepare.mjs');
        expect({ status, err }).toEqual({
          status: 0,
          err:
            'Building (sources have changed) …\nBuilding the page (sources have changed) …\n' +
            'Packing the Blender add-on (not built yet) …\n',
        });
        expect(existsSync(clone.path('dist/cli/main.js'))).toBe(true);
        expect(existsSync(clone.path('dist/studio/render.html'))).toBe(true);
        expect(await clone.run('scripts/prepare.mjs')).toEqual({ status: 0, out: '', err: '' });
      },
    );

    test('a checkout has the line ends of the repository, regardless of git’s settings for Windows', () => {
      const wrong = clone
        .git('ls-files', '--eol')
        .split('\n')
        .filter((line) => /\sw\/(crlf|mixed)\s/.test(line));
      expect(wrong).toEqual([]);
      const text = clone.git('ls-files', '--eol', 'src').trim().split('\n');
      expect(text.filter((line) => !/attr\/text=auto eol=lf/.test(line))).toEqual([]);
    });

    test('every file has a name that is allowed on Windows and macOS', () => {
      const names = clone.git('ls-files').trim().split('\n');
      const device = /(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?(\/|$)/i;
      expect(names.filter((name) => device.test(name) || /[<>:"\\|?*]|[. ](\/|$)/.test(name))).toEqual([]);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    });
  },
);
