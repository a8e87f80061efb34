import { InputError } from '../../src/index.ts';
import { readSceneQuantities } from '../../src/scene/index.ts';
import {
  findChanges,
  listAt,
  openedEntryAt,
  type SceneChange,
  type SceneLocation,
  setValue,
} from './edit-scene.ts';
import { filePathsOf } from './scene-files.ts';
import {
  type DocumentOrigin,
  type SceneData,
  type SceneEntry,
  type StudioDocument,
  systemsOf,
} from './studio-document.ts';

/** The content of a link: the name of a shipped scene or the file name of a character, and the changes to apply. */
export interface LinkContent {
  readonly origin: DocumentOrigin;
  readonly changes: readonly SceneChange[];
}

/**
 * Returns the settings of a document as the fragment of an address: `#scene=beach-run&systems.0.material=mud`. A shipped scene is referred
 * to by its name. The user's own character cannot be part of a link, so the link contains the name of its file, which the reader must drop
 * on the page. Systems that need files which were created on the page are omitted.
 */
export function encodeLink({
  origin,
  opened,
  scene,
}: Pick<StudioDocument, 'origin' | 'opened' | 'scene'>): string {
  const params = new URLSearchParams();
  if (origin.kind === 'shipped') params.set('scene', origin.id);
  else params.set('character', origin.file);
  for (const { location, key, value } of findChanges(opened, withoutMade(opened, scene))) {
    params.set(location === 'scene' ? key : `${location}.${key}`, encodeValue(value));
  }
  return `#${params}`;
}

/** Returns whether systems of a scene need files that were not part of the opened scene: painted masks, other fonts and pictures. */
export function needsMadeFiles({ opened, scene }: Pick<StudioDocument, 'opened' | 'scene'>): boolean {
  return withoutMade(opened, scene) !== scene;
}

/**
 * Returns the scene without files that were added on the page: the shapes that need such files are reset to those of the opened scene, and
 * a system that still needs such files is omitted.
 */
function withoutMade(opened: SceneData, scene: SceneData): SceneData {
  const known = new Set(filePathsOf(opened));
  const isKnown = (entry: SceneEntry) => filePathsOf({ systems: [entry] }).every((path) => known.has(path));
  const all = systemsOf(scene);
  if (all.every(isKnown)) return scene;
  const systems = all.map((entry, index) => {
    if (isKnown(entry) || !Array.isArray(entry.shapes)) return entry;
    const before = openedEntryAt(opened, scene, `systems.${index}`);
    const shapes = listAt(entry, 'shapes').map((shape) =>
      isKnown({ ...entry, shapes: [shape] })
        ? shape
        : (listAt(before, 'shapes').find(({ name }) => name === shape.name) ?? shape),
    );
    return { ...entry, shapes };
  });
  return { ...scene, systems: systems.filter(isKnown) };
}

/** Decodes the fragment that `encodeLink` returns. Null for a fragment that contains no link. Throws an `InputError` for a damaged one. */
export function decodeLink(fragment: string): LinkContent | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const scene = params.get('scene');
  const character = params.get('character');
  if (scene === null && character === null) return null;
  const changes: SceneChange[] = [];
  for (const [name, text] of params) {
    if (name === 'scene' || name === 'character') continue;
    const match = /^(?:(time|actors\.\d+|systems\.\d+)\.)?([A-Za-z]\w*)$/.exec(name);
    if (!match) {
      throw InputError.at('the link', `expected settings such as systems.0.material=mud, got "${name}"`);
    }
    changes.push({
      location: (match[1] ?? 'scene') as SceneLocation,
      key: match[2],
      value: decodeValue(text),
    });
  }
  const origin: DocumentOrigin =
    scene !== null ? { kind: 'shipped', id: scene } : { kind: 'dropped', file: character! };
  return { origin, changes };
}

/** Returns a scene with the changes of a link. Invalid values are found later, when the scene is checked. */
export function applyChanges(scene: SceneData, changes: readonly SceneChange[]): SceneData {
  const changed = changes.reduce(
    (next, { location, key, value }) => setValue(next, location, key, value),
    scene,
  );
  // The page edits numbers. Links may be written by hand, with units.
  return readSceneQuantities(changed);
}

/** Converts a value to text: texts stay unchanged, everything else becomes JSON. An empty value means that the key was removed. */
function encodeValue(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && value !== '' && decodeValue(value) === value) return value;
  return JSON.stringify(value);
}

function decodeValue(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
