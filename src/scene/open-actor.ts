import type { BakeActor } from '../bake/bake-plan.ts';
import { reportActor } from '../bake/bake-report.ts';
import { sinkageOf } from '../files/bvh/mannequin/builds.ts';
import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { type Actor, type ActorOptions, createActor } from '../motion/actor.ts';
import { createActorColliders } from '../motion/actor-colliders.ts';
import { createActorSkins } from '../motion/actor-skins.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import type { Floor } from '../motion/floor.ts';
import { measureRest } from '../motion/measure-rest.ts';
import { poseSurfaces } from '../motion/pose-surfaces.ts';
import { requireClip } from '../motion/require-clip.ts';
import type { GroundMemory } from '../motion/response/pressed-ground.ts';
import type { Soil } from '../motion/response/soil.ts';
import type { Rig } from '../motion/rig.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import { withSprings } from '../motion/springs/spring-actor.ts';
import { type FollowMeasure, measureFollow } from '../motion/travel/measure-follow.ts';
import { sequenceLead } from '../motion/travel/plan-sequence.ts';
import { chooseClip, describeClip, toClipIndex } from './choose-clip.ts';
import { type ContactParts, selectContactParts } from './contact-parts.ts';
import type { SceneOffsets, Vector } from './far-coordinates.ts';
import { createResponse, describeSteps, sinkCharacter } from './ground-response.ts';
import { buildOf, chooseHeight } from './mannequin.ts';
import { isMeshFile } from './node-file.ts';
import { isStatic } from './open-motion.ts';
import { prepareProp, settleProp } from './open-prop.ts';
import { isSequence, openSequence } from './open-sequence.ts';
import { isTakeFile } from './read-character.ts';
import type { SceneActor } from './scene.ts';
import type { SceneFiles } from './scene-files.ts';
import type { SharedCharacters } from './shared-characters.ts';

export interface OpenedActor {
  readonly actor: BakeActor;
  /** Contents of all files that were read, for the hash of the scene. */
  readonly files: readonly Uint8Array[];
  /** Motion of a rigid object; null for a character. */
  readonly motion: RigidMotion | null;
  /** Offset that was subtracted from the coordinates of the object's mesh, metres; null if there is none. */
  readonly meshOffset: Vector | null;
  /** The actor with its bones; a rigid object is one bone. */
  readonly posed: Actor;
}

export interface OpenActorOptions {
  /** Path of the actor in the scene, for error messages. */
  readonly path: string;
  readonly files: SceneFiles;
  readonly shared: SharedCharacters;
  /** Start and end of the simulation, seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Actors that are already open, by name. They include the parent of this actor. */
  readonly parents: ReadonlyMap<string, OpenedActor>;
  /** The common offset of objects with coordinates far from the origin. */
  readonly offsets: SceneOffsets;
  /** Whether the scene has a system that collides with the actor. */
  readonly touches: boolean;
  /** Whether a system, such as flesh, is attached to the actor. An object with keys is then opened as a character with one node. */
  readonly carries: boolean;
  /** Default depth to which the actor's feet sink in, as a fraction of its height. */
  readonly softDepth: number;
  /** The ground that the actor can touch. Null if there is none. */
  readonly ground: BearingGround | null;
  /** What that ground remembers. Null if there is none. */
  readonly memory: GroundMemory | null;
  /**
   * Undeformed surface of a ground with a terrain. floor: of the ground that the actor can touch. otherFloor: of any ground in the scene.
   * Null if there is none.
   */
  readonly floor: Floor | null;
  readonly otherFloor: Floor | null;
  /** See `OpenSceneOptions`. */
  readonly isCopy: boolean;
}

/** A ground that carries actors. */
export interface BearingGround {
  /** Name of its system. */
  readonly name: string;
  readonly soil: Soil;
  /** Height of its untouched surface. */
  readonly surface: Floor;
}

/** Completes the preparation of an actor, and returns it. Only this step uses what other actors pressed into the ground. */
export type FinishActor = () => Promise<OpenedActor>;

/** If the errors of feet on a slope are larger than these fractions of the height, there is a warning. */
const largestSlide = 0.02;
const largestDepth = 0.02;

/**
 * Opens the files of one actor of a scene, and adds it to those that press its ground. The returned function finishes it, when all others that press this
 * ground are prepared too. Both throw InputError if something is missing in the actor's files.
 */
export async function prepareActor(entry: SceneActor, options: OpenActorOptions): Promise<FinishActor> {
  if (!isStatic(entry) || isMeshFile(entry.file)) {
    return settleProp(entry, options, await prepareProp(entry, options), null);
  }
  const { path, shared, startTime, softDepth } = options;
  refuseUp(entry, path);
  const { rig, bytes, guess, isMannequin, read, resolve } = await shared.read(entry, path);
  if (rig.surfaces.length === 0) {
    throw InputError.at(
      `${path}.file`,
      `expected a character with a surface, but ${entry.file} has ${rig.nodes.length} nodes and no mesh, and no legs from which a mannequin ` +
        'could be built: export it with its mesh, or export its motion as BVH, which gets a mannequin',
    );
  }
  if (entry.mannequin !== 'auto' && !isMannequin) {
    throw InputError.at(
      `${path}.mannequin`,
      `expected a file with a motion only (.bvh, .vrma, a glTF without a surface), got ${entry.file}, which has a surface of its own: leave mannequin out`,
    );
  }
  const warnings: string[] = [];
  // A character needs no clip if it only carries a system, such as fur in the wind, or if the scene defines it as still.
  const mayStand = options.carries || entry.travel === 'still' || entry.travel === 'exact';
  const isStill = mayStand && rig.clips.length === 0 && entry.clip === undefined && entry.clips.length === 0;
  const clip = isStill ? null : pickClip(rig, entry, path, warnings);
  if (isStill) warnings.push('has no clip: it does not move');
  const { name, position, heading, travel: kind } = entry;
  const height = chooseHeight(entry);
  const lead = isSequence(entry) && !isStill ? sequenceLead(startTime) : 0;
  const isGuessed = guess !== null && entry.scale === undefined && height === undefined;
  if (isGuessed) warnings.push(guess.description);
  const scale = isGuessed ? guess.scale : entry.scale;
  const floor = chooseFloor(entry, options);
  const placement: ActorOptions = {
    name,
    position,
    heading,
    offset: entry.offset + lead,
    scale,
    height,
    path,
    clip,
    // Travel is planned in the units of the actor's file.
    travel:
      kind === 'exact'
        ? null
        : (_, chosen, unitSize) => {
            const restHeight = measureRest(rig).height;
            const planned = {
              kind,
              speed: entry.speed === undefined ? undefined : entry.speed / unitSize,
              softDepth:
                (1 - entry.groundResponse) *
                (entry.softDepth === undefined
                  ? softDepth * sinkageOf(buildOf(entry)) * restHeight
                  : entry.softDepth / unitSize),
              path,
            };
            if (!isSequence(entry)) return shared.plan(rig, chosen, planned);
            const sequence = openSequence(rig, entry, {
              planned,
              single: rig.clips.indexOf(chosen),
              unitSize,
              restHeight,
              lead,
              endTime: options.endTime,
            });
            append(warnings, sequence.warnings);
            return sequence.travel;
          },
  };
  const response = createResponse(entry, options);
  const posed = createActor(rig, { ...placement, floor, response });
  const sunk = response && !posed.response ? sinkCharacter(posed, entry, options) : null;
  return async () => {
    const settled = sunk?.moved ?? posed;
    const placed = rig.springs && entry.springBones ? withSprings(settled, rig.springs) : settled;
    const parts =
      options.touches || entry.contactParts
        ? selectContactParts(placed, {
            // The parts that enter the ground are determined on level ground, from the clip.
            level: floor || response ? createActor(rig, { ...placement, travel: placed.travel }) : placed,
            contactParts: entry.contactParts,
            path,
            floor: position[1],
            startTime,
            endTime: options.endTime,
          })
        : wholeOf(placed, startTime);
    const follow = floor && !options.isCopy ? measureFollow(placed, startTime, options.endTime) : null;
    append(warnings, [...placed.warnings, ...(follow ? describeFollow(follow) : []), ...parts.warnings]);
    const sinking = options.isCopy ? undefined : sunk?.report();
    if (!options.isCopy) append(warnings, [...describeSteps(placed, options), ...(sinking?.warnings ?? [])]);
    const actor: Actor = { ...placed, warnings };
    return {
      files: read,
      motion: null,
      meshOffset: null,
      posed: actor,
      actor: {
        name: entry.name,
        file: entry.file,
        character: { actor, bytes, resolve },
        colliders: {
          ...parts.source,
          createDrives: () => createActorDrives(actor, { startTime }),
          createSkins: (soft) => createActorSkins(actor, { startTime, soft }),
        },
        report: {
          ...reportActor(actor, follow, options.isCopy ? undefined : [startTime, options.endTime]),
          ...(sinking && { groundResponse: sinking.groundResponse }),
          ...(parts.report && { contactParts: parts.report }),
        },
        isShown: entry.visible,
        posedMeshesAt: (t) => poseSurfaces(actor, t),
      },
    };
  };
}

/** Returns the floor that the actor follows; null if it moves at a constant level. Throws InputError if there is no such ground. */
function chooseFloor({ follow }: SceneActor, { floor, otherFloor, path }: OpenActorOptions): Floor | null {
  if (follow === 'level') return null;
  if (follow === 'auto' || floor) return floor;
  if (otherFloor) return otherFloor;
  throw InputError.at(
    `${path}.follow`,
    'expected a ground with a terrain in the scene to follow, but there is none: leave it out',
  );
}

/** Returns warnings about the remaining errors of the feet on a slope. */
function describeFollow({ slide, deepest }: FollowMeasure): string[] {
  const warnings: string[] = [];
  if (slide > largestSlide) {
    warnings.push(`planted feet slide on the slope by up to ${toPercent(slide)} of its height`);
  }
  if (deepest > largestDepth) {
    warnings.push(
      `feet sink ${toPercent(deepest)} of its height too deep into the ground: ` +
        'the terrain is rough at their positions',
    );
  }
  return warnings;
}

function toPercent(fraction: number): string {
  return `${(100 * fraction).toFixed(1)} %`;
}

/** Throws InputError for `up` with a file that is not a motion-capture recording: all other formats define the up axis. */
function refuseUp({ up, file }: SceneActor, path: string): void {
  if (up === 'auto' || isTakeFile(file)) return;
  throw InputError.at(
    `${path}.up`,
    `expected a motion-capture recording (.bvh), the only kind of character with an up, got "${file}": leave it out`,
  );
}

/** Returns all parts of an actor as colliders. Used if no system of the scene collides with the actor, in case a caller needs them. */
function wholeOf(actor: Actor, startTime: number): ContactParts {
  const createColliders = () => createActorColliders(actor, { startTime });
  return { source: { name: actor.name, createColliders }, report: null, warnings: [] };
}

/**
 * Returns the clip that the scene names. If it names none, chooses a clip that leaves footprints, with a warning that names this clip and
 * the others.
 */
function pickClip(rig: Rig, entry: SceneActor, path: string, warnings: string[]): number {
  const [first] = entry.clips;
  if (first)
    return rig.clips.indexOf(requireClip(rig, toClipIndex(rig, first.clip), `${path}.clips[0].clip`));
  const wanted = toClipIndex(rig, entry.clip);
  const chosen = wanted === undefined ? chooseClip(rig) : null;
  if (wanted === undefined && chosen === null) {
    throw InputError.at(
      `${path}.clip`,
      `expected a character with an animation, but ${rig.name} has no clip: export it with its animation, ` +
        'name a file with clips for it (clipFiles), or set "travel": "still" in a scene in which it does not move',
    );
  }
  if (chosen === null) return rig.clips.indexOf(requireClip(rig, wanted, `${path}.clip`));
  if (rig.clips.length > 1) {
    const others = rig.clips.map((_, index) => index).filter((index) => index !== chosen);
    warnings.push(
      `plays ${describeClip(rig, chosen)}, since no clip is given; the file also has ` +
        others.map((index) => describeClip(rig, index)).join(', '),
    );
  }
  return chosen;
}
