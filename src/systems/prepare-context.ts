import type { Actor } from '../motion/actor.ts';
import type { GroundFloor } from '../motion/floor.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { Outline } from '../motion/outline.ts';
import type { Picture } from '../motion/picture.ts';
import type { PointSet } from '../motion/point-set.ts';
import type { RigPicture } from '../motion/rig.ts';
import type { Terrain, TerrainHints } from '../motion/terrain.ts';
import type { ClosedSurface, TetMesh } from '../motion/tet-mesh.ts';
import type { TextLayout } from '../motion/text-layout.ts';
import type { TimedParams } from './timed-params.ts';

/** Prepared data may be written as files, one for each output. */
export interface WithFiles {
  readonly files?: readonly PreparedFile[];
}

/** Prepared data that may be kept as a file. */
export interface PreparedFile {
  /** File name without its extension: the system's name, or another one. */
  readonly name: string;
  /** Extension of the file name, without a dot: `flesh`. */
  readonly extension: string;
  bytes(): Uint8Array;
}

/** The argument of a system's `prepare`. File names are those of the scene. Faults are `InputError`s. */
export interface PrepareContext {
  /** The system's location in the scene, for faults: `systems[0]`. */
  readonly path: string;
  /** The system's name in the scene. */
  readonly name: string;
  /** The scene's characters by name. Props that follow keys are not among them. */
  readonly actors: ReadonlyMap<string, Actor>;
  /** All actors of the scene by name, also props, which have one node. Absent while grounds are prepared. */
  readonly bodies?: ReadonlyMap<string, Actor>;
  /** The untouched surfaces of the scene's grounds by name. Absent while grounds are prepared. */
  readonly grounds?: ReadonlyMap<string, GroundFloor>;
  /** Its parameters over time, if any has keys. `prepare` itself receives those at the start. */
  // biome-ignore lint/suspicious/noExplicitAny: parameters of systems of any kind.
  readonly timed?: TimedParams<any> | null;
  /** The seed of its random numbers, and the start and end time of the scene, seconds. */
  readonly run: { readonly seed: number; readonly startTime: number; readonly endTime: number };
  /** Reads a tetrahedral mesh from a file, with warnings about it. */
  readTetMesh(
    file: string,
    path: string,
  ): Promise<{ readonly mesh: TetMesh; readonly warnings: readonly string[] }>;
  /** Reads unchanged triangles from a file (.obj, .stl, .ply, .glb), and points with their colours (.ply). */
  readTriangles(file: string, path: string): Promise<TriangleMesh>;
  readPoints(file: string, path: string): PointSet;
  /** Reads a drawing (.svg), y upward, in its own units, and text in a font (.ttf, .otf, .woff), whose capitals are 1 high. */
  readDrawing(file: string, path: string): Outline;
  readText(text: string, font: string, layout: TextLayout, path: string): Outline;
  /** Reads a picture (.png, .jpg). */
  readPicture(file: string, path: string): Picture;
  /** Returns the picture of a skin. */
  decodePicture(picture: RigPicture): Picture;
  /** Reads a closed surface from a file, and weights 0..1 for each vertex of a rig's surfaces. */
  readSurface(file: string, path: string): ClosedSurface;
  readMask(file: string, path: string, actor: Actor): readonly (Float32Array | null)[];
  /**
   * Reads heights on a grid (.png, .exr, .tif, or a mesh). With `tiles` (across and down) the name contains `{column}` and
   * `{row}`, which count from 0, or from 1 if there is no file with 0. `fitTo`: the tile, counted from 0, to which the others are
   * fitted if each was normalised separately.
   */
  readTerrain(
    file: string,
    hints: TerrainHints & {
      readonly tiles?: readonly [across: number, down: number];
      readonly fitTo?: readonly [column: number, row: number];
    },
    path: string,
  ): Promise<Terrain>;
  /** Reads the bytes of a file. */
  readFile(file: string, path: string): Uint8Array;
  /** True: everything is checked and every file is read, but nothing is prepared: the result is null. */
  readonly checkOnly?: boolean;
  /** Receives the completed fraction, 0..1, and the current operation. */
  progress?(fraction: number, message: string): void;
  /** Called from time to time, so that a caller with an event loop can handle its events. */
  pause?(): Promise<void>;
  readonly signal?: AbortSignal;
  readonly cache?: PrepareCache;
  /** Results of the systems of this scene by key. Systems that need the same result use it together. */
  readonly results: Map<string, unknown>;
}

/**
 * Keeps prepared data by a key: 16 hex digits, a hash of everything that the data depends on. Entries may be evicted. A key never
 * returns the value of another key.
 */
export interface PrepareCache {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}
