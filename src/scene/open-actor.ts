import type { BakeActor } from '../bake/bake-plan.ts';
import { reportActor } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { type Actor, type ActorOptions, createActor } from '../motion/actor.ts';
import { createActorColliders } from '../motion/actor-colliders.ts';
import { createActorSkins } from '../motion/actor-skins.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import type { Floor } from '../motion/floor.ts';
import { measureRest } from '../motion/measure-rest.ts';
import { requireClip } from '../motion/require-clip.ts';
import type { Rig } from '../motion/rig.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import { type FollowMeasure, measureFollow } from '../motion/travel/measure-follow.ts';
import { chooseClip, clipWords, toClipIndex } from './choose-clip.ts';
import type { SceneOffsets, Vector } from './far-coordinates.ts';
import { isMeshFile } from './node-file.ts';
import { openProp } from './open-prop.ts';
import { isTakeFile } from './read-character.ts';
import type { SceneActor } from './scene.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';
import type { SharedCharacters } from './shared-characters.ts';
import { selectTouchingParts, type TouchingParts } from './touching-parts.ts';

export interface OpenedActor {
  readonly actor: BakeActor;
  /** Bytes of every file that was read, for the hash of the scene. */
  readonly files: readonly Uint8Array[];
  /** How it goes as one rigid thing; null for a character. */
  readonly motion: RigidMotion | null;
  /** What was taken off the coordinates of its mesh, m; null where nothing was. */
  readonly meshOffset: Vector | null;
}

export interface OpenActorOptions {
  /** The actor's place in the scene, for faults. */
  readonly path: string;
  readonly files: SceneFiles;
  readonly shared: SharedCharacters;
  /** When the simulation starts and ends, seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Actors that are open already, by name: the one that it is fixed to among them. */
  readonly parents: ReadonlyMap<string, OpenedActor>;
  /** What brings things near that lie far from the origin. */
  readonly offsets: SceneOffsets;
  /** Whether there is anything that it could touch. */
  readonly touches: boolean;
  /** Whether a system may ride on it as flesh does: a thing with keys is then opened as a character of one node. */
  readonly carries: boolean;
  /** How deep its feet go where it does not say, as a share of its height. */
  readonly softDepth: number;
  /** Untouched ground with a terrain that it can touch, and any such ground of the scene; null where there is none. */
  readonly floor: Floor | null;
  readonly otherFloor: Floor | null;
}

/** Beyond these shares of the height there is a warning about feet on a slope. */
const largestSlide = 0.02;
const largestDepth = 0.02;

/** Opens one actor of a scene. Throws InputError for what its files do not hold. */
export async function openActor(entry: SceneActor, options: OpenActorOptions): Promise<OpenedActor> {
  if (entry.keys !== undefined || entry.parent !== undefined || isMeshFile(entry.file)) {
    return openProp(entry, options);
  }
  const { path, files, shared, startTime, softDepth } = options;
  const source = requireFile(files, entry.file, `${path}.file`);
  refuseUp(entry, path);
  const { rig, bytes, guess, read, resolve } = await shared.read(entry.file, source, entry.up);
  if (rig.surfaces.length === 0) {
    throw InputError.at(
      `${path}.file`,
      `expected a character with a surface, but ${entry.file} holds ${rig.nodes.length} nodes and no mesh, and no legs were found that a mannequin ` +
        'could be built on: export it with its mesh, or export its motion as BVH, which is given a mannequin',
    );
  }
  const warnings: string[] = [];
  // What only carries something, such as fur in the wind, may stand still, and so may what is said to.
  const mayStand = options.carries || entry.travel === 'still';
  const isStill = mayStand && rig.clips.length === 0 && entry.clip === undefined;
  const clip = isStill ? null : pickClip(rig, entry, path, warnings);
  if (isStill) warnings.push('holds no clip: it stands still');
  const { name, position, heading, offset, height } = entry;
  const isGuessed = guess !== null && entry.scale === undefined && height === undefined;
  if (isGuessed) warnings.push(guess.words);
  const scale = isGuessed ? guess.scale : entry.scale;
  const placement: ActorOptions = {
    name,
    position,
    heading,
    offset,
    scale,
    height,
    path,
    clip,
    // Travel is planned in the file's own units.
    travel: (_, chosen, unitSize) =>
      shared.plan(rig, chosen, {
        kind: entry.travel,
        speed: entry.speed === undefined ? undefined : entry.speed / unitSize,
        softDepth:
          entry.softDepth === undefined ? softDepth * measureRest(rig).height : entry.softDepth / unitSize,
        path,
      }),
  };
  const floor = chooseFloor(entry, options);
  const placed = createActor(rig, { ...placement, floor });
  const parts =
    options.touches || entry.touching
      ? selectTouchingParts(placed, {
          // Which of its parts come into the ground, its clip says: on level ground.
          level: floor ? createActor(rig, { ...placement, travel: placed.travel }) : placed,
          touching: entry.touching,
          path,
          floor: position[1],
          startTime,
          endTime: options.endTime,
        })
      : wholeOf(placed, startTime);
  const follow = floor && measureFollow(placed, startTime, options.endTime);
  append(warnings, [...placed.warnings, ...(follow ? describeFollow(follow) : []), ...parts.warnings]);
  const actor: Actor = { ...placed, warnings };
  return {
    files: read,
    motion: null,
    meshOffset: null,
    actor: {
      name: entry.name,
      file: entry.file,
      character: { actor, bytes, resolve },
      colliders: {
        ...parts.source,
        createDrives: () => createActorDrives(actor, { startTime }),
        createSkins: () => createActorSkins(actor, { startTime }),
      },
      report: { ...reportActor(actor, follow), ...(parts.report && { touching: parts.report }) },
      isShown: entry.shown,
      figuresAt(t) {
        const pose = actor.poseAt(t);
        return rig.surfaces.map((surface) => {
          const positions = new Float64Array(surface.positions.length);
          deformSurface(surface, pose, positions);
          return { positions, indices: surface.indices, color: surface.color, colors: surface.colors };
        });
      },
    },
  };
}

/** The ground whose height it follows; null: level. Throws InputError where there is none that it could. */
function chooseFloor({ follow }: SceneActor, { floor, otherFloor, path }: OpenActorOptions): Floor | null {
  if (follow === 'level') return null;
  if (follow === 'auto' || floor) return floor;
  if (otherFloor) return otherFloor;
  throw InputError.at(
    `${path}.follow`,
    'expected a ground with a terrain in the scene to follow, but there is none: leave it out',
  );
}

/** What is left of a figure's feet on a slope that is worth a word. */
function describeFollow({ slide, deepest }: FollowMeasure): string[] {
  const warnings: string[] = [];
  if (slide > largestSlide) {
    warnings.push(`planted feet slide on the slope by up to ${toPercent(slide)} of its height`);
  }
  if (deepest > largestDepth) {
    warnings.push(
      `feet go ${toPercent(deepest)} of its height deeper into the ground than they should: ` +
        'the terrain is rough where they tread',
    );
  }
  return warnings;
}

function toPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Only takes leave open which way is up. */
function refuseUp({ up, file }: SceneActor, path: string): void {
  if (up === 'auto' || isTakeFile(file)) return;
  throw InputError.at(
    `${path}.up`,
    `expected a take (.bvh) that can have its own up, got "${file}": leave it out`,
  );
}

/** All of an actor, for whom it may touch after all. */
function wholeOf(actor: Actor, startTime: number): TouchingParts {
  const createColliders = () => createActorColliders(actor, { startTime });
  return { source: { name: actor.name, createColliders }, report: null, warnings: [] };
}

/** The clip that the scene names, or one that leaves prints; says which, and which others there are. */
function pickClip(rig: Rig, entry: SceneActor, path: string, warnings: string[]): number {
  const wanted = toClipIndex(rig, entry.clip);
  const chosen = wanted === undefined ? chooseClip(rig) : null;
  if (wanted === undefined && chosen === null) {
    throw InputError.at(
      `${path}.clip`,
      `expected a character with an animation, but ${rig.name} holds no clip: export it with its animation, ` +
        'or give "travel": "still" in a scene where it only stands',
    );
  }
  if (chosen === null) return rig.clips.indexOf(requireClip(rig, wanted, `${path}.clip`));
  if (rig.clips.length > 1) {
    const others = rig.clips.map((_, index) => index).filter((index) => index !== chosen);
    warnings.push(
      `plays ${clipWords(rig, chosen)}, as no clip was named; the file also holds ` +
        others.map((index) => clipWords(rig, index)).join(', '),
    );
  }
  return chosen;
}
