import autumnLeaves from '../../scenes/autumn-leaves/scene.json' with { type: 'json' };
import barrel from '../../scenes/barrel/scene.json' with { type: 'json' };
import beachRun from '../../scenes/beach-run/scene.json' with { type: 'json' };
import belly from '../../scenes/belly/scene.json' with { type: 'json' };
import bicycleFall from '../../scenes/bicycle-fall/scene.json' with { type: 'json' };
import bicycleTracks from '../../scenes/bicycle-tracks/scene.json' with { type: 'json' };
import clods from '../../scenes/clods/scene.json' with { type: 'json' };
import crackedMud from '../../scenes/cracked-mud/scene.json' with { type: 'json' };
import crowd from '../../scenes/crowd/scene.json' with { type: 'json' };
import deepSnow from '../../scenes/deep-snow/scene.json' with { type: 'json' };
import dog from '../../scenes/dog/scene.json' with { type: 'json' };
import dunesWalk from '../../scenes/dunes-walk/scene.json' with { type: 'json' };
import elephant from '../../scenes/elephant/scene.json' with { type: 'json' };
import firstSnow from '../../scenes/first-snow/scene.json' with { type: 'json' };
import foxCoat from '../../scenes/fox-coat/scene.json' with { type: 'json' };
import foxOfEmbers from '../../scenes/fox-of-embers/scene.json' with { type: 'json' };
import grassParting from '../../scenes/grass-parting/scene.json' with { type: 'json' };
import grassSquare from '../../scenes/grass-square/scene.json' with { type: 'json' };
import grassWind from '../../scenes/grass-wind/scene.json' with { type: 'json' };
import handOnBelly from '../../scenes/hand-on-belly/scene.json' with { type: 'json' };
import herd from '../../scenes/herd/scene.json' with { type: 'json' };
import howdy from '../../scenes/howdy/scene.json' with { type: 'json' };
import imageDissolve from '../../scenes/image-dissolve/scene.json' with { type: 'json' };
import jumpingMan from '../../scenes/jumping-man/scene.json' with { type: 'json' };
import kickedBall from '../../scenes/kicked-ball/scene.json' with { type: 'json' };
import letterS from '../../scenes/letter-s/scene.json' with { type: 'json' };
import meadowWalk from '../../scenes/meadow-walk/scene.json' with { type: 'json' };
import mudRun from '../../scenes/mud-run/scene.json' with { type: 'json' };
import muddyBoots from '../../scenes/muddy-boots/scene.json' with { type: 'json' };
import organs from '../../scenes/organs/scene.json' with { type: 'json' };
import riders from '../../scenes/riders/scene.json' with { type: 'json' };
import risingGust from '../../scenes/rising-gust/scene.json' with { type: 'json' };
import rollingWheel from '../../scenes/rolling-wheel/scene.json' with { type: 'json' };
import sitting from '../../scenes/sitting/scene.json' with { type: 'json' };
import skier from '../../scenes/skier/scene.json' with { type: 'json' };
import slopeSlip from '../../scenes/slope-slip/scene.json' with { type: 'json' };
import snowRun from '../../scenes/snow-run/scene.json' with { type: 'json' };
import snowfall from '../../scenes/snowfall/scene.json' with { type: 'json' };
import squareToTriangle from '../../scenes/square-to-triangle/scene.json' with { type: 'json' };
import thighs from '../../scenes/thighs/scene.json' with { type: 'json' };
import threeBowls from '../../scenes/three-bowls/scene.json' with { type: 'json' };
import trampledBeach from '../../scenes/trampled-beach/scene.json' with { type: 'json' };
import trippingRunner from '../../scenes/tripping-runner/scene.json' with { type: 'json' };
import { findSystem, InputError } from '../../src/index.ts';
import { readSceneQuantities } from '../../src/scene/index.ts';
import { setValue } from './edit-scene.ts';
import { moveFiles, showsGround } from './scene-files.ts';
import { type SceneData, type SceneEntry, type StudioDocument, systemsOf } from './studio-document.ts';

/** The scenes that come with the page. */
export const shippedScenes: readonly ShippedScene[] = [
  { id: 'beach-run', label: 'Beach run', assets: ['mannequin.glb'], scene: beachRun },
  { id: 'mud-run', label: 'Mud run', assets: ['mannequin.glb'], scene: mudRun },
  { id: 'snow-run', label: 'Snow run', assets: ['mannequin.glb'], scene: snowRun },
  {
    id: 'barrel',
    label: 'Barrel and ball',
    assets: ['barrel/barrel.obj', 'barrel/ball.obj', 'barrel/barrel.mtl', 'barrel/slope.png'],
    scene: barrel,
  },
  {
    id: 'kicked-ball',
    label: 'Kicked ball',
    assets: ['mannequin.glb', 'barrel/ball.obj', 'barrel/barrel.mtl'],
    scene: kickedBall,
  },
  { id: 'deep-snow', label: 'Deep snow', assets: ['mannequin.glb'], scene: deepSnow },
  { id: 'clods', label: 'Clods', assets: ['mannequin.glb'], scene: clods },
  { id: 'muddy-boots', label: 'Muddy boots', assets: ['mannequin.glb'], scene: muddyBoots },
  { id: 'cracked-mud', label: 'Cracked mud', assets: ['mannequin.glb'], scene: crackedMud },
  { id: 'first-snow', label: 'Snow on a bench', assets: ['mannequin.glb'], scene: firstSnow },
  { id: 'snowfall', label: 'Snowfall', assets: ['mannequin.glb'], scene: snowfall },
  {
    id: 'slope-slip',
    label: 'Slipping on a slope',
    assets: ['mannequin.glb', 'slope-slip/ramp.png'],
    scene: slopeSlip,
  },
  {
    id: 'autumn-leaves',
    label: 'Autumn leaves',
    assets: ['mannequin.glb'],
    scene: autumnLeaves,
  },
  {
    id: 'dunes-walk',
    label: 'Walk over dunes',
    assets: ['mannequin.glb', 'dunes-walk/terrain.png'],
    scene: dunesWalk,
  },
  { id: 'bicycle-fall', label: 'Bicycle falls', assets: ['bicycle.glb'], scene: bicycleFall },
  {
    id: 'bicycle-tracks',
    label: 'Bicycle tracks',
    assets: ['rider-red.glb', 'rider-blue.glb'],
    scene: bicycleTracks,
  },
  {
    id: 'riders',
    label: 'Riders',
    assets: ['rider-red.glb', 'rider-blue.glb', 'rider-yellow.glb'],
    scene: riders,
  },
  {
    id: 'rolling-wheel',
    label: 'Rolling wheels',
    assets: [
      'rolling-wheel/wheel.obj',
      'rolling-wheel/wheel.mtl',
      'rolling-wheel/wheel.csv',
      'rolling-wheel/cart.obj',
      'rolling-wheel/cart.keys.json',
    ],
    scene: rollingWheel,
  },
  { id: 'herd', label: 'Herd', assets: ['elephant.glb'], scene: herd },
  { id: 'skier', label: 'Skier', assets: ['skier.glb', 'skier/slope.obj'], scene: skier },
  {
    id: 'trampled-beach',
    label: 'Trampled beach',
    assets: [
      'mannequin.glb',
      'trampled-beach/stroller.ground',
      'trampled-beach/child.ground',
      'trampled-beach/jogger.ground',
    ],
    scene: trampledBeach,
  },
  {
    id: 'tripping-runner',
    label: 'Tripping runner',
    assets: ['tripping-runner.glb', 'tripping-runner/log.obj', 'tripping-runner/log.keys.json'],
    scene: trippingRunner,
  },
  { id: 'jumping-man', label: 'Jumping man', assets: ['heavy-mannequin.glb'], scene: jumpingMan },
  { id: 'thighs', label: 'Thighs', assets: ['heavy-mannequin.glb'], scene: thighs },
  { id: 'belly', label: 'Belly', assets: ['heavy-mannequin.glb'], scene: belly },
  {
    id: 'hand-on-belly',
    label: 'Hand on a belly',
    assets: ['heavy-mannequin.glb', 'touch-clips.glb'],
    scene: handOnBelly,
  },
  {
    id: 'sitting',
    label: 'Sitting down',
    assets: ['heavy-mannequin.glb', 'touch-clips.glb'],
    scene: sitting,
  },
  { id: 'organs', label: 'Organs', assets: ['organs.glb'], scene: organs },
  { id: 'crowd', label: 'Crowd', assets: ['crowd-mannequin.glb'], scene: crowd },
  { id: 'howdy', label: 'Howdy', assets: ['letters.otf'], scene: howdy },
  { id: 'letter-s', label: 'Letter S', assets: ['letters.otf'], scene: letterS },
  { id: 'image-dissolve', label: 'Image dissolve', assets: ['dusk.png', 'fox.png'], scene: imageDissolve },
  { id: 'square-to-triangle', label: 'Square to triangle', assets: [], scene: squareToTriangle },
  { id: 'three-bowls', label: 'Three bowls', assets: ['bowls.glb', 'heap.glb'], scene: threeBowls },
  { id: 'meadow-walk', label: 'Meadow walk', assets: ['mannequin.glb'], scene: meadowWalk },
  {
    id: 'fox-coat',
    label: 'Fox in its coat',
    assets: ['fox.glb', 'fox-coat/length.png', 'fox-coat/density.png', 'fox-coat/comb.png'],
    scene: foxCoat,
  },
  { id: 'dog', label: 'Dog', assets: ['dog.glb', 'dog/length.png', 'dog/comb.png'], scene: dog },
  {
    id: 'elephant',
    label: 'Elephant',
    assets: ['elephant.glb', 'elephant/length.png', 'elephant/comb.png'],
    scene: elephant,
  },
  { id: 'grass-wind', label: 'Grass in the wind', assets: [], scene: grassWind },
  { id: 'rising-gust', label: 'Rising gust', assets: [], scene: risingGust },
  {
    id: 'grass-square',
    label: 'Square of grass',
    assets: ['grass-square/square.obj'],
    scene: grassSquare,
  },
  { id: 'grass-parting', label: 'Grass parted', assets: [], scene: grassParting },
  { id: 'fox-of-embers', label: 'Fox of embers', assets: ['fox.glb'], scene: foxOfEmbers },
];

/**
 * A file that is shipped with the page, by its name. If only one scene uses it, its name begins with the name of the scene. Several scenes
 * may share a file.
 */
export type ShippedAsset =
  | 'mannequin.glb'
  | 'heavy-mannequin.glb'
  | 'crowd-mannequin.glb'
  | 'touch-clips.glb'
  | 'organs.glb'
  | 'letters.otf'
  | 'dusk.png'
  | 'fox.png'
  | 'bowls.glb'
  | 'heap.glb'
  | 'fox.glb'
  | 'dog.glb'
  | 'elephant.glb'
  | 'dunes-walk/terrain.png'
  | 'slope-slip/ramp.png'
  | 'bicycle.glb'
  | `rider-${'red' | 'blue' | 'yellow'}.glb`
  | 'skier.glb'
  | 'skier/slope.obj'
  | `trampled-beach/${'stroller' | 'child' | 'jogger'}.ground`
  | 'tripping-runner.glb'
  | `tripping-runner/${'log.obj' | 'log.keys.json'}`
  | 'grass-square/square.obj'
  | `barrel/${'barrel.obj' | 'ball.obj' | 'barrel.mtl' | 'slope.png'}`
  | `rolling-wheel/${'wheel.obj' | 'wheel.mtl' | 'wheel.csv' | 'cart.obj' | 'cart.keys.json'}`
  | `fox-coat/${'length' | 'density' | 'comb'}.png`
  | `${'dog' | 'elephant'}/${'length' | 'comb'}.png`;

/** Maximum number of elements of a part of flesh. It is limited because users of the page wait for the preparation. */
const maxElements = 5000;

export interface ShippedScene {
  readonly id: string;
  readonly label: string;
  /** The files that the scene names. */
  readonly assets: readonly ShippedAsset[];
  readonly scene: SceneData;
}

/** Opens a shipped scene. `load` fetches its files. Throws an `InputError` for an unknown name. */
export async function openShippedScene(
  id: string,
  load: (asset: ShippedAsset) => Promise<Uint8Array>,
): Promise<StudioDocument> {
  const shipped = shippedScenes.find((candidate) => candidate.id === id);
  if (!shipped) {
    const names = shippedScenes.map((candidate) => `"${candidate.id}"`).join(', ');
    throw InputError.at('the link', `no scene "${id}" comes with this page, there are ${names}`);
  }
  // The page edits numbers, so texts with units are read now.
  const moved = moveFiles(readSceneQuantities(shipped.scene), nameOf);
  const scene = systemsOf(moved).reduce<SceneData>(fitToPage, moved);
  const files = new Map(
    await Promise.all(shipped.assets.map(async (asset) => [nameOf(asset), await load(asset)] as const)),
  );
  return { name: id, origin: { kind: 'shipped', id }, scene, opened: scene, files, strokes: [] };
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, '');
}

/** Changes settings that are meant for slow, precise downloads to settings for interactive use. */
function fitToPage(scene: SceneData, entry: SceneEntry, index: number): SceneData {
  const { system, elements, terrain } = entry;
  const location = `systems.${index}` as const;
  if (findSystem(system)?.params.elements) {
    return setValue(scene, location, 'elements', Math.min(maxElements, Number(elements ?? maxElements)));
  }
  // A single ground has no boundary on the page, so that the brush can press everywhere. Only touched tiles take memory. Several grounds
  // would cover each other.
  const isSingle = systemsOf(scene).filter(showsGround).length === 1;
  return isSingle && showsGround(entry) && terrain === undefined
    ? setValue(scene, location, 'size', undefined)
    : scene;
}
