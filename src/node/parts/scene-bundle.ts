import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BakePlan } from '../../bake/bake-plan.ts';
import { InputError } from '../../input-error.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import type { SceneFiles } from '../../scene/scene-files.ts';
import { selectParts } from '../../scene/select-parts.ts';
import { makeFolders } from '../make-folders.ts';
import { hashBytes } from '../own-files.ts';
import { cacheFolder, createDiskCache } from '../prepare-cache.ts';
import { readVersion } from '../read-version.ts';
import { replaceFile } from '../replace-file.ts';
import { type ByteStore, LostBytes } from './byte-store.ts';

/** Everything that another machine needs to open a scene. Files are named by the hash of their content. */
export interface SceneBundle {
  readonly version: 1;
  /** Version of aftermotion. Another version may give other results. */
  readonly program: string;
  /** The scene as JSON data, as in a scene file. */
  readonly scene: unknown;
  /** Systems or outputs that were selected, see `selectParts`. */
  readonly only: readonly string[];
  readonly name: string;
  readonly sceneFile: string;
  readonly frames: readonly [number | null, number | null] | null;
  /** Hash of the opened scene, see `BakePlan.hash`. */
  readonly hash: string;
  readonly files: readonly BundledFile[];
}

interface BundledFile {
  /** The arguments of `SceneFiles.read`. asset: null if there is none. */
  readonly path: string;
  readonly asset: string | null;
  /** SHA-256 of the content, hexadecimal. Null: the file does not exist. */
  readonly content: string | null;
}

/** What the caller states about a scene. The rest of the bundle is added by `putBundle`. */
export type BundledScene = Omit<SceneBundle, 'version' | 'program' | 'files'>;

/** Notes every file that a scene reads. */
export class FileRecord {
  readonly read = new Map<string, { readonly file: BundledFile; readonly bytes: Uint8Array | null }>();

  /** Returns the same files; what is read from them is noted. */
  watch(files: SceneFiles): SceneFiles {
    return {
      ...files,
      read: (path, asset) => {
        const bytes = files.read(path, asset);
        const content = bytes ? hashBytes(bytes) : null;
        this.read.set(keyOf(path, asset), {
          file: { path, asset: asset ?? null, content },
          bytes: bytes ?? null,
        });
        return bytes;
      },
    };
  }
}

function keyOf(path: string, asset: string | null | undefined): string {
  return `${asset ?? ''}\n${path}`;
}

/** Stores a scene with its files. Returns the name of the bundle. */
export async function putBundle(store: ByteStore, record: FileRecord, scene: BundledScene): Promise<string> {
  const files: BundledFile[] = [];
  for (const { file, bytes } of record.read.values()) {
    if (bytes) await store.put(bytes);
    files.push(file);
  }
  const bundle: SceneBundle = { version: 1, program: readVersion(), ...scene, files };
  return store.put(new TextEncoder().encode(JSON.stringify(bundle)));
}

/**
 * Fetches a bundle and opens its scene. Each file is fetched once and kept in the cache folder. Throws LostBytes if something is missing or
 * damaged, and InputError if it is of another version.
 */
export async function openBundle(store: ByteStore, name: string): Promise<BakePlan> {
  const text = await store.get(name);
  if (!text) throw new LostBytes(`the scene of this task is no longer ${store.place}: ${store.remedy}`);
  const bundle = JSON.parse(new TextDecoder().decode(text)) as SceneBundle;
  if (!isBundle(bundle))
    throw InputError.at(
      '',
      'expected a scene of this version of aftermotion: use the same version everywhere',
    );
  const { program } = bundle;
  if (program !== readVersion())
    throw InputError.at(
      '',
      `expected version ${program} of aftermotion, with which the scene was opened, got ${readVersion()} on the machine "${hostname()}": install the same version everywhere`,
    );
  const contents = new Map<string, Uint8Array | undefined>();
  for (const { path, asset, content } of bundle.files)
    contents.set(keyOf(path, asset), content === null ? undefined : await fetchFile(store, content, path));
  const files: SceneFiles = {
    read(path, asset) {
      const key = keyOf(path, asset);
      if (!contents.has(key)) throw InputError.at(path, 'expected a file that was sent with the scene');
      return contents.get(key);
    },
    outsideFiles: true,
  };
  const plan = await openScene(selectParts(parseScene(bundle.scene), bundle.only), files, {
    name: bundle.name,
    sceneFile: bundle.sceneFile,
    frames: bundle.frames ?? undefined,
    cache: createDiskCache(),
    isCopy: true,
  });
  if (plan.hash === bundle.hash) return plan;
  throw InputError.at('', 'the scene has another hash here: use the same version of aftermotion everywhere');
}

/** Returns a file from the cache folder, or from the store. */
async function fetchFile(store: ByteStore, content: string, path: string): Promise<Uint8Array> {
  const folder = join(cacheFolder(), 'queue-files');
  const cached = join(folder, `${content}.file`);
  if (existsSync(cached)) {
    const bytes = new Uint8Array(readFileSync(cached));
    if (hashBytes(bytes) === content) return bytes;
  }
  const bytes = await store.get(content);
  if (!bytes)
    throw new LostBytes(`the file "${path}" of this task is no longer ${store.place}: ${store.remedy}`);
  try {
    makeFolders(folder);
    replaceFile(cached, bytes);
  } catch {
    // Without a cache, the file is fetched again next time.
  }
  return bytes;
}

function isBundle(value: Partial<SceneBundle> | null): value is SceneBundle {
  return (
    value?.version === 1 &&
    typeof value.program === 'string' &&
    Array.isArray(value.only) &&
    typeof value.name === 'string' &&
    typeof value.sceneFile === 'string' &&
    (value.frames === null || Array.isArray(value.frames)) &&
    typeof value.hash === 'string' &&
    Array.isArray(value.files) &&
    value.files.every(
      (file: Partial<BundledFile> | null) =>
        typeof file?.path === 'string' &&
        (file.asset === null || typeof file.asset === 'string') &&
        (file.content === null || (typeof file.content === 'string' && /^[0-9a-f]{64}$/.test(file.content))),
    )
  );
}
