import { unzipSync } from 'fflate';
import { tetMeshCompanions } from '../../src/files/index.ts';
import { createCharacterScene, InputError } from '../../src/index.ts';
import { createShapeScene, inspectKeys, isShapeFile, readSceneQuantities } from '../../src/scene/index.ts';
import type { MaterialName } from '../../src/systems/ground/index.ts';
import { openMesh } from './open-mesh.ts';
import { filePathsOf, moveFiles } from './scene-files.ts';
import { actorsOf, type DocumentFiles, type SceneData, type StudioDocument } from './studio-document.ts';

/** A file that the user gave to the page. Its path has folders if a whole folder was given. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The text that a new font shows first. */
const firstText = 'Hello';

/**
 * Opens dropped files: a character (.glb, .vrm, .vrma, or .gltf with the files beside it), a motion-capture recording (.bvh), a scene with
 * its files, a zip that this page wrote, a mesh (.obj, .stl, .ply), or something that particles can form: a drawing, a picture, a font. A
 * mesh moves if a file of keys is dropped together with it; otherwise it gets fur. `material`: the material of the ground under a single
 * character or mesh.
 *
 * Throws an `InputError` with the messages of the command line.
 */
export async function openFiles(
  given: readonly GivenFile[],
  material: MaterialName = 'sand',
): Promise<StudioDocument> {
  const zip = given.find(({ path }) => /\.zip$/i.test(path));
  if (zip) return openZip(zip, material);
  const scene = given.find(({ path, bytes }) => /\.json$/i.test(path) && isScene(bytes));
  if (scene) return openScene(scene, given);
  const character = given.find(({ path }) => /\.(glb|gltf|vrm|vrma|bvh)$/i.test(path));
  const mesh = given.find(({ path }) => /\.(obj|stl|ply)$/i.test(path));
  if (!character && mesh) {
    const keys = given.find(({ path }) => /\.(json|csv|tsv)$/i.test(path));
    return keys ? openKeyedMesh(mesh, keys, given, material) : openMesh(mesh);
  }
  const shape = given.find(({ path }) => isShapeFile(path));
  if (!character && shape) return openShape(shape);
  const first = character ?? given[0];
  if (!first) throw InputError.at('', 'expected a character (.glb, .gltf or .bvh), got nothing');
  return openCharacter(first, given, material);
}

/** Opens a file as a document in which particles form the content of the file. */
function openShape(file: GivenFile): StudioDocument {
  const path = nameOf(file.path);
  const form = /\.(ttf|otf|woff)$/i.test(path) ? { text: firstText } : {};
  const scene = createShapeScene(path, { form }) as SceneData;
  return {
    name: stemOf(path),
    origin: { kind: 'dropped', file: path },
    scene,
    opened: scene,
    files: new Map([[path, file.bytes]]),
    strokes: [],
  };
}

/** Opens a mesh with keys as a document in which the mesh moves over a ground. */
async function openKeyedMesh(
  mesh: GivenFile,
  keys: GivenFile,
  given: readonly GivenFile[],
  material: MaterialName,
): Promise<StudioDocument> {
  const [path, keysPath] = [nameOf(mesh.path), nameOf(keys.path)];
  const { end } = inspectKeys(new TextDecoder().decode(keys.bytes), keysPath);
  const files = new Map<string, Uint8Array>([[keysPath, keys.bytes]]);
  addWithParts(files, path, mesh, given);
  const scene: SceneData = {
    version: 1,
    seed: 1,
    time: { start: 0, end: Math.max(1, Number(end.toFixed(2))), fps: 30 },
    actors: [{ name: stemOf(path), file: path, keys: keysPath }],
    systems: [{ system: 'ground', material }],
  };
  return {
    name: stemOf(path),
    origin: { kind: 'dropped', file: path },
    scene,
    opened: scene,
    files,
    strokes: [],
  };
}

async function openZip(zip: GivenFile, material: MaterialName): Promise<StudioDocument> {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(zip.bytes);
  } catch {
    throw InputError.at(zip.path, 'expected a zip file, got one that cannot be unpacked');
  }
  const files = Object.entries(entries)
    .filter(([path]) => !path.endsWith('/') && !/(^|\/)(__MACOSX|\.)/.test(path))
    .map(([path, bytes]) => ({ path, bytes }));
  // The files contain the outputs of a bake as well as its scene. The scene is opened.
  return openFiles(files, material);
}

function isScene(bytes: Uint8Array): boolean {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as SceneData | null;
    return typeof value === 'object' && value !== null && 'systems' in value && !('asset' in value);
  } catch {
    return false;
  }
}

function openScene(file: GivenFile, given: readonly GivenFile[]): StudioDocument {
  const written = readSceneQuantities(JSON.parse(new TextDecoder().decode(file.bytes)) as SceneData);
  const folder = folderOf(file.path);
  const files = new Map<string, Uint8Array>();
  // In the given files, paths may lead out of the scene's folder. Here everything must be below one folder.
  const scene = moveFiles(written, (path) => path.replace(/^(\.{1,2}\/)+/, ''));
  const moved = filePathsOf(scene);
  filePathsOf(written).forEach((path, index) => {
    for (const [tile, name] of tilesOf(given, folder, path))
      files.set(folderOf(moved[index]) + name, tile.bytes);
    const found = findGiven(given, folder + path, path);
    if (found) addWithParts(files, moved[index], found, given);
  });
  const name = /^scene\.json$/i.test(nameOf(file.path)) ? nameOf(folder.replace(/\/$/, '')) : '';
  return {
    name: name || stemOf(file.path),
    origin: { kind: 'dropped', file: nameOf(file.path) },
    scene,
    opened: scene,
    files,
    strokes: [],
  };
}

async function openCharacter(
  file: GivenFile,
  given: readonly GivenFile[],
  material: MaterialName,
): Promise<StudioDocument> {
  const path = nameOf(file.path);
  const files = new Map<string, Uint8Array>();
  addWithParts(files, path, file, given);
  const scene = (await createCharacterScene(path, file.bytes, (uri) => files.get(uri), {
    ground: { material },
  })) as SceneData;
  return {
    name: stemOf(path),
    origin: { kind: 'dropped', file: path },
    scene,
    opened: scene,
    files,
    strokes: [],
  };
}

/** Returns the tiles of a terrain whose name contains `{column}` and `{row}`, each with its own name. */
function tilesOf(given: readonly GivenFile[], folder: string, path: string): [GivenFile, string][] {
  if (!/\{(column|row)\}/.test(path)) return [];
  const escaped = nameOf(path).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/\{(column|row)\}/g, '\\d+')}$`, 'i');
  return given.flatMap((file) => {
    const isThere = file.path.startsWith(folder) && pattern.test(nameOf(file.path));
    return isThere ? [[file, nameOf(file.path)] satisfies [GivenFile, string]] : [];
  });
}

/**
 * Adds a file, and the files that belong to it: the files that a .gltf names, the colours of an .obj, the second file of a .node/.ele mesh.
 */
function addWithParts(
  files: Map<string, Uint8Array>,
  path: string,
  file: GivenFile,
  given: readonly GivenFile[],
): void {
  files.set(path, file.bytes);
  for (const name of tetMeshCompanions(nameOf(file.path))) {
    const companion = findGiven(given, folderOf(file.path) + name, name);
    if (companion) files.set(folderOf(path) + name, companion.bytes);
  }
  const parts = /\.gltf$/i.test(path)
    ? namedParts(file.bytes)
    : /\.obj$/i.test(path)
      ? namedColors(file.bytes)
      : [];
  for (const uri of parts) {
    const part = findGiven(given, folderOf(file.path) + uri, uri);
    if (part) files.set(folderOf(path) + uri, part.bytes);
  }
}

/** Returns the names of the buffers and pictures that a .gltf names. */
function namedParts(bytes: Uint8Array): string[] {
  let json: { buffers?: { uri?: unknown }[]; images?: { uri?: unknown }[] };
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  return [...(json.buffers ?? []), ...(json.images ?? [])]
    .map((part) => part.uri)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
    .map(decodeURIComponent);
}

/** Returns the names of the material files that an .obj names. */
function namedColors(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).matchAll(/^mtllib\s+(.+?)\s*$/gm);
  return [...lines].map(([, name]) => name);
}

/** Finds a given file by its path, or else by its name alone, because browsers do not report the folders of single files. */
function findGiven(given: readonly GivenFile[], path: string, uri: string): GivenFile | undefined {
  return (
    given.find((file) => file.path === path) ??
    given.find((file) => nameOf(file.path) === nameOf(uri) && file.bytes.length > 0)
  );
}

/** Returns the path and the bytes of the first character of a document. Null if it has no character. */
export function characterOf(scene: SceneData, files: DocumentFiles): GivenFile | null {
  for (const { file, keys } of actorsOf(scene)) {
    if (typeof file !== 'string' || keys !== undefined) continue;
    const bytes = files.get(file);
    if (bytes) return { path: file, bytes };
  }
  return null;
}

function folderOf(path: string): string {
  return path.replace(/[^/]*$/, '');
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, '');
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.[^.]*$/, '');
}
