import { describeStorage, type GltfStorage } from '../files/gltf/describe-storage.ts';
import { createActor } from '../motion/actor.ts';
import { measureRest } from '../motion/measure-rest.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import type { SpringBones } from '../motion/springs/spring-bones.ts';
import { type ClipKind, planTravel } from '../motion/travel/plan-travel.ts';
import { chooseClip } from './choose-clip.ts';
import { isTakeFile, readCharacter } from './read-character.ts';

/** Contents of a character's file, and how the character would travel. Lengths are in metres after scaling, unless stated otherwise. */
export interface CharacterInspection {
  readonly file: string;
  readonly nodes: number;
  readonly skins: number;
  /** Names of the joints, in the order of the file. '' for a joint without a name. */
  readonly joints: readonly string[];
  readonly surfaces: readonly SurfaceInspection[];
  readonly triangles: number;
  /** Height in the rest pose: in the units of the file, and in metres after `scale`. */
  readonly heightUnits: number;
  readonly height: number;
  /** Metres per unit. */
  readonly scale: number;
  readonly clips: readonly ClipInspection[];
  /** The spring bones of a VRM file, which swing after the motion of a clip. Null if there are none. */
  readonly springBones: SpringInspection | null;
  /** Index of the clip that is played by default. Null without clips. */
  readonly defaultClip: number | null;
  /** How the file encodes its numbers, and which extensions it uses. Null for a motion-capture recording. */
  readonly storage: GltfStorage | null;
  /** Descriptions of all problems. */
  readonly problems: readonly string[];
}

/** The report of `inspect` about the spring bones of a character. */
export interface SpringInspection {
  /** Version of VRM that defines them: '0' or '1'. */
  readonly version: string;
  /** Names of the joints that swing. '' for a joint without a name. */
  readonly joints: readonly string[];
  /** Number of shapes that they cannot enter. */
  readonly colliders: number;
}

/** The report of `inspect` about one surface of a character. */
export interface SurfaceInspection {
  readonly name: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly skinned: boolean;
  readonly morphTargets: number;
}

/** The report of `inspect` about one clip. */
export interface ClipInspection {
  readonly name: string;
  /** Seconds. */
  readonly start: number;
  readonly duration: number;
  /** `inPlace`: an in-place gait. `travelling`: the clip itself moves the character across the ground. `still`: neither. */
  readonly kind: ClipKind;
  /** The reason why the character stays in place. Absent if `kind` is not `still`. */
  readonly stillReason?: string;
  /** Mean speed in m/s; 0 if it is still. */
  readonly speed: number;
  /** Seconds until the pose repeats. */
  readonly period: number;
  /** `slide`: maximum remaining slide of planted soles. `correction`: maximum correction of a foot. Both are fractions of the height. */
  readonly slide: number | null;
  readonly correction: number | null;
  readonly problems: readonly string[];
}

/**
 * Inspects a character without a simulation. `name` is the name of its file. `resolve` reads the files that a .gltf names. Throws
 * InputError for a file that cannot be read.
 */
export async function inspectCharacter(
  bytes: Uint8Array,
  name: string,
  resolve?: (uri: string) => Uint8Array | undefined,
): Promise<CharacterInspection> {
  const { rig, guess } = await readCharacter(bytes, { file: name, resolve });
  const actor = createActor(rig, { name, clip: null, scale: guess?.scale });
  const problems = [...actor.warnings, ...(guess ? [guess.description] : [])];
  if (rig.clips.length === 0) {
    problems.push(
      `${name} has no animation, so nothing moves: export it with its clips, name a file with clips for it (clipFiles), or give it "keys" in a scene`,
    );
  }
  if (rig.surfaces.length === 0)
    problems.push(
      `${name} has no surface, and no legs from which a mannequin could be built, so it cannot be baked: export it with its mesh, or export its motion as BVH, which gets a mannequin`,
    );
  return {
    file: name,
    nodes: rig.nodes.length,
    skins: rig.skins.length,
    joints: jointNames(rig),
    surfaces: rig.surfaces.map((surface) => ({
      name: surface.name,
      vertices: surface.positions.length / 3,
      triangles: surface.indices.length / 3,
      skinned: surface.skin >= 0,
      morphTargets: surface.morphTargets.length,
    })),
    triangles: rig.surfaces.reduce((sum, surface) => sum + surface.indices.length / 3, 0),
    heightUnits: measureRest(rig).height,
    height: actor.height,
    scale: actor.scale,
    clips: rig.clips.map((clip) => inspectClip(rig, clip, actor.scale)),
    springBones: rig.springs ? inspectSprings(rig, rig.springs) : null,
    defaultClip: chooseClip(rig),
    storage: isTakeFile(name) ? null : describeStorage(bytes, name),
    problems,
  };
}

function jointNames(rig: Rig): string[] {
  const joints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return [...joints].sort((a, b) => a - b).map((node) => rig.nodes[node].name);
}

function inspectSprings({ nodes }: Rig, { version, joints, colliders }: SpringBones): SpringInspection {
  return { version, joints: joints.map(({ node }) => nodes[node].name), colliders: colliders.length };
}

function inspectClip(rig: Rig, clip: Clip, scale: number): ClipInspection {
  const travel = planTravel(rig, clip);
  return {
    name: clip.name,
    start: clip.start,
    duration: clip.end - clip.start,
    kind: travel.kind,
    ...(travel.stillReason !== undefined && { stillReason: travel.stillReason }),
    speed: travel.speed * scale,
    period: travel.period,
    slide: travel.slide?.pinnedMax ?? null,
    correction: travel.slide?.correction ?? null,
    problems: travel.warnings,
  };
}
