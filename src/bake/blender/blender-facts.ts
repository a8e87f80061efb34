import type { BakeSun } from '../scene-view.ts';

/**
 * The data of a bake for `import-blender.py`: its JSON block. Paths are relative to the folder of the bake, with forward slashes.
 * Metres, Y up, colours in linear light.
 */
export interface BlenderFacts {
  /** The name of the bake, used for its collection in Blender. */
  readonly name: string;
  /** The two numbers of Blender's frame rate: frames per second are fps / fpsBase. */
  readonly fps: number;
  readonly fpsBase: number;
  /** Number of the first frame in the timeline. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly entries: readonly BlenderEntry[];
  /** Lines to print: what is not imported, and why. */
  readonly notes: readonly string[];
}

/** One object to import. Its `kind` names the function of the script that imports it. */
export type BlenderEntry = BlenderHeights | BlenderGltf | BlenderPoints | BlenderViews;

interface BlenderThing {
  /** Name of the collection of the object, inside the collection of the bake. */
  readonly name: string;
  /** Whether the object is hidden in the viewport and in renders. */
  readonly isHidden: boolean;
}

/** Files of a sequence, one for each frame, numbered like the frames of the timeline. */
interface BlenderSequence {
  /** The first file. The last digits before the extension are its number. */
  readonly file: string;
  readonly firstFrame: number;
  readonly frameCount: number;
}

/** A tile of a ground. The first file of the sequence also applies before its frame, and the last file after its frame. */
export interface BlenderTile extends BlenderSequence {
  readonly columns: number;
  readonly rows: number;
  /** Position in the ground of the tile's first pixel, in pixels. */
  readonly column: number;
  readonly row: number;
}

/** A rectangle of ground with one vertex for each pixel, displaced by height maps. */
export interface BlenderHeights extends BlenderThing {
  readonly kind: 'heights';
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  /** World x and z of the first pixel, and the height from which heights are measured. */
  readonly x: number;
  readonly z: number;
  readonly datum: number;
  /** The height maps that cover the shown part. Neighbouring maps share a line of pixels. */
  readonly tiles: readonly BlenderTile[];
  /** Height above the datum = strength · (value − midLevel). */
  readonly strength: number;
  readonly midLevel: number;
  /**
   * hasHoles: whether some pixels are outside of the ground. holeLevel: the level (of 65535) that marks them; null if NaN marks
   * them.
   */
  readonly hasHoles: boolean;
  readonly holeLevel: number | null;
  readonly material: string;
  readonly color: readonly [number, number, number];
  readonly roughness: number;
}

/** A GLB that is imported as a whole. */
export interface BlenderGltf extends BlenderThing {
  readonly kind: 'gltf';
  readonly file: string;
  /**
   * The name of the clip to play from the first frame on. If no clip has this name, the first clip of the file is played. Null: no clip is
   * played.
   */
  readonly clip: string | null;
}

/** Particles from PLY files, one for each frame. */
export interface BlenderPoints extends BlenderThing, BlenderSequence {
  readonly kind: 'points';
  /** The cache file that the script creates from the PLY files. */
  readonly cache: string;
  /** Whether the particles emit light of their colour. */
  readonly glows: boolean;
  /** A mesh of length 1 that is shown for each particle: [3 · count] vertices, Y up, and triangles. Absent: particles are balls. */
  readonly mesh?: { readonly positions: readonly number[]; readonly triangles: readonly number[] };
}

/** The cameras and the sun of the scene. */
export interface BlenderViews extends BlenderThing {
  readonly kind: 'views';
  readonly cameras: readonly BlenderCamera[];
  readonly sun: BakeSun | null;
}

/** A camera in each frame, or once if it does not change. Rotations are quaternions x, y, z, w, vertical fields of view are in radians. */
export interface BlenderCamera {
  readonly name: string;
  readonly positions: readonly (readonly number[])[];
  readonly rotations: readonly (readonly number[])[];
  readonly fieldsOfView: readonly number[];
}
