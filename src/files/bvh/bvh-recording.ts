/** The content of a BVH file: a skeleton and its channels over time, in the file's own units, axes and degrees. */
export interface BvhRecording {
  readonly name: string;
  /** Parents come before their children. */
  readonly joints: readonly BvhJoint[];
  readonly frameCount: number;
  /** Seconds between two frames, > 0. */
  readonly frameTime: number;
  /** Number of values in a row of MOTION. */
  readonly columnCount: number;
  /** Values of the rows, one row for each frame, [frameCount · columnCount]. */
  readonly values: Float64Array;
  /** Messages about irregularities that did not prevent reading. */
  readonly warnings: readonly string[];
}

/** A joint of a skeleton. In the rest pose its frame has no rotation. */
export interface SkeletonJoint {
  readonly name: string;
  /** Index of the parent; −1 for a root. */
  readonly parent: number;
  /** Offset from the parent in the rest pose. */
  readonly offset: readonly [number, number, number];
  /** Positions of the joint's End Sites, relative to the joint. */
  readonly ends: readonly (readonly [number, number, number])[];
}

/** The skeleton around which a mannequin is built. Parents come before their children. */
export interface Skeleton {
  readonly joints: readonly SkeletonJoint[];
}

/** A joint of a BVH file. Its name is the rest of the joint's line, trimmed; `ends` are its End Sites. */
export interface BvhJoint extends SkeletonJoint {
  /** The channels in the order of the file, which is the order in which the rotations are multiplied: R = R₁ R₂ R₃. */
  readonly channels: readonly BvhChannel[];
}

export interface BvhChannel {
  readonly kind: 'position' | 'rotation';
  /** Axis of the channel: 0 x, 1 y, 2 z. */
  readonly axis: number;
  /** Index of the channel's value in a row. */
  readonly column: number;
}
