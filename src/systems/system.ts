import type { Actor } from '../motion/actor.ts';
import type { Collider } from '../motion/collider.ts';
import type { Drive, DriveRequest } from '../motion/drive.ts';
import type { GroundFloor } from '../motion/floor.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { MapReference } from '../motion/map-reference.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import type { Outline } from '../motion/outline.ts';
import type { Picture } from '../motion/picture.ts';
import type { PointSet } from '../motion/point-set.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import type { RigPicture } from '../motion/rig.ts';
import type { SkinRequest, SkinSurface } from '../motion/skin-surface.ts';
import type { Terrain, TerrainHints } from '../motion/terrain.ts';
import type { ClosedSurface, TetMesh } from '../motion/tet-mesh.ts';
import type { TextLayout } from '../motion/text-layout.ts';
import type { BendForm } from './fur/bend.ts';
import type { BladeCoat } from './fur/blades/blade-coat.ts';
import type { FurColors, FurLook } from './fur/blades/shade-fur.ts';
import type { ShellTextures } from './fur/blades/shell-textures.ts';
import type { ParamTable } from './params.ts';

/** What a system may read. Owned by `motion/`, except heightfields and forces, which other systems show. */
export type InputKind = 'colliders' | 'drives' | 'surfaces' | 'heightfields' | 'forces' | 'shapes';

/** What a system may show: `bake/` and `three/` switch on this, never on the system. */
export type OutputKind = 'heightfield' | 'mesh' | 'points' | 'morph' | 'shells';

/** What a step reads. Every list is already narrowed to what the scene lets this system see. */
export interface SystemInputs {
  readonly colliders: readonly Collider[];
  readonly heightfields: readonly HeightfieldOutput[];
  /** Of the bones that the system asked for with `drives`, in that order. */
  readonly drives: readonly Drive[];
  /** Of the skins that the system asked for with `surfaces`, in that order. */
  readonly surfaces: readonly SkinSurface[];
  /** When the first step begins, seconds. */
  readonly startTime: number;
  /** What carries the actors, where only a part of that motion is felt. Drives and the colliders of grounds heed it already. */
  readonly reference?: MotionReference | null;
}

/** A bone of an actor that a system wants to know the motion of. */
export interface BoneRequest extends DriveRequest {
  /** The actor's name. */
  readonly actor: string;
}

/** Surfaces of an actor that a system wants to follow. */
export interface SurfaceRequest extends SkinRequest {
  /** The actor's name. */
  readonly actor: string;
}

// biome-ignore lint/suspicious/noExplicitAny: most systems prepare nothing and need not say so.
export interface SystemDefinition<Params, State, Prepared = any> {
  /** `ground`, `flesh`, `particles`, `fur`. */
  readonly name: string;
  readonly params: ParamTable;
  readonly reads: readonly InputKind[];
  /** Of a system that reads heightfields: whether it touches ground with such parameters. Absent: always. */
  touchesGround?(params: Params): boolean;
  readonly shows: OutputKind;
  /** Steps per second of the system's own fixed clock. */
  rate(params: Params, prepared?: Prepared): number;
  /** Faults in the parameters that single ranges do not catch, as `InputFault`s relative to the system. */
  check?(params: Params): { path: string; message: string }[];
  /** Where untouched ground stands: what characters walk on. Absent: the system is no ground. */
  floor?(params: Params, prepared: Prepared | null, seed: number): GroundFloor;
  /** Of a ground: what was taken off the coordinates of its file, m, Y up; null where the file has none. */
  offset?(prepared: Prepared | null): readonly [x: number, y: number, z: number] | null;
  /** How far a foot sinks in where an actor does not say, as a share of the figure's height. Absent: not soft. */
  softDepth?(params: Params): number;
  /**
   * Long work that depends on the scene alone: done once, when a scene is opened, and handed to everything below. Runs
   * that follow share it, so it must never change. With `files` a bake writes it too.
   */
  prepare?(params: Params, context: PrepareContext): Promise<(Prepared & WithFiles) | null>;
  /** The bones whose motion it reads, as `inputs.drives`. */
  drives?(params: Params, prepared: Prepared): readonly BoneRequest[];
  /** The skins whose motion it reads, as `inputs.surfaces`. */
  surfaces?(params: Params, prepared: Prepared): readonly SurfaceRequest[];
  /** At the start, where drives and surfaces hold the first step. */
  create(params: Params, inputs: SystemInputs, seed: number, prepared?: Prepared): State;
  /**
   * Advances from t to t + dt. Colliders hold the motion over exactly that interval. `t` is tick · dt computed from
   * integers by the caller, so that equal ticks give equal times.
   */
  step(state: State, inputs: SystemInputs, t: number, dt: number): void;
  /**
   * Brings what the outputs show to `ahead` seconds after the state, 0 ≤ ahead < dt, without changing the state. The
   * inputs hold the step that is to come. Absent: outputs show the state.
   */
  show?(state: State, inputs: SystemInputs, ahead: number, dt: number): void;
  save(state: State): Uint8Array;
  load(params: Params, bytes: Uint8Array, prepared?: Prepared): State;
  /** 16 hex digits over all that `save` keeps: equal states, equal hashes. */
  hash(state: State): string;
  outputs(state: State): Output[];
  /** The system's own figures for `report.json`. */
  report(state: State): Record<string, unknown>;
}

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
  readTetMesh(file: string, path: string): { readonly mesh: TetMesh; readonly warnings: readonly string[] };
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

/** Later work adds mesh here. */
export type Output = LiveHeightfield | MorphOutput | PointsOutput | ShellsOutput;

/**
 * Fur or grass: shells between a skin and the tips of its strands. The object and its arrays stay for ever; `roots`, `normals`
 * and `offsets` are overwritten by each step. A vertex of the shells is one of the skin; where triangles part, each has
 * vertices of its own.
 *
 * At the share u of the height, a shell is at root + the bend of eq. 4 between normal and offset: see `bendStrand`.
 */
export interface ShellsOutput extends ShellsMotion {
  readonly kind: 'shells';
  readonly name: string;
  /** The actor whose skin it covers; null for ground of its own. */
  readonly actor: string | null;
  /** Where its vertices come from, of an actor. */
  readonly skin: ShellsSkin | null;
  readonly vertexCount: number;
  /** [3 · triangleCount] counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /** [3 · vertexCount] places (m) and unit normals of the skin at rest, from which blades are found: copies have the same. */
  readonly restPlaces: Float32Array;
  readonly restNormals: Float32Array;
  /** [vertexCount] length of a strand at rest, m. */
  readonly lengths: Float32Array;
  /** [vertexCount] share of the strands that are there, 0..1. */
  readonly densities: Float32Array;
  /** [3 · vertexCount] linear colours that multiply the coat's; null: the coat's alone. */
  readonly colors: Float32Array | null;
  /** [2 · vertexCount] places in `maps`, v downward as in glTF; null where there is no map. */
  readonly texcoords: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
}

/** What of shells moves. */
export interface ShellsMotion {
  /** [3 · vertexCount] places on the skin now, m. */
  readonly roots: Float32Array;
  /** [3 · vertexCount] unit normals of the skin now. */
  readonly normals: Float32Array;
  /** [3 · vertexCount] tips minus roots now, m. */
  readonly offsets: Float32Array;
}

export interface ShellsSkin {
  /** Indices into the rig's surfaces, whose vertices stand one after the other. */
  readonly surfaces: readonly number[];
  /** [vertexCount] the vertex of the skin that each vertex of the shells rides on: the first of its copies. */
  readonly vertexOf: Uint32Array;
}

/** Pictures laid over the skin by its texture coordinates; row 0 at v = 0. */
export interface ShellsMaps {
  /** Multiplies the coat's colours. */
  readonly color: Picture | null;
  /** Share of the strands that are there: the green of it. */
  readonly density: Picture | null;
}

/** What a coat looks like. Made once, never changed. */
export interface ShellsLook {
  readonly layerCount: number;
  /** Side of the tile that repeats, m. */
  readonly tile: number;
  /** Slices of the blades in a tile. */
  readonly textures: ShellTextures;
  /** The blades themselves, for strands as curves. */
  readonly coat: BladeCoat;
  readonly colors: FurColors;
  /** Which steps of colouring are on. */
  readonly shading: FurLook;
  readonly bend: BendForm;
  /** k of eq. 4. */
  readonly exponent: number;
  /** Fins at the silhouette, and shadows that it casts. */
  readonly fins: boolean;
  readonly shadows: boolean;
  /** Of how many strands files with curves and cards consist. */
  readonly strandCount: number;
  readonly seed: number;
}

/**
 * Particles that exist now, in the order of their identity. The object stays for ever, what it holds changes with each
 * step: arrays hold `count` particles and may be longer; they are replaced where they must grow.
 */
export interface PointsOutput extends PointsFrame {
  readonly kind: 'points';
  readonly name: string;
  /** How many there will ever be. */
  readonly capacity: number;
  /** How many exist at a time, seconds, where that is known ahead; absent where it is not. */
  countAt?(time: number): number;
  /** What they should look like. */
  readonly look: PointsLook;
  /** What leads them, in rising order of `start`; absent where nothing is known ahead. For pictures and timelines. */
  readonly keys?: readonly PointsKey[];
}

/** A box in the world, m. */
export interface PointsBox {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** Particles that are led somewhere. */
export interface PointsKey {
  readonly name: string;
  /** When it begins, when all are there, and until when they are kept there (`end` where they are let go at once), s. */
  readonly start: number;
  readonly end: number;
  readonly until: number;
  /** The box of the places to which it leads, m; null where they move. */
  readonly extent: PointsBox | null;
  /** How many it leads, and how many of them have arrived by now. */
  readonly count: number;
  readonly arrived: number;
}

export const pointsLooks = ['sphere', 'smoke', 'ember', 'disc', 'cube'] as const;
/** `sphere` and `cube` are solid and lit, `disc` is flat, `smoke` is soft, `ember` glows. */
export type PointsLook = (typeof pointsLooks)[number];

/** Displacements of a character's own vertices, before skinning: a sum of fixed shapes with weights that change. */
export interface MorphOutput {
  readonly kind: 'morph';
  readonly name: string;
  /** Name of the actor whose surfaces it moves. */
  readonly actor: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /** [modeCount] the shapes' weights now; the same array for ever, overwritten by each step. */
  readonly amplitudes: Float64Array;
}

export interface MorphSurface {
  /** Index into the rig's surfaces. */
  readonly surface: number;
  /** Indices of the vertices that move, or whose normals alone turn, rising; copies of one point move alike. */
  readonly vertices: Uint32Array;
  /** [modeCount · 3 · vertices.length], mode by mode: displacement at weight 1, mesh units. */
  readonly shapes: Float32Array;
  /** The same for the normal: its change at weight 1, not normalised. Renormalise the sum. James & Pai 2002, eq. 21. */
  readonly normals: Float32Array;
}

/**
 * A ground surface on a uniform grid. Column (i, j) stands at world x = i · cell, z = j · cell (i and j may be negative),
 * its height is datum + value · heightUnit.
 */
export interface HeightfieldOutput {
  readonly kind: 'heightfield';
  /** Which of the system's outputs this is. A scene's own name for the system is added by who holds the scene. */
  readonly name: string;
  /** Metres. */
  readonly cell: number;
  readonly datum: number;
  /** 2⁻²⁰ m. */
  readonly heightUnit: number;
  /** The columns that exist, or null when the ground has no edge. */
  readonly extent: ColumnRectangle | null;
  /** The smallest rectangle that holds every column changed so far, or null when none is. */
  changed(): ColumnRectangle | null;
  /** Current heights of a rectangle, row by row (j, then i), into out [columns · rows]. Untouched ground is made on the fly. */
  read(out: Int32Array, rectangle: ColumnRectangle): void;
  /** The same for the heights before anything touched them. */
  readInitial(out: Int32Array, rectangle: ColumnRectangle): void;
  /** 1 where a column was pressed and not buried since, for shading; [columns · rows]. */
  readPressed(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** How wet columns are now, 0 dry … 255, for shading; [columns · rows]. Absent: dry everywhere. */
  readWetness?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** 1 where a stone stands, 0 elsewhere; [columns · rows]. Absent: no stones. */
  readStones?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Writes 1 for columns of the extent where there is no ground, else 0; [columns · rows]. Absent: there is ground everywhere. */
  readMissing?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** All of it, as bytes of a file, for a later scene to start from; absent where it cannot. */
  encodeState?(): Uint8Array;
  /** Heights that height maps should have levels for even where nothing is so low or so high: those of the map it came from. */
  readonly levels?: readonly [low: number, high: number];
  /** Converts world positions in metres to coordinates of the terrain's map; absent when there is none. */
  readonly map?: MapReference;
  /** `sand`, `mud`, `snow`: what the surface should look like. */
  readonly material: string;
}

/** A heightfield that a system goes on changing. */
export interface LiveHeightfield extends HeightfieldOutput {
  /**
   * Rectangles that hold every column changed since the last call: everything that exists, at the first call and after
   * a load. Scratch, not state.
   */
  takeChanges(): ColumnRectangle[];
}

/** Columns i0 … i0 + columns − 1, rows j0 … j0 + rows − 1. */
export interface ColumnRectangle {
  readonly i0: number;
  readonly j0: number;
  readonly columns: number;
  readonly rows: number;
}
