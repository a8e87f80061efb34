import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';
import type { Actor } from '../motion/actor.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';
import type { PosedMesh } from '../pictures/posed-mesh.ts';
import type { Light } from '../pictures/tone.ts';
import type { FrameTimes } from '../simulation/frame-times.ts';
import type { ColliderSource, SimulationSystem } from '../simulation/simulation.ts';
import type { ActorReport } from './bake-report.ts';
import type { HeightTileMode } from './heightfield/height-tiles.ts';
import type { GroundMotionMode } from './heightfield/mesh/ground-region.ts';
import type { OpenVatFormat, OpenVatNormals, OpenVatSize } from './openvat/open-vat-layout.ts';
import type { OutputKindName } from './output-kinds.ts';
import type { BakeCamera, BakeLights } from './scene-view.ts';
import type { UsdCharacterMode, UsdFurMode, UsdUpAxis } from './stage/stage-part.ts';

/**
 * A scene whose files are open and checked: everything that a bake needs. It contains no paths that are still to be resolved. Created by
 * `openScene`.
 */
export interface BakePlan {
  /** Name of the scene: the name of the folder that contains it, or of its file. */
  readonly name: string;
  /** The scene file as it was given, for the report. */
  readonly sceneFile: string;
  /** Path of the baked file, relative to the output folder. Absent if there is no such file. */
  readonly source?: string;
  /** Hash of the scene and of every file that it names: 16 hexadecimal digits. */
  readonly hash: string;
  readonly seed: number;
  /** Times of the output frames, and their rate as the scene writes it. */
  readonly times: FrameTimes;
  readonly fps: number | string;
  /** Frames to write, both included. The simulation always starts at 0. */
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly actors: readonly BakeActor[];
  readonly systems: readonly SimulationSystem[];
  /** The cameras and lights of the scene. Absent: there are none. Lights null: each program chooses them. */
  readonly cameras?: readonly BakeCamera[];
  readonly lights?: BakeLights | null;
  readonly outputs: readonly OutputKindName[];
  readonly meshPart: 'touched' | 'whole';
  /** Whether the mesh of a ground moves as the ground did, or only shows the final state. Default: it moves. */
  readonly groundMotion?: GroundMotionMode;
  /** Whether height maps are divided into tiles if this saves space. Default: `auto`. */
  readonly heightTiles?: HeightTileMode;
  /** Time in seconds of the particles in their GLB file. Default: that of the most representative frame, see `chooseGlbFrame`. */
  readonly pointsTime?: number;
  /** The channels of an EXR that contain the heights. Default: Y. */
  readonly exrChannels?: ExrChannels;
  /** Maximum number of morph targets for a mesh with flesh, and for a coat of fur, including the offset. Default: `usualTargetCount`. */
  readonly morphTargets?: number;
  /** How morph targets are stored. Default: dense. */
  readonly morphStorage?: MorphStorage;
  /** Whether the prepared data is also written into the extras of characters whose flesh moves. */
  readonly modesInExtras?: boolean;
  /** Format of the OpenVAT textures, the place of their normals, and their size. Default: exr, packed, exact. */
  readonly openVatFormat?: OpenVatFormat;
  readonly openVatNormals?: OpenVatNormals;
  readonly openVatSize?: OpenVatSize;
  /** The up axis of the USD stage. Default: y. */
  readonly usdUp?: UsdUpAxis;
  /** How characters are written to the USD stage. Default: skel. */
  readonly usdCharacters?: UsdCharacterMode;
  /** How fur is written to the USD stage. Default: curves. */
  readonly usdFur?: UsdFurMode;
  /** The offset that was subtracted from the coordinates of files far from the origin. Absent if there is none. */
  readonly offsets?: readonly SceneOffset[];
  readonly warnings: readonly string[];
}

/** An offset that was subtracted from the coordinates of some files, so that the whole scene lies near its origin. */
export interface SceneOffset {
  /** Metres, Y up. Position in the file = position in the scene + offset. */
  readonly metres: readonly [x: number, y: number, z: number];
  /** Names of the actors and systems from whose coordinates the offset was subtracted. */
  readonly names: readonly string[];
}

/** An actor that is ready to be simulated and written. */
export interface BakeActor {
  readonly name: string;
  /** File of the actor, as the scene names it. */
  readonly file: string;
  /** The character. Null for a rigid body that follows keys. */
  readonly character: BakeCharacter | null;
  /** The rigid body, for the GLB that moves. Absent for a character. */
  readonly body?: BakeBody;
  readonly colliders: ColliderSource;
  readonly report: ActorReport;
  /** Whether pictures show the actor. */
  readonly isShown: boolean;
  /** Returns the surfaces of the actor at time t, seconds, in new arrays, for pictures. */
  posedMeshesAt(t: number): PosedMesh[];
}

/** A rigid body and its motion. */
export interface BakeBody {
  readonly mesh: TriangleMesh;
  readonly motion: RigidMotion;
  /** Metres per unit of the mesh. */
  readonly scale: number;
  /** Linear. Used if the mesh has no colours of its own. */
  readonly color: Light;
  /**
   * Source file of the body, if it is a glTF. The GLB then contains everything in this file. `turn`: the rotation that makes the body
   * upright.
   */
  readonly source?: Omit<BakeCharacter, 'actor'> & {
    readonly turn: readonly [number, number, number, number];
    /**
     * The offset that was subtracted from the coordinates of the body's mesh after the rotation, in units of the mesh. Absent if there is
     * none.
     */
    readonly offset?: readonly number[];
  };
}

/** A character of the scene with the bytes of its file, into which the bake patches morph targets and clips. */
export interface BakeCharacter {
  readonly actor: Actor;
  /** The character's file, for the GLB that moves across the ground. */
  readonly bytes: Uint8Array;
  /** Returns the bytes of the files that a .gltf refers to. */
  resolve(uri: string): Uint8Array | undefined;
}
