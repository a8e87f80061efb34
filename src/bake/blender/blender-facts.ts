/**
 * What `import-blender.py` is told about a bake: its JSON block. Paths are relative to the folder of the bake, with forward
 * slashes; metres, Y up, colours in linear light.
 */
export interface BlenderFacts {
  /** The bake's name, which its collection in Blender gets. */
  readonly name: string;
  /** Blender's two numbers: frames per second are fps / fpsBase. */
  readonly fps: number;
  readonly fpsBase: number;
  /** Number of the first frame in the timeline. */
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly entries: readonly BlenderEntry[];
  /** Lines to print: what is not brought in, and why. */
  readonly notes: readonly string[];
}

/** One thing to bring in; its `kind` names the function of the script that does it. */
export type BlenderEntry = BlenderHeights | BlenderGltf | BlenderPoints;

interface BlenderThing {
  /** Its collection, within that of the bake. */
  readonly name: string;
  /** Hidden in the viewport and in renders. */
  readonly isHidden: boolean;
}

/** Files of a sequence, one a frame, numbered like the frames of the timeline. */
interface BlenderSequence {
  /** The first of them: its last digits before the ending are its number. */
  readonly file: string;
  readonly firstFrame: number;
  readonly frameCount: number;
}

/** Part of a ground. Before its first file the first holds, after its last the last. */
export interface BlenderTile extends BlenderSequence {
  readonly columns: number;
  readonly rows: number;
  /** Where its first pixel lies in the ground, in pixels. */
  readonly column: number;
  readonly row: number;
}

/** A rectangle of ground, one vertex a pixel, that height maps move. */
export interface BlenderHeights extends BlenderThing {
  readonly kind: 'heights';
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  /** World x and z of the first pixel, and the height that heights are relative to. */
  readonly x: number;
  readonly z: number;
  readonly datum: number;
  /** The height maps that cover what is to be shown of it. Neighbours share a line of pixels. */
  readonly tiles: readonly BlenderTile[];
  /** Height above the datum = strength · (value − midLevel). */
  readonly strength: number;
  readonly midLevel: number;
  /** Whether some pixels are no ground, and the level of 65535 that says so; null where NaN does. */
  readonly hasHoles: boolean;
  readonly holeLevel: number | null;
  readonly material: string;
  readonly color: readonly [number, number, number];
  readonly roughness: number;
}

/** All of a GLB. */
export interface BlenderGltf extends BlenderThing {
  readonly kind: 'gltf';
  readonly file: string;
  /**
   * The name of the clip to play from the first frame on, the file's first one where none has that name. Null: no clip.
   */
  readonly clip: string | null;
}

/** Particles from PLY files, one a frame. */
export interface BlenderPoints extends BlenderThing, BlenderSequence {
  readonly kind: 'points';
  /** The cache that the script makes of them. */
  readonly cache: string;
  /** Whether their colour is light that they send out. */
  readonly glows: boolean;
}
