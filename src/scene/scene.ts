import type { HeightTileMode } from '../bake/heightfield/height-tiles.ts';
import type { GroundMotionMode } from '../bake/heightfield/mesh/ground-region.ts';
import type { OutputKindName } from '../bake/output-kinds.ts';
import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';

/** A scene as it is after checking: every default filled in. Made by `parseScene`. */
export interface Scene {
  readonly version: 1;
  readonly seed: number;
  readonly time: SceneTime;
  readonly actors: readonly SceneActor[];
  readonly systems: readonly SceneSystem[];
  /** What a bake writes. */
  readonly outputs: readonly OutputKindName[];
  /** How much of the ground the mesh holds: what was touched and a margin, or all of it. */
  readonly meshPart: 'touched' | 'whole';
  /** Whether height maps come in tiles where those pay. */
  readonly heightTiles: HeightTileMode;
  /** Whether the mesh of a ground moves. */
  readonly groundMotion: GroundMotionMode;
  /** Seconds: what the GLB of particles shows; the most telling frame when absent. */
  readonly pointsTime?: number;
  /** Which channels of an EXR hold the heights. */
  readonly exrChannels: ExrChannels;
  /** Morph targets that flesh may take of a mesh, and fur of a coat, at most, the offset among them. */
  readonly morphTargets: number;
  /** How the morph targets of flesh are stored. */
  readonly morphStorage: MorphStorage;
  /** Puts the modes of flesh into the extras of its character's file. */
  readonly modesInExtras: boolean;
}

/** The time span of a scene in seconds, and its frame rate. */
export interface SceneTime {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Frames per second; a text where a fraction is meant exactly, as in `30000/1001`. */
  readonly fps: number | string;
  /** Number of the frame at `start`; absent: files count from 1. */
  readonly firstFrame?: number;
}

/** One actor of a scene file, with defaults filled in. Metres, radians, seconds. */
export interface SceneActor {
  readonly name: string;
  /** Relative to the scene file. */
  readonly file: string;
  /** Name, or index counted from 0; digits are an index where no clip has that name. */
  readonly clip?: string | number;
  /** Metres. */
  readonly position: readonly [number, number, number];
  /** Radians, counter-clockwise seen from above. */
  readonly heading: number;
  /** Seconds by which its clip runs ahead. */
  readonly offset: number;
  /** Metres per unit of the file. At most one of `scale` and `height` is given. */
  readonly scale?: number;
  /** Metres. */
  readonly height?: number;
  /** Metres per second. */
  readonly speed?: number;
  /** Metres. */
  readonly softDepth?: number;
  /** Which way is up in a take (.bvh), or in the mesh of a rigid thing. */
  readonly up: 'auto' | 'y' | 'z';
  readonly travel: 'auto' | 'inPlace' | 'travelling' | 'still';
  /** Whether a character follows the terrain of a ground: of one that it can touch, of any, or none. */
  readonly follow: 'auto' | 'ground' | 'level';
  /** Names of surfaces or joints that touch the ground; absent: all. */
  readonly touching?: readonly string[];
  /** A file of keys, or a glTF of which `node` is followed. Neither keys nor parent: a character. */
  readonly keys?: string;
  /** Name, or index counted from 0. */
  readonly node?: string | number;
  /** The actor that it is fixed to. */
  readonly parent?: string;
  /** Of the parent: name, or index counted from 0. */
  readonly joint?: string | number;
  /** Quaternion x y z w of any length, beside the parent at rest. */
  readonly rotation?: readonly [number, number, number, number];
  /** Whether it rolls without slip. */
  readonly roll: boolean;
  /** Metres. */
  readonly radius?: number;
  /** Of any length, in the axes of its own file. */
  readonly axle?: readonly [number, number, number];
  /** Whether pictures show it. */
  readonly shown: boolean;
  readonly profile: 'lugged' | 'rounded';
}

/** One system of a scene file, with defaults filled in. */
export interface SceneSystem {
  /** Which kind of system: `ground`. */
  readonly system: string;
  readonly name: string;
  /** Names of the actors that it sees; null means all. */
  readonly actors: readonly string[] | null;
  /** Names of the grounds that it stands on or bounces off; null means every one that it can touch. */
  readonly reads: readonly string[] | null;
  /** Values by the system's own table. */
  readonly params: Readonly<Record<string, unknown>>;
}
