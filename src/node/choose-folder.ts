import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BakeReport } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import { showPath } from './disk-files.ts';
import { kindOfEntry, realPath } from './real-place.ts';

/** Source of a bake. It is compared with the contents of a folder to find out whether the folder contains the same bake. */
export interface BakeOrigin {
  /** Absolute path of the file: a scene, a character, a drawing and so on. */
  readonly source: string;
  /** True for a scene file. False for a lone file, whose scene is created from its parameters. */
  readonly isScene: boolean;
  /** Returns the text that `scene.json` in a folder would have. Paths in it are relative to that folder. */
  sceneText(folder: string): string;
}

export interface ChosenFolder {
  readonly path: string;
  /** Message for the user about the chosen folder; null if there is none. */
  readonly note: string | null;
}

export interface ChooseFolderOptions {
  /** Folder that the user asked for. Default: `out/NAME`, or `out/NAME-2` and so on. */
  readonly out?: string;
  /** Name of the source, for the default folder. */
  readonly name: string;
  /** Parent of the default folder. Default `out`. */
  readonly parent?: string;
  readonly resume: boolean;
  /** Whether a bake of another source, or with other parameters, is replaced. */
  readonly overwrite: boolean;
}

/**
 * Chooses the folder of a bake. If the user asked for a folder, it may contain a bake of the same source, which is replaced. Otherwise the
 * default is `out/NAME`: a scene file replaces its own bake there, and a lone file replaces a bake with the same parameters. If `out/NAME`
 * contains another bake, the result is `out/NAME-2` or the next free name.
 *
 * Throws InputError if the folder that the user asked for contains a bake of another source, unless `overwrite` is set.
 */
export function chooseFolder(origin: BakeOrigin, options: ChooseFolderOptions): ChosenFolder {
  const { out, name, parent = 'out', resume, overwrite } = options;
  if (out !== undefined) {
    if (!overwrite && !resume) requireOwn(out, origin);
    return { path: out, note: null };
  }
  const base = join(parent, name);
  if (overwrite) return { path: base, note: null };
  const taken = listTaken(base);
  const isSame = (path: string) => holds(path, origin) || holdsPart(path, origin);
  const waiting = resume ? taken.find((path) => holdsPart(path, origin)) : undefined;
  const same = waiting ?? taken.find(isSame);
  if (same) return { path: same, note: null };
  // A folder that no bake wrote is returned as well, because `OutputFolder` refuses it.
  if (!taken.includes(base) || !isBake(base)) return { path: base, note: null };
  let number = 2;
  while (taken.includes(`${base}-${number}`)) number++;
  const path = `${base}-${number}`;
  const found = readSource(base) ?? readOrigin(base)?.source ?? null;
  const isOther = found !== null && found !== origin.source;
  const what = isOther || origin.isScene ? showPath(found ?? base) : 'other parameters';
  return {
    path,
    note: `${base} holds a bake of ${what}: this one is written into ${path} (--overwrite replaces ${base})`,
  };
}

/** Returns the content of `NAME.partial/origin.json` during a bake. */
export function originText(origin: BakeOrigin, folder: string): string {
  return JSON.stringify({ source: sourceIn(folder, origin), scene: origin.sceneText(folder) });
}

/** Returns the path of the source in `report.json`: relative to the folder of the report, with `/` as separator. */
export function sourceIn(folder: string, { source }: BakeOrigin): string {
  return relative(resolve(folder), source).split(sep).join('/');
}

function requireOwn(out: string, origin: BakeOrigin): void {
  const found = readSource(out);
  if (found !== null && found !== origin.source && !isInside(out, origin.source)) {
    throw InputError.at(
      'out',
      `expected a new folder, or one with a bake of ${showPath(origin.source)}, got ${out} with one of ` +
        `${showPath(found)}: choose another folder, or replace it with --overwrite`,
    );
  }
  const part = readOrigin(out);
  if (part === null || part.source === origin.source) return;
  throw InputError.at(
    'out',
    `an interrupted bake of ${showPath(part.source)} is in ${showPath(resolve(`${out}.partial`))}: continue it ` +
      '(--resume), choose another folder, or discard it with --overwrite',
  );
}

/**
 * Returns those of `base` and its numbered siblings that exist, finished or interrupted: `base` first, then the others in ascending order.
 */
function listTaken(base: string): string[] {
  const folder = dirname(base);
  if (!existsSync(folder)) return [];
  const stem = basename(base);
  const numbers = readdirSync(folder).flatMap((entry) => {
    const name = entry.replace(/\.partial$/, '');
    if (name === stem) return [1];
    const number = name.startsWith(`${stem}-`) ? name.slice(stem.length + 1) : '';
    return /^[1-9]\d*$/.test(number) && Number(number) > 1 ? [Number(number)] : [];
  });
  const rising = [...new Set(numbers)].sort((a, b) => a - b);
  return rising
    .map((number) => (number === 1 ? base : `${base}-${number}`))
    .filter((path) => existsSync(`${path}.partial`) || !isEmptyFolder(path));
}

/** Returns whether a folder contains a bake of the same scene file, or of the same lone file and parameters. */
function holds(path: string, origin: BakeOrigin): boolean {
  if (!isBake(path)) return false;
  if (origin.isScene) return isInside(path, origin.source) || readSource(path) === origin.source;
  return readText(join(path, 'scene.json')) === origin.sceneText(path);
}

/**
 * Returns whether the partial folder of `path` contains an interrupted bake of the same source. If the partial folder has no `origin.json`,
 * its source is unknown. In this case it counts as the same source, unless `path` contains a finished bake.
 */
function holdsPart(path: string, origin: BakeOrigin): boolean {
  if (!existsSync(`${realPath(path)}.partial`)) return false;
  const part = readOrigin(path);
  if (!part) return !isBake(path);
  return part.source === origin.source && (origin.isScene || part.scene === origin.sceneText(path));
}

/** Returns whether there is a finished or an interrupted bake at a path. */
function isBake(path: string): boolean {
  return existsSync(join(path, 'report.json')) || readOrigin(path) !== null;
}

/** Returns the absolute path of the source of the bake in a folder; null if there is no bake. */
function readSource(path: string): string | null {
  const text = readText(join(path, 'report.json'));
  if (text === null) return null;
  try {
    const { file, source } = (JSON.parse(text) as BakeReport).scene;
    // Reports of earlier versions contain only a path relative to the working directory of the bake.
    return source === undefined ? resolve(file) : resolve(path, source);
  } catch {
    return null;
  }
}

function readOrigin(path: string): { source: string; scene: string } | null {
  const text = readText(join(`${realPath(path)}.partial`, 'origin.json'));
  if (text === null) return null;
  try {
    const { source, scene } = JSON.parse(text) as { source: string; scene: string };
    return { source: resolve(path, source), scene };
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  if (kindOfEntry(path) !== 'file') return null;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isEmptyFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && readdirSync(path).length === 0);
}

function isInside(folder: string, file: string): boolean {
  return file.startsWith(resolve(folder) + sep);
}
