import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { DiskError } from './disk-error.ts';
import { OutputFolder, type OutputFolderOptions, requireSettled, settleFolder } from './output-folder.ts';

let location = '';
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(location, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(location, name)), { recursive: true });
  writeFileSync(join(location, name), text);
}

const read = (name: string) => readFileSync(join(location, name), 'utf8');

/** Returns all files below a folder, as a map from the path to the content, or to the target of a symbolic link. */
function allOf(folder = '.'): Record<string, string> {
  const entries = readdirSync(join(location, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'utf8');
      return [path.slice(join(location, folder).length + 1), content];
    }),
  );
}

/** Writes these files into an output folder as a bake does. */
function bake(files: Record<string, string>, options: OutputFolderOptions = {}, out = 'out'): OutputFolder {
  const folder = new OutputFolder(join(location, out), options);
  folder.open(false);
  try {
    const outputs = Object.entries(files).map(([file, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { file, bytes: bytes.length, sha256: folder.write(file, bytes) };
    });
    const report = JSON.stringify({ version: 1, generator: 'aftermotion', outputs });
    folder.write('report.json', new TextEncoder().encode(report));
    folder.commit();
    return folder;
  } catch (error) {
    folder.discard();
    throw error;
  }
}

test('an output written in chunks is complete after the commit; one that fails leaves no file', async () => {
  const pieces = [1, 70_000, 0, 3].map((length, k) => new Uint8Array(length).fill(k + 1));
  const folder = new OutputFolder(join(location, 'out'));
  folder.open(false);
  await folder.writeParts('deep/points.usdc', of(pieces));
  folder.write('report.json', new TextEncoder().encode('{}'));
  folder.commit();
  expect(readFileSync(join(location, 'out/deep/points.usdc'))).toEqual(Buffer.concat(pieces));

  const failing = new OutputFolder(join(location, 'other'));
  failing.open(false);
  await expect(failing.writeParts('points.usdc', of([pieces[0]], 'no more'))).rejects.toThrow('no more');
  failing.discard();
  expect(readdirSync(location)).toEqual(['out']);
});

describe('syncing with the disk', () => {
  /** Names of files for which fsync was called. */
  let synced: string[] = [];
  const countingDisk = (code?: string): Disk => ({
    ...nodeDisk,
    create: (path) => ({
      ...nodeDisk.create(path),
      sync: () => {
        synced.push(basename(path));
        if (code) throw Object.assign(new Error(code), { code, syscall: 'fsync' });
      },
    }),
  });
  beforeEach(() => {
    synced = [];
  });

  test('is done for the list and for steps that protect old files, not for every output', () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, k) => [`${k}.png`, 'picture']));
    bake(files);
    bake(files, { disk: countingDisk() });
    expect(synced).toEqual(['.aftermotion', 'report.json', 'journal.new']);
  });

  test.each(['EINVAL', 'ENOSYS', 'ENOTSUP'])(
    'a disk that answers %s, since it has no sync, can be written',
    (code) => {
      bake({ 'a.png': 'new' }, { disk: countingDisk(code) });
      expect(read('out/a.png')).toBe('new');
    },
  );

  test('a failing disk is reported', () => {
    expect(() => bake({ 'a.png': 'new' }, { disk: countingDisk('EIO') })).toThrow(
      'the disk reports an error',
    );
  });
});

async function* of(pieces: readonly Uint8Array[], failure?: string): AsyncGenerator<Uint8Array> {
  yield* pieces;
  if (failure) throw new Error(failure);
}

describe('a folder NAME.partial of another program is refused and not changed', () => {
  test.each<[string, () => void, RegExp]>([
    [
      'of a user',
      () => put('out.partial/thesis.txt', 'mine'),
      /is in the way, and was not made by aftermotion/,
    ],
    [
      'with names such as ours',
      () => put('out.partial/files/a.png', 'mine'),
      /is in the way, and was not made by aftermotion/,
    ],
    [
      'with a marker of someone else',
      () => {
        put('out.partial/.aftermotion', 'mine');
        put('out.partial/checkpoint', 'mine');
      },
      /is in the way, and was not made by aftermotion/,
    ],
    ['that is a file', () => put('out.partial', 'mine'), /the file .*out\.partial is in the way/],
    [
      'that is a link',
      () => {
        put('elsewhere/files/thesis.txt', 'mine');
        symlinkSync(join(location, 'elsewhere'), join(location, 'out.partial'));
      },
      /the link .*out\.partial is in the way/,
    ],
    [
      'with a file of a user beside ours',
      () => {
        put('out.partial/.aftermotion', markerOf('bake'));
        put('out.partial/thesis.txt', 'mine');
      },
      /no bake wrote "thesis\.txt" in it/,
    ],
    [
      'of an interrupted render',
      () => {
        put('out.partial/.aftermotion', markerOf('render'));
        put('out.partial/files/0001.png', 'half');
      },
      /an interrupted render is in it/,
    ],
  ])('%s', (_, prepare, message) => {
    prepare();
    const before = allOf();
    expect(() => bake({ 'a.png': 'new' })).toThrow(message);
    expect(allOf()).toEqual(before);
  });

  /** Returns the content of the marker file for this kind of run. */
  function markerOf(kind: 'bake' | 'render'): string {
    const folder = new OutputFolder(join(location, 'marker/out'), { kind });
    folder.open(false);
    const text = read('marker/out.partial/.aftermotion');
    folder.discard();
    rmSync(join(location, 'marker'), { recursive: true });
    return text;
  }

  test('a user’s file in our partial folder is kept when the folder is removed', () => {
    const folder = new OutputFolder(join(location, 'out'));
    folder.open(false);
    put('out.partial/thesis.txt', 'mine');
    folder.discard();
    expect(allOf()).toEqual({
      'out.partial/.aftermotion': markerOf('bake'),
      'out.partial/thesis.txt': 'mine',
    });
    expect(() => bake({ 'a.png': 'new' })).toThrow('no bake wrote "thesis.txt" in it');
    rmSync(join(location, 'out.partial/thesis.txt'));
    bake({ 'a.png': 'new' });
    expect(readdirSync(location)).toEqual(['out']);
  });

  test.each(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.nfs00000000006a2f4c00000001'])(
    '%s, which a system puts into a folder by itself, stops no bake and no resume',
    (name) => {
      const folder = new OutputFolder(join(location, 'out'));
      folder.open(false);
      folder.saveCheckpoint(new Uint8Array(3));
      put(`out.partial/${name}`, 'of the system');
      folder.close();
      const resumed = new OutputFolder(join(location, 'out'));
      expect(resumed.open(true)).toBe(true);
      resumed.discard();
      expect(readdirSync(location)).toEqual([]);
      put(`out.partial/${name}/thesis.txt`, 'mine');
      expect(() => bake({ 'a.png': 'new' })).toThrow('is in the way');
      expect(allOf()).toEqual({ [`out.partial/${name}/thesis.txt`]: 'mine' });
    },
  );
});

describe('files that the report of an earlier bake lists', () => {
  test('only they are deleted or replaced', () => {
    bake({ 'a.png': 'old', 'deep/b.png': 'old' });
    put('out/mine.txt', 'mine');
    put('out/deep/mine.txt', 'mine');
    bake({ 'a.png': 'new', 'c/d.png': 'new' });
    const { 'report.json': report, ...others } = allOf('out');
    expect(others).toEqual({
      'a.png': 'new',
      'c/d.png': 'new',
      'mine.txt': 'mine',
      'deep/mine.txt': 'mine',
    });
    expect(report).toContain('c/d.png');
    expect(readdirSync(location)).toEqual(['out']);
  });

  test('if changed, they are refused before the work, except with --overwrite and for the baked scene itself', () => {
    bake({ 'a.txt': 'old', 'scene.json': 'old' });
    put('out/a.txt', 'my edit');
    expect(() => bake({ 'a.txt': 'new' })).toThrow(
      /out: .*out\/a\.txt has been changed since a bake wrote it: move it, .* or replace it with --overwrite/,
    );
    // The new content has the same length, so only the hash shows the change.
    put('out/a.txt', 'OLD');
    expect(() => bake({ 'a.txt': 'new' })).toThrow('has been changed since');
    expect(read('out/a.txt')).toBe('OLD');
    bake({ 'a.txt': 'new', 'scene.json': 'new' }, { overwrite: true });
    expect(read('out/a.txt')).toBe('new');
    put('out/scene.json', 'edited');
    bake({ 'scene.json': 'newer' }, { replaces: ['scene.json'] });
    expect(allOf('out')).toMatchObject({ 'scene.json': 'newer' });
  });

  test('are kept if they were changed during the bake, and reported if a new file has the same name', () => {
    bake({ 'a.txt': 'old', 'b.txt': 'old' });
    const folder = new OutputFolder(join(location, 'out'));
    folder.open(false);
    for (const name of ['a.txt', 'report.json']) folder.write(name, new TextEncoder().encode('new'));
    put('out/b.txt', 'edit');
    utimesSync(join(location, 'out/b.txt'), 1, 1);
    put('out/a.txt', 'mine');
    const before = allOf('out');
    expect(() => folder.commit()).toThrow(DiskError);
    expect(() => folder.commit()).toThrow();
    folder.close();
    expect(allOf('out')).toEqual(before);
  });

  test.each<[string, { file: string; bytes: number }[], RegExp]>([
    ['outside', [{ file: '../thesis.txt', bytes: 4 }], /thesis\.txt is not a plain file in this folder/],
    ['by a whole path', [{ file: '/etc/hostname', bytes: 4 }], /is not a plain file in this folder/],
    ['behind a link', [{ file: 'link/thesis.txt', bytes: 4 }], /is not a plain file in this folder/],
    ['below a file', [{ file: 'own.txt/b', bytes: 4 }], /is not a plain file in this folder/],
    ['with a null byte', [{ file: 'own\0.txt', bytes: 4 }], /is not a plain file in this folder/],
    ['that are links', [{ file: 'thesis', bytes: 4 }], /is not a plain file in this folder/],
    ['without a hash', [{ file: 'own.txt', bytes: 4 }], /has been changed since a bake wrote it/],
    ['of another size', [{ file: 'own.txt', bytes: 5 }], /has been changed since a bake wrote it/],
  ])('are not accepted %s; with --overwrite they are kept, too', (_, outputs, message) => {
    put('thesis.txt', 'mine');
    put('folder/thesis.txt', 'mine');
    put('out/own.txt', 'mine');
    symlinkSync(join(location, 'folder'), join(location, 'out/link'));
    symlinkSync(join(location, 'thesis.txt'), join(location, 'out/thesis'));
    put('out/report.json', JSON.stringify({ version: 1, generator: 'aftermotion', outputs }));
    const { 'out/report.json': _report, ...before } = allOf();
    expect(() => bake({ 'a.png': 'new' })).toThrow(message);
    bake({ 'a.png': 'new' }, { overwrite: true });
    expect(allOf()).toMatchObject(before);
    // An output is not written through a symbolic link either.
    expect(() => bake({ 'link/thesis.txt': 'new' }, { overwrite: true })).toThrow(/goes through a link/);
    expect(() => bake({ thesis: 'new' }, { overwrite: true })).toThrow(/goes through a link/);
    expect(allOf()).toMatchObject(before);
  });

  test('a folder with a report of another program is not ours', () => {
    put('out/thesis.txt', 'mine');
    const outputs = [{ file: 'thesis.txt', bytes: 4 }];
    for (const report of [{ outputs }, { version: 1, generator: 'other', outputs }, 3, null]) {
      put('out/report.json', JSON.stringify(report));
      for (const overwrite of [false, true]) {
        expect(() => bake({ 'a.png': 'new' }, { overwrite })).toThrow('no bake wrote it');
      }
    }
    expect(read('out/thesis.txt')).toBe('mine');
  });

  test('of an earlier version without hashes are replaced with --overwrite, with a message, and never removed', () => {
    put('out/a.png', 'old');
    put('out/b.png', 'edited');
    const outputs = ['a.png', 'b.png'].map((file) => ({ file, kind: 'heightPng', bytes: 3 }));
    put('out/report.json', JSON.stringify({ version: 1, scene: {}, machine: 'x', outputs }));
    expect(() => bake({ 'c.png': 'new' })).toThrow(
      /holds a bake of an earlier version, .* delete this one, or replace it with --overwrite/,
    );
    const { leftCount } = bake({ 'b.png': 'new', 'c.png': 'new' }, { overwrite: true });
    expect(leftCount).toBe(1);
    expect(allOf('out')).toMatchObject({ 'a.png': 'old', 'b.png': 'new', 'c.png': 'new' });
  });
});

test('an existing file at an output path is reported before the work, and files of an interrupted bake are kept', () => {
  bake({ 'a.png': 'old' });
  put('out/deep/b.png', 'mine');
  const interrupted = new OutputFolder(join(location, 'out'));
  interrupted.open(false);
  interrupted.saveCheckpoint(new Uint8Array(3));
  interrupted.close();
  for (const overwrite of [false, true]) {
    const folder = new OutputFolder(join(location, 'out'), { overwrite });
    const files = ['a.png', 'deep/b.png', 'deep/c.png'];
    expect(() => folder.open(false, { files })).toThrow(InputError);
    expect(() => folder.open(false, { files })).toThrow(
      /out: .*b\.png: there is a file here that no bake wrote, .*: move it/,
    );
    expect(folder.hasCheckpoint).toBe(true);
  }
  expect(read('out/deep/b.png')).toBe('mine');
});

describe('names that differ only in case or in how accents are written', () => {
  const names: [string, string][] = [
    ['Runner.glb', 'runner.glb'],
    ['caf\u00e9.glb', 'cafe\u0301.glb'],
  ];

  test.each(names)('are one file if the disk does not distinguish them: %s', (old, fresh) => {
    bake({ [old]: 'old' });
    // A hard link gives the file two names, as on a file system that ignores case or normalization.
    linkSync(join(location, 'out', old), join(location, 'out', fresh));
    const folder = new OutputFolder(join(location, 'out'));
    folder.open(false, { files: [fresh] });
    folder.write(fresh, new TextEncoder().encode('new'));
    folder.write('report.json', new TextEncoder().encode('{}'));
    folder.commit();
    expect(read(`out/${fresh}`)).toBe('new');
    // Deleting the old name must not delete the new content.
    expect(read(`out/${old}`)).toBe('old');
  });

  test.each(names)('are two files if the disk distinguishes them: %s', (old, fresh) => {
    bake({ [old]: 'old' });
    if (existsSync(join(location, 'out', fresh))) return;
    bake({ [fresh]: 'new' });
    expect(Object.keys(allOf('out')).sort()).toEqual([fresh, 'report.json'].sort());
    put(`out/${old}`, 'mine');
    expect(() => bake({ [old]: 'new' })).toThrow('there is a file here that no bake wrote');
    expect(read(`out/${old}`)).toBe('mine');
  });
});

describe('two names of one folder count as one folder', () => {
  test('a bake through a link locks and replaces the target folder', () => {
    mkdirSync(join(location, 'real'));
    symlinkSync(join(location, 'real'), join(location, 'link'));
    const folder = new OutputFolder(join(location, 'link'));
    folder.open(false);
    expect(() => bake({ 'a.png': 'new' }, {}, 'real')).toThrow(/process \d+ is writing into/);
    folder.discard();
    bake({ 'a.png': 'new' }, {}, 'link');
    expect(read('real/a.png')).toBe('new');
    expect(readdirSync(location).sort()).toEqual(['link', 'real']);
  });

  test('a link without a target is refused', () => {
    symlinkSync(join(location, 'gone'), join(location, 'link'));
    expect(() => bake({ 'a.png': 'new' }, {}, 'link')).toThrow('whose target does not exist');
  });
});

test('a journal in a folder of another program is ignored', () => {
  bake({ 'a.png': 'old' });
  put('out.partial/journal', 'mine');
  requireSettled(join(location, 'out'));
  settleFolder(join(location, 'out'));
  expect(read('out.partial/journal')).toBe('mine');
});

test('a render that was stopped while it moved its files is completed as a render', () => {
  const folder = new OutputFolder(join(location, 'out'), { kind: 'render' });
  folder.open(false);
  folder.close();
  put('out.partial/journal', 'damaged');
  expect(() => requireSettled(join(location, 'out'))).toThrow('mixed');
  expect(() => settleFolder(join(location, 'out'))).toThrow('the journal of a run');
});

test('nothing is written through a link in the partial folder', () => {
  put('thesis.txt', 'mine');
  const folder = new OutputFolder(join(location, 'out'));
  folder.open(false);
  symlinkSync(join(location, 'thesis.txt'), join(location, 'out.partial/checkpoint.new'));
  folder.putFrame('a', new Uint8Array(3));
  folder.saveCheckpoint(new Uint8Array(5));
  folder.discard();
  expect(allOf()).toEqual({ 'thesis.txt': 'mine' });
});

test('if it is stopped at any point while files are moved, all old or all new files are available, otherwise it is reported', () => {
  const old = { 'a.png': 'old', 'deep/b.png': 'old', 'deep/e.png': 'old' };
  const fresh = { 'a.png': 'new', 'c/d.png': 'new', 'deep/b.png': 'new' };
  bake(old, {}, 'before/out');
  put('before/out/mine.txt', 'mine');
  const [before, after] = ['before/out', 'after/out'].map((out) => {
    if (out.startsWith('after')) {
      cpSync(join(location, 'before'), join(location, 'after'), { recursive: true });
      bake(fresh, {}, out);
    }
    return allOf(out);
  });
  cpSync(join(location, 'before'), join(location, 'now'), { recursive: true });
  /** Number of copies of the folder. A copy is made after each disk operation: it is the state that a kill at that moment would leave. */
  let count = 0;
  const keep = () =>
    cpSync(join(location, 'now'), join(location, `killed-${count++}`), {
      recursive: true,
      // The lock file is not copied, since its process, the test, is still running.
      filter: (path) => !basename(path).includes('.lock-'),
    });
  const disk: Disk = {
    ...nodeDisk,
    create: (path) => {
      const file = nodeDisk.create(path);
      keep();
      return file;
    },
    rename: (from, to) => {
      nodeDisk.rename(from, to);
      keep();
    },
  };
  bake(fresh, { disk }, 'now/out');
  keep();
  let [mixed, were, are] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const out = join(location, `killed-${k}/out`);
    const isWhole = [before, after].some(
      (all) => JSON.stringify(all) === JSON.stringify(allOf(`killed-${k}/out`)),
    );
    if (!isWhole) {
      mixed++;
      expect(() => requireSettled(out)).toThrow('the files of two bakes are mixed in this folder');
    }
    settleFolder(out);
    requireSettled(out);
    const all = allOf(`killed-${k}/out`);
    if (JSON.stringify(all) === JSON.stringify(before)) were++;
    else if (JSON.stringify(all) === JSON.stringify(after)) are++;
    expect(were + are, `stopped after operation ${k}`).toBe(k + 1);
    // After this, a bake into the folder succeeds.
    bake(fresh, {}, `killed-${k}/out`);
    expect(allOf(`killed-${k}/out`)).toEqual(after);
    expect(readdirSync(join(location, `killed-${k}`))).toEqual(['out']);
  }
  expect(mixed).toBeGreaterThan(5);
  expect(are).toBeGreaterThan(0);
});
