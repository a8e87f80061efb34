import beachRun from '../../scenes/beach-run/scene.json' with { type: 'json' };
import mudRun from '../../scenes/mud-run/scene.json' with { type: 'json' };
import snowRun from '../../scenes/snow-run/scene.json' with { type: 'json' };
import { InputError } from '../../src/index.ts';
import { setValue } from './edit-scene.ts';
import { moveFiles } from './open-files.ts';
import { type SceneData, type StudioDocument, systemsOf } from './studio-document.ts';

/** The scenes that come with the page. */
export const shippedScenes: readonly ShippedScene[] = [
  { id: 'beach-run', label: 'Beach run', material: 'sand', scene: beachRun },
  { id: 'mud-run', label: 'Mud run', material: 'mud', scene: mudRun },
  { id: 'snow-run', label: 'Snow run', material: 'snow', scene: snowRun },
];

export interface ShippedScene {
  readonly id: string;
  readonly label: string;
  readonly material: string;
  readonly scene: SceneData;
}

/** Opens a shipped scene; `load` fetches the character that all of them share. Throws InputError for another name. */
export async function openShippedScene(id: string, load: () => Promise<Uint8Array>): Promise<StudioDocument> {
  const shipped = shippedScenes.find((candidate) => candidate.id === id);
  if (!shipped) {
    const names = shippedScenes.map((candidate) => `"${candidate.id}"`).join(', ');
    throw InputError.at('the link', `no scene "${id}" comes with this page, there are ${names}`);
  }
  const moved = moveFiles(shipped.scene, (path) => path.replace(/^.*\//, ''));
  // Here the ground has no edge, so that a brush finds it wherever one looks. Only what is touched takes memory.
  const scene = systemsOf(moved).reduce<SceneData>(
    (next, _, index) => setValue(next, `systems.${index}`, 'size', undefined),
    moved,
  );
  const files = new Map([['mannequin.glb', await load()]]);
  return { name: id, origin: { kind: 'shipped', id }, scene, opened: scene, files, strokes: [] };
}
