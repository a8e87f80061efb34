import { describeStorage, type GltfStorage } from '../files/gltf/describe-storage.ts';
import { createActor } from '../motion/actor.ts';
import { measureRest } from '../motion/measure-rest.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import { planTravel } from '../motion/travel/plan-travel.ts';
import { chooseClip } from './choose-clip.ts';
import { isTakeFile, readCharacter } from './read-character.ts';

/** What a character's file holds, and what would become of it. Lengths in metres after scaling, unless said. */
export interface CharacterInspection {
  readonly file: string;
  readonly nodes: number;
  readonly skins: number;
  /** Names of the joints, in the file's order; '' where one has none. */
  readonly joints: readonly string[];
  readonly surfaces: readonly SurfaceInspection[];
  readonly triangles: number;
  /** Height at rest in the file's units, and in metres after `scale`. */
  readonly heightUnits: number;
  readonly height: number;
  /** Metres per unit. */
  readonly scale: number;
  readonly clips: readonly ClipInspection[];
  /** Index of the clip that plays when none is named; null without clips. */
  readonly defaultClip: number | null;
  /** How the file keeps its numbers, and its extensions; null for a take. */
  readonly storage: GltfStorage | null;
  /** Everything that is odd or in the way, in words. */
  readonly problems: readonly string[];
}

/** What `inspect` reports about one surface of a character. */
export interface SurfaceInspection {
  readonly name: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly skinned: boolean;
  readonly morphTargets: number;
}

/** What `inspect` reports about one clip. */
export interface ClipInspection {
  readonly name: string;
  /** Seconds. */
  readonly start: number;
  readonly duration: number;
  /** `inPlace`: a gait on the spot; `travelling`: it moves along by itself; `still`: neither. */
  readonly kind: 'inPlace' | 'travelling' | 'still';
  /** Why it is still, in words; absent where it is not. */
  readonly stillReason?: string;
  /** Mean speed in m/s; 0 when still. */
  readonly speed: number;
  /** Seconds until the pose repeats. */
  readonly period: number;
  /** Worst slide of planted soles that remains, and the largest correction of a foot, as shares of the height. */
  readonly slide: number | null;
  readonly correction: number | null;
  readonly problems: readonly string[];
}

/**
 * Looks a character over without simulating anything. `name` is its file's name; `resolve` gives the files that a .gltf
 * names. Throws InputError for a file that cannot be read at all.
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
      `${name} holds no animation, so nothing moves: export it with its clips, or give it "keys" in a scene`,
    );
  }
  if (rig.surfaces.length === 0)
    problems.push(
      `${name} holds no surface, and no legs that a mannequin could be built on, so it cannot be baked: export it with its mesh, or export its motion as BVH, which is given a mannequin`,
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
    defaultClip: chooseClip(rig),
    storage: isTakeFile(name) ? null : describeStorage(bytes, name),
    problems,
  };
}

function jointNames(rig: Rig): string[] {
  const joints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return [...joints].sort((a, b) => a - b).map((node) => rig.nodes[node].name);
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
