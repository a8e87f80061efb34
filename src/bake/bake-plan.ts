import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';
import type { Actor } from '../motion/actor.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import type { Figure } from '../pictures/figure.ts';
import type { Light } from '../pictures/tone.ts';
import type { FrameTimes } from '../simulation/frame-times.ts';
import type { ColliderSource, SimulationSystem } from '../simulation/simulation.ts';
import type { ActorReport } from './bake-report.ts';
import type { HeightTileMode } from './heightfield/height-tiles.ts';
import type { GroundMotionMode } from './heightfield/mesh/ground-region.ts';
import type { OutputKindName } from './output-kinds.ts';

/** A scene whose files are open and checked: everything a bake needs, no path left to follow. Made by `openScene`. */
export interface BakePlan {
  /** What the scene is called: its folder's name, or its file's. */
  readonly name: string;
  /** The scene file as it was given, for the report. */
  readonly sceneFile: string;
  /** The file that is baked, relative to the folder that is written; absent where there is none. */
  readonly source?: string;
  /** 16 hex digits over the scene and every file that it names. */
  readonly hash: string;
  readonly seed: number;
  /** Output frames, and as the scene writes it. */
  readonly times: FrameTimes;
  readonly fps: number | string;
  /** Frames to write, both included; the simulation starts at 0 all the same. */
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly actors: readonly BakeActor[];
  readonly systems: readonly SimulationSystem[];
  readonly outputs: readonly OutputKindName[];
  readonly meshPart: 'touched' | 'whole';
  /** Whether the mesh of a ground moves as the ground did, or shows its end; it moves when absent. */
  readonly groundMotion?: GroundMotionMode;
  /** Whether height maps come in tiles where those pay; they do when absent. */
  readonly heightTiles?: HeightTileMode;
  /** Seconds: what the GLB of particles shows; the most telling frame when absent. */
  readonly pointsTime?: number;
  /** Which channels of an EXR hold the heights; Y when absent. */
  readonly exrChannels?: ExrChannels;
  /** Morph targets a mesh that flesh may take, at most, and a coat of fur, the offset among them; `usualTargetCount` when absent. */
  readonly morphTargets?: number;
  /** How morph targets are stored. Default dense. */
  readonly morphStorage?: MorphStorage;
  /** Puts what was prepared into the extras of characters whose flesh moves, too. */
  readonly modesInExtras?: boolean;
  /** What was taken off the coordinates of files that lie far from the origin; none when absent. */
  readonly offsets?: readonly SceneOffset[];
  readonly warnings: readonly string[];
}

/** What was taken off the coordinates of some files, so that all of a scene lies near its origin. */
export interface SceneOffset {
  /** Metres, Y up: added to positions of the scene they give those of the files. */
  readonly metres: readonly [x: number, y: number, z: number];
  /** Actors and systems that it was taken off. */
  readonly names: readonly string[];
}

/** Something that moves, ready to be simulated and written. */
export interface BakeActor {
  readonly name: string;
  /** Its file as the scene names it. */
  readonly file: string;
  /** The character, null for a rigid thing that follows keys. */
  readonly character: BakeCharacter | null;
  /** The rigid thing, for the GLB that moves; absent for a character. */
  readonly body?: BakeBody;
  readonly colliders: ColliderSource;
  readonly report: ActorReport;
  /** Whether pictures show it. */
  readonly isShown: boolean;
  /** Its surfaces at time t, seconds, in arrays of their own: for pictures. */
  figuresAt(t: number): Figure[];
}

/** A rigid thing and how it goes. */
export interface BakeBody {
  readonly mesh: TriangleMesh;
  readonly motion: RigidMotion;
  /** Metres to a unit of the mesh. */
  readonly scale: number;
  /** Linear; where the mesh has no colours of its own. */
  readonly color: Light;
  /** Its file, where that is a glTF, which then travels as it is; the turn brings it upright. */
  readonly source?: Omit<BakeCharacter, 'actor'> & {
    readonly turn: readonly [number, number, number, number];
    /** What was taken off the coordinates of its mesh once they were turned, units of the mesh; absent where nothing was. */
    readonly offset?: readonly number[];
  };
}

/** A character of the scene with the bytes of its file, into which the bake patches morph targets and clips. */
export interface BakeCharacter {
  readonly actor: Actor;
  /** The character's file, for the GLB that travels. */
  readonly bytes: Uint8Array;
  /** Bytes of the files that a .gltf names. */
  resolve(uri: string): Uint8Array | undefined;
}
