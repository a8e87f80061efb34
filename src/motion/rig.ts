import type { AnimatedExpressions, Expression } from './expressions.ts';
import type { HumanBones } from './human-bones.ts';
import type { SpringBones } from './springs/spring-bones.ts';

/**
 * A character as in its file: nodes, skins, surfaces and clips, in the file's own units and axes (right-handed, Y up). A reader in `files/`
 * creates the rig; it never changes.
 */
export interface Rig {
  readonly name: string;
  /**
   * The nodes, indexed by the source's node index. Channels and skins refer to nodes by index, never by name. Parents may come after
   * children.
   */
  readonly nodes: readonly RigNode[];
  readonly skins: readonly RigSkin[];
  readonly surfaces: readonly RigSurface[];
  readonly clips: readonly Clip[];
  /** Node indices in an order in which every parent comes before its children. */
  readonly order: Int32Array;
  /** Warnings of the reader for the report. */
  readonly warnings: readonly string[];
  /** Joints that swing after the motion of the others, from a VRM file. Absent if there are none. */
  readonly springs?: SpringBones;
  /** Nodes that are the bones of a humanoid, from a VRM file. Absent if the file names none. */
  readonly humanBones?: HumanBones;
  /** Facial expressions of a VRM character. Absent if there are none. */
  readonly expressions?: readonly Expression[];
  /** Nodes that hold the expressions of a VRM animation. Absent if the file is no such animation. */
  readonly animatedExpressions?: AnimatedExpressions;
}

/** One node of a rig, with its local transform in the rest pose. `parent` is −1 for a root. */
export interface RigNode {
  /** Exactly as in the source; empty if it has none. */
  readonly name: string;
  /** Node index, −1 at a root. */
  readonly parent: number;
  readonly translation: readonly [number, number, number];
  /** Unit quaternion x y z w. */
  readonly rotation: readonly [number, number, number, number];
  readonly scale: readonly [number, number, number];
  /** Default morph weights of the node's mesh; empty if it has no targets. */
  readonly weights: readonly number[];
}

/** A skin: its joints, and one inverse bind matrix (4 × 4, column-major) for each. */
export interface RigSkin {
  readonly name: string;
  /** Node index of each joint. */
  readonly joints: Int32Array;
  /** Inverse bind matrices, column-major, [16 · jointCount]. */
  readonly inverseBind: Float64Array;
}

/** One primitive of a mesh on one node. Triangles only; the reader converts strips and fans. */
export interface RigSurface {
  readonly name: string;
  readonly node: number;
  /** Skin index; −1 if the surface is rigidly attached to its node. */
  readonly skin: number;
  /** Positions of the vertices in mesh space, [3 · vertexCount]. */
  readonly positions: Float32Array;
  /** Unit vectors in mesh space; null if the source has none. [3 · vertexCount] */
  readonly normals: Float32Array | null;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, in mesh space. [3 · triangleCount] */
  readonly indices: Uint32Array;
  /** Influences per vertex: 4, 8, …; 0 when unskinned. */
  readonly influenceCount: number;
  /** Indices into the skin's joints, [influenceCount · vertexCount]. */
  readonly jointIndices: Uint16Array;
  /** Weights of the joints, [influenceCount · vertexCount]. The sum for each vertex is 1. */
  readonly jointWeights: Float32Array;
  /** Position deltas [3 · vertexCount] of each morph target, applied before skinning. */
  readonly morphTargets: readonly Float32Array[];
  /** Linear base colour, for pictures. If vertices have their own colours, it is the mean colour. */
  readonly color: readonly [number, number, number];
  /** Linear vertex colours, multiplied by the base colour, [3 · vertexCount]. Absent if the source has none. */
  readonly colors?: Float32Array;
  /** Texture coordinates in `picture`, v downward, [2 · vertexCount]. Absent if the source has none. */
  readonly texcoords?: Float32Array;
  /** The picture that multiplies the base colour, as in the file. Absent if there is none, or if it is unavailable. */
  readonly picture?: RigPicture;
  /** The normal map, which uses the same texture coordinates. Absent if there is none, or if it uses others. */
  readonly normalMap?: RigNormalMap;
}

/** A normal map in tangent space, Y up, as in glTF. */
export interface RigNormalMap {
  readonly picture: RigPicture;
  /** Factor of x and y. */
  readonly scale: number;
}

/** A picture inside a character's file or in a separate file, still encoded. All surfaces that use the picture refer to the same object. */
export interface RigPicture {
  readonly name: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
}

/** An animation clip: channels of keys over a time span in seconds. */
export interface Clip {
  /** Exactly as in the source; empty if it has none. */
  readonly name: string;
  /** First and last key over all channels, seconds. Times are absolute, so a clip may start after 0. */
  readonly start: number;
  readonly end: number;
  readonly channels: readonly ClipChannel[];
}

/** The keys of one property of one node. `values` holds `width` numbers for each key, or 3 · `width` with cubic interpolation. */
export interface ClipChannel {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** Times of the keys, seconds, strictly ascending, [keyCount]. */
  readonly times: Float64Array;
  /** Values of the keys, [keyCount · width]. With CUBICSPLINE [keyCount · 3 · width]: in-tangent, value and out-tangent of each key. */
  readonly values: Float32Array;
  /** Numbers per key value: 3 (translation, scale), 4 (rotation), or the number of morph targets. */
  readonly width: number;
}
