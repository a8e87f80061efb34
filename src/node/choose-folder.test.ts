import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BakeOrigin, chooseFolder, originText, sourceIn } from './choose-folder.ts';

let folder = '';
let parent = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'choose-'));
  parent = join(folder, 'out');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Returns a lone file with parameters, or a scene file. */
function origin(file: string, params = ''): BakeOrigin {
  const source = join(folder, file);
  const isScene = file.endsWith('.json');
  return { source, isScene, sceneText: (into) => `${relative(resolve(into), source)} ${params}` };
}

/** Writes the files from which a finished or an interrupted bake is recognised. */
function bake(name: string, from: BakeOrigin): void {
  const path = join(parent, name);
  write(`out/${name}/report.json`, JSON.stringify({ scene: { file: '?', source: sourceIn(path, from) } }));
  write(`out/${name}/scene.json`, from.sceneText(path));
}
function interrupt(name: string, from: BakeOrigin): void {
  write(`out/${name}.partial/origin.json`, originText(from, join(parent, name)));
  write(`out/${name}.partial/checkpoint`, '');
}

function choose(from: BakeOrigin, options: { out?: string; resume?: boolean; overwrite?: boolean } = {}) {
  const all = { name: 'fox', parent, resume: false, overwrite: false, ...options };
  const { path, note } = chooseFolder(from, {
    ...all,
    ...(options.out && { out: join(folder, options.out) }),
  });
  return { path: relative(folder, path), note };
}

describe('a lone file', () => {
  test('is baked into the folder of its name, and again into it with the same parameters', () => {
    expect(choose(origin('fox.glb', 'snow'))).toEqual({ path: 'out/fox', note: null });
    bake('fox', origin('fox.glb', 'snow'));
    expect(choose(origin('fox.glb', 'snow'))).toEqual({ path: 'out/fox', note: null });
  });

  test('with other parameters is baked into the next free name, reports that, and finds it again', () => {
    bake('fox', origin('fox.glb', 'snow'));
    bake('fox-3', origin('fox.glb', 'mud'));
    const { path, note } = choose(origin('fox.glb', 'fur'));
    expect(path).toBe('out/fox-2');
    expect(note).toMatch(
      /out\/fox holds a bake of other parameters: .*out\/fox-2 \(--overwrite replaces .*out\/fox\)/,
    );
    expect(choose(origin('fox.glb', 'mud'))).toEqual({ path: 'out/fox-3', note: null });
    expect(choose(origin('fox.glb', 'fur'), { overwrite: true })).toEqual({ path: 'out/fox', note: null });
  });

  test('of another folder does not replace one of the same name', () => {
    bake('fox', origin('a/fox.glb', 'snow'));
    const { path, note } = choose(origin('b/fox.glb', 'snow'));
    expect(path).toBe('out/fox-2');
    expect(note).toContain('a/fox.glb');
  });

  test('does not replace a scene that was edited in the folder; the bake of that scene does', () => {
    const lone = origin('fox.glb', 'snow');
    bake('fox', lone);
    write('out/fox/scene.json', 'edited');
    expect(choose(lone).path).toBe('out/fox-2');
    expect(choose(origin('out/fox/scene.json')).path).toBe('out/fox');
  });
});

describe('a scene file', () => {
  test('replaces its own bake after any change of the scene', () => {
    bake('fox', origin('fox.json', 'before'));
    expect(choose(origin('fox.json', 'after'))).toEqual({ path: 'out/fox', note: null });
  });

  test('does not replace the bake of another one', () => {
    bake('fox', origin('a/fox.json'));
    expect(choose(origin('b/fox.json')).path).toBe('out/fox-2');
  });
});

describe('an interrupted bake', () => {
  test('is found again by a bake of the same source, with and without `resume`', () => {
    bake('fox', origin('fox.glb', 'snow'));
    interrupt('fox-2', origin('fox.glb', 'mud'));
    for (const resume of [true, false]) {
      expect(choose(origin('fox.glb', 'mud'), { resume }).path).toBe('out/fox-2');
      expect(choose(origin('fox.glb', 'snow'), { resume }).path).toBe('out/fox');
    }
  });

  test('is not deleted by a bake with other parameters', () => {
    interrupt('fox', origin('fox.glb', 'snow'));
    expect(choose(origin('fox.glb', 'mud')).path).toBe('out/fox-2');
  });

  test('without a recorded source is continued', () => {
    write('out/fox.partial/checkpoint', '');
    expect(choose(origin('fox.glb'), { resume: true })).toEqual({ path: 'out/fox', note: null });
  });
});

describe('a folder that the user requested', () => {
  test('may hold a bake of the same source, not of another one', () => {
    bake('mine', origin('fox.glb', 'snow'));
    expect(choose(origin('fox.glb', 'mud'), { out: 'out/mine' }).path).toBe('out/mine');
    const other = origin('dog.glb');
    expect(() => choose(other, { out: 'out/mine' })).toThrow(
      /out: expected a new folder.*fox\.glb.*--overwrite/,
    );
    expect(choose(other, { out: 'out/mine', overwrite: true }).path).toBe('out/mine');
  });

  test('may hold an interrupted bake of the same source, not of another one', () => {
    interrupt('mine', origin('fox.glb'));
    expect(choose(origin('fox.glb'), { out: 'out/mine' }).path).toBe('out/mine');
    expect(() => choose(origin('dog.glb'), { out: 'out/mine' })).toThrow('an interrupted bake of');
  });
});

test('a folder that no bake wrote is returned; opening it refuses it', () => {
  write('out/fox/notes.txt', 'mine');
  expect(choose(origin('fox.glb')).path).toBe('out/fox');
});
