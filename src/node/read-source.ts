import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../input-error.ts';
import { checkOverrides } from '../scene/check-overrides.ts';
import { type FormOverrides, overrideScene, type SceneOverrides } from '../scene/override-scene.ts';
import { decodeText, parseJson } from '../scene/parse-json.ts';
import { readBeside } from '../scene/read-beside.ts';
import { refuseOtherJson } from '../scene/refuse-other-json.ts';
import { fileStem } from '../scene/scene-names.ts';
import { affectedKinds } from '../scene/scene-params.ts';
import { createShapeScene, isShapeFile } from '../scene/shape-scene.ts';
import { moveParamFiles } from '../scene/walk-params.ts';
import { systemEntries, takesWind } from '../systems/index.ts';
import { createDiskFiles, type DiskFilesOptions, readIfThere, suggestFile } from './disk-files.ts';
import { requireSettled } from './output-folder.ts';

/** A scene that was read from a path. */
export interface SceneSource {
  /** The scene as JSON data, with the overrides applied. It is not validated yet. */
  readonly scene: unknown;
  /** Folder to which paths in the scene are relative. */
  readonly folder: string;
  readonly name: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** True for a scene file. False if the scene was created for a lone character, drawing, picture or font. */
  readonly isScene: boolean;
}

/**
 * Reads a scene file, the scene in the folder of a bake, or a lone character, drawing, picture or font, for which a scene is created.
 * Throws InputError if there is no such file, or if it is of another kind.
 */
export async function readSource(
  path: string,
  given: SceneOverrides,
  options: DiskFilesOptions = {},
): Promise<SceneSource> {
  checkOverrides(given);
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) {
    requireSettled(full, path);
    const inside = join(path, 'scene.json');
    if (existsSync(inside)) return readSource(inside, given, options);
    throw InputError.at(path, 'expected a scene or a character, got a folder without a scene.json');
  }
  requireSettled(dirname(full), path);
  const bytes = readIfThere(full);
  if (!bytes) {
    const suggestion = suggestFile(full, path);
    throw InputError.at(
      path,
      `no such file${suggestion ? `, did you mean "${suggestion}"?` : ` (looked for ${full})`}`,
    );
  }
  const folder = dirname(full);
  const overrides = moveOverrides(given, folder);
  if (!/\.json$/i.test(path)) {
    if (isShapeFile(path)) {
      const scene = createShapeScene(basename(path), overrides);
      refuseUnused(scene, overrides, path);
      return { scene, folder, name: fileStem(path), file: full, isScene: false };
    }
    if (!/\.(glb|gltf|bvh)$/i.test(path)) {
      const { refuseLoneFile } = await import('../scene/refuse-lone-file.ts');
      refuseLoneFile(bytes, path);
    }
    refuseForm(overrides.form, path);
    const find = readBeside(createDiskFiles(folder, options), basename(path));
    const { createCharacterScene } = await import('../scene/character-scene.ts');
    const scene = await createCharacterScene(basename(path), bytes, find, overrides);
    refuseUnused(scene, overrides, path);
    return { scene, folder, name: fileStem(path), file: full, isScene: false };
  }
  const scene = parseJson(decodeText(bytes, path), path);
  refuseOtherJson(scene, path);
  refuseForm(overrides.form, path);
  const name = basename(path) === 'scene.json' ? basename(folder) : fileStem(path);
  refuseUnused(scene, overrides, path);
  return { scene: overrideScene(scene, overrides), folder, name, file: full, isScene: true };
}

/**
 * Returns the overrides with paths relative to the folder of the scene. Files that overrides name are searched in the working directory
 * first, then in the folder of the scene.
 */
function moveOverrides(overrides: SceneOverrides, folder: string): SceneOverrides {
  const move = (file: string) =>
    existsSync(resolve(file)) ? relative(folder, resolve(file)).split(sep).join('/') : file;
  const moved = systemEntries.flatMap(({ name, params }) => {
    const entry = (overrides as Readonly<Record<string, Record<string, unknown> | undefined>>)[name];
    return entry ? [[name, moveParamFiles(params, entry, move)]] : [];
  });
  return { ...overrides, ...Object.fromEntries(moved) };
}

/** Throws InputError for overrides of a part that the scene does not have, since they would silently have no effect. */
function refuseUnused(scene: unknown, overrides: SceneOverrides, path: string): void {
  const { actors = [], systems } = Object(scene) as { actors?: unknown; systems?: unknown };
  // Values of the wrong type are reported later, by the validation of the scene.
  if (!Array.isArray(systems) || !Array.isArray(actors)) return;
  const kinds: unknown[] = systems.map((entry) => Object(entry).system);
  const there = systemEntries.filter(({ name }) => kinds.includes(name)).map(({ name }) => `"${name}"`);
  const has = there.length === 0 ? 'which has no system' : `which has only ${there.join(', ')}`;
  const refuse = (key: string, expected: string, remedy: string) => ({
    path: `overrides.${key}`,
    message: `expected ${expected} in "${path}", ${has}: leave it out, or ${remedy}`,
  });
  const faults = systemEntries.flatMap(({ name }) => {
    if (kinds.includes(name)) return [];
    return givenPaths(overrides, name).map((key) =>
      refuse(key, `a system "${name}"`, `bake a scene with { "system": "${name}" } in it`),
    );
  });
  for (const path of givenPaths(overrides, 'scene')) {
    const key = path.slice('scene.'.length) as keyof typeof affectedKinds;
    const affected: readonly string[] | undefined = affectedKinds[key];
    const able = systemEntries.filter(({ shows }) => affected?.includes(shows)).map(({ name }) => name);
    if (!affected || able.some((name) => kinds.includes(name))) continue;
    const names = able.map((name) => `"${name}"`).join(' or ');
    faults.push(refuse(path, `a system ${names}`, 'bake a scene with one in it'));
  }
  if (actors.length === 0) {
    const message = `expected an actor in "${path}", which has none: leave it out`;
    for (const key of givenPaths(overrides, 'actor').filter((one) => one !== 'actor'))
      faults.push({ path: `overrides.${key}`, message });
  }
  if (overrides.wind && !kinds.some(takesWind)) {
    const windy = systemEntries.filter(({ name }) => takesWind(name)).map(({ name }) => `"${name}"`);
    faults.push(refuse('wind', `a system ${windy.join(' or ')}`, 'bake a scene with one in it'));
  }
  if (faults.length > 0) throw new InputError(faults);
}

/**
 * Returns the paths of the values in a part of the overrides. If the part is empty, which requests such a system, returns the path of the
 * part itself.
 */
function givenPaths(overrides: SceneOverrides, part: string): string[] {
  const values = (overrides as Readonly<Record<string, object | undefined>>)[part];
  if (values === undefined) return [];
  const entries = Object.entries(values);
  if (entries.length === 0) return [part];
  return entries.flatMap(([key, value]) => (value === undefined ? [] : [`${part}.${key}`]));
}

/** Throws InputError for overrides of a shape of particles (text, count) if the file is not a drawing, a picture or a font. */
function refuseForm(form: FormOverrides | undefined, path: string): void {
  const given = Object.entries(form ?? {});
  if (given.length === 0) return;
  throw new InputError(
    given.map(([name]) => ({
      path: `overrides.form.${name}`,
      message: `expected a drawing, a picture or a font (.svg, .png, .jpg, .ttf, .otf, .woff) beside it, got "${path}"`,
    })),
  );
}
