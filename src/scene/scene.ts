import type { HeightTileMode } from '../bake/heightfield/height-tiles.ts';
import type { GroundMotionMode } from '../bake/heightfield/mesh/ground-region.ts';
import type { OpenVatFormat, OpenVatNormals, OpenVatSize } from '../bake/openvat/open-vat-layout.ts';
import type { OutputKindName } from '../bake/output-kinds.ts';
import type { UsdCharacterMode, UsdFurMode, UsdUpAxis } from '../bake/stage/stage-part.ts';
import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';
import type { ParamValues } from '../systems/params.ts';
import type { actorParams } from './actor-params.ts';
import type { viewParams } from './view-params.ts';

/** A checked scene with all defaults filled in. Created by `parseScene`. */
export interface Scene {
  readonly version: 1;
  readonly seed: number;
  readonly time: SceneTime;
  readonly actors: readonly SceneActor[];
  readonly systems: readonly SceneSystem[];
  readonly cameras: ParamValues<typeof viewParams>['cameras'];
  readonly lights: ParamValues<typeof viewParams>['lights'];
  /** Outputs that a bake writes. */
  readonly outputs: readonly OutputKindName[];
  /** Part of the ground that its mesh covers: the touched region with padding, or the whole ground. */
  readonly meshPart: 'touched' | 'whole';
  /** Whether height maps are divided into tiles if that saves space. */
  readonly heightTiles: HeightTileMode;
  /** Whether the mesh of a ground is animated. */
  readonly groundMotion: GroundMotionMode;
  /** Time in seconds of the particles in their GLB file. Absent: chosen automatically, see the parameter table. */
  readonly pointsTime?: number;
  /** Channels of an EXR that hold the heights. */
  readonly exrChannels: ExrChannels;
  /** Maximum number of morph targets of a mesh with flesh, and of a coat, including the offset target. */
  readonly morphTargets: number;
  /** How the morph targets of flesh are stored. */
  readonly morphStorage: MorphStorage;
  /** Whether the modes of flesh are also written into the extras of the character's file. */
  readonly modesInExtras: boolean;
  /** Format of OpenVAT textures. */
  readonly openVatFormat: OpenVatFormat;
  /** Where OpenVAT textures have their normals. */
  readonly openVatNormals: OpenVatNormals;
  /** Size of OpenVAT textures. */
  readonly openVatSize: OpenVatSize;
  /** Up axis of the USD stage. */
  readonly usdUp: UsdUpAxis;
  /** How characters are written to the USD stage. */
  readonly usdCharacters: UsdCharacterMode;
  /** How fur is written to the USD stage. */
  readonly usdFur: UsdFurMode;
}

/** The time span of a scene in seconds, and its frame rate. */
export interface SceneTime {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Frames per second; a text for an exact fraction such as `30000/1001`. */
  readonly fps: number | string;
  /** Number of the frame at `start`; absent: files count from 1. */
  readonly firstFrame?: number;
}

type Tuple3 = readonly [number, number, number];

/** One actor of a scene file, with defaults filled in: the values of the table `actorParams`. Metres, radians, seconds. */
export interface SceneActor
  extends Omit<
    ParamValues<typeof actorParams>,
    'name' | 'file' | 'box' | 'position' | 'rotation' | 'axle' | 'velocity' | 'angularVelocity'
  > {
  readonly name: string;
  /** For a box: `box.obj`, the name of the mesh that is made for it. */
  readonly file: string;
  readonly box?: Tuple3;
  readonly position: Tuple3;
  /** Quaternion x, y, z, w of any length, relative to the parent in its rest pose. */
  readonly rotation?: readonly [number, number, number, number];
  /** Direction of any length, in the axes of the actor's file. */
  readonly axle?: Tuple3;
  /** m/s and rad/s. */
  readonly velocity?: Tuple3;
  readonly angularVelocity?: Tuple3;
}

/** One system of a scene file, with defaults filled in. */
export interface SceneSystem {
  /** Kind of the system, such as `ground`. */
  readonly system: string;
  readonly name: string;
  /** Names of the actors that the system uses; null means all. */
  readonly actors: readonly string[] | null;
  /** Names of the grounds that the system lies on or collides with; null means all that it can touch. */
  readonly reads: readonly string[] | null;
  /** Values of the parameter table of the system. */
  readonly params: Readonly<Record<string, unknown>>;
}
