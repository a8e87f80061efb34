import type { RigPicture } from '../../motion/rig.ts';

/** A mesh whose vertices move freely. */
export interface MovingMesh {
  /** The position that the mesh has in its scene, metres. Positions are relative to it. */
  readonly origin: readonly [number, number, number];
  readonly primitives: readonly MovingPrimitive[];
  /** Returns the vertices of each primitive at a frame. The next call may overwrite them. */
  pose(frame: number): readonly PosedPrimitive[];
}

/** A part of a mesh with one material. */
export interface MovingPrimitive {
  readonly name: string;
  readonly vertexCount: number;
  readonly indices: Uint32Array | Uint16Array;
  /** Linear colour. If vertices have their own colours, it is not used. */
  readonly color: readonly [number, number, number];
  /** Linear colours, [3 · vertexCount]. */
  readonly colors?: Float32Array;
  /** Coordinates in `picture`, v downward, [2 · vertexCount]. */
  readonly texcoords?: Float32Array;
  /** The picture that multiplies the colour. */
  readonly picture?: RigPicture;
  readonly roughness: number;
}

export interface PosedPrimitive {
  /** Metres, relative to the origin of the mesh, [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** Unit vectors, [3 · vertexCount]. */
  readonly normals: ArrayLike<number>;
}
