import type { Actor } from '../motion/actor.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { Outline } from '../motion/outline.ts';
import type { Picture } from '../motion/picture.ts';
import type { PointSet } from '../motion/point-set.ts';
import type { RigPicture } from '../motion/rig.ts';
import type { Terrain, TerrainHints } from '../motion/terrain.ts';
import type { ClosedSurface, TetMesh } from '../motion/tet-mesh.ts';
import type { TextLayout } from '../motion/text-layout.ts';

/** What a system has prepared may have files, one for each of its outputs. */
export interface WithFiles {
  readonly files?: readonly PreparedFile[];
}

/** What was prepared may be kept as a file, whoever reads it later. */
export interface PreparedFile {
  /** Of the file, without its ending: the system's name, or a name of its own. */
  readonly name: string;
  /** Of the file's name, without a dot: `flesh`. */
  readonly ending: string;
  bytes(): Uint8Array;
}

/** What a system may prepare itself with. Files are named as the scene names them; faults are `InputError`s. */
export interface PrepareContext {
  /** The system's place in the scene, for faults: `systems[0]`. */
  readonly path: string;
  /** The system's name in the scene. */
  readonly name: string;
  /** The scene's characters by name; what follows keys is none. */
  readonly actors: ReadonlyMap<string, Actor>;
  /** The seed of its random numbers, and when the scene starts and ends, seconds. */
  readonly run: { readonly seed: number; readonly startTime: number; readonly endTime: number };
  /** A tetrahedral mesh with what was odd about it, from a file. */
  readTetMesh(
    file: string,
    path: string,
  ): Promise<{ readonly mesh: TetMesh; readonly warnings: readonly string[] }>;
  /** Triangles from a file (.obj, .stl, .ply, .glb), as they are in it; and points with their colours (.ply). */
  readTriangles(file: string, path: string): Promise<TriangleMesh>;
  readPoints(file: string, path: string): PointSet;
  /** A drawing (.svg), y upward, in its own units; words set in a font (.ttf, .otf, .woff), capitals 1 high. */
  readDrawing(file: string, path: string): Outline;
  readText(text: string, font: string, layout: TextLayout, path: string): Outline;
  /** A picture (.png, .jpg). */
  readPicture(file: string, path: string): Picture;
  /** The picture on a skin. */
  decodePicture(picture: RigPicture): Picture;
  /** A closed surface, and weights 0..1 of each vertex of a rig's surfaces, from files. */
  readSurface(file: string, path: string): ClosedSurface;
  readMask(file: string, path: string, actor: Actor): readonly (Float32Array | null)[];
  /**
   * Heights on a grid (.png, .exr, .tif, or a mesh). With `tiles` (across and down) the name has `{column}` and `{row}` in it,
   * which count from 0, or from 1 where no file of 0 is there. `fitTo`: the tile, counted from 0, that the others are fitted to where each
   * was normalised on its own.
   */
  readTerrain(
    file: string,
    hints: TerrainHints & {
      readonly tiles?: readonly [across: number, down: number];
      readonly fitTo?: readonly [column: number, row: number];
    },
    path: string,
  ): Promise<Terrain>;
  /** A file as it is. */
  readFile(file: string, path: string): Uint8Array;
  /** True: everything is checked and every file read, but nothing is made: the result is null. */
  readonly checkOnly?: boolean;
  /** Share done, 0..1, and what is being done. */
  progress?(share: number, words: string): void;
  /** Called now and then, so that a caller with an event loop can look at its events. */
  pause?(): Promise<void>;
  readonly signal?: AbortSignal;
  readonly cache?: PrepareCache;
  /** What systems of this scene have made so far, by key: those that need the same share it. */
  readonly made: Map<string, unknown>;
}

/** Keeps what was prepared, by a key of 16 hex digits over all that it was made from. May forget; never mixes up. */
export interface PrepareCache {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}
