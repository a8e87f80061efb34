/** A BVH file as it stands: a skeleton and its channels over time, in the file's own units, axes and degrees. */
export interface BvhTake {
  readonly name: string;
  /** Parents come before their children. */
  readonly joints: readonly BvhJoint[];
  readonly frameCount: number;
  /** Seconds from one frame to the next, > 0. */
  readonly frameTime: number;
  /** Numbers in a row of MOTION. */
  readonly columnCount: number;
  /** [frameCount · columnCount] */
  readonly values: Float64Array;
  /** What was odd but could be read, in words. */
  readonly warnings: readonly string[];
}

/** A joint whose frame is unturned at rest. */
export interface SkeletonJoint {
  readonly name: string;
  /** Index, −1 at a root. */
  readonly parent: number;
  /** From its parent, at rest. */
  readonly offset: readonly [number, number, number];
  /** Where bones end that have no joint there, from this one. */
  readonly ends: readonly (readonly [number, number, number])[];
}

/** What a mannequin is built around. Parents come before their children. */
export interface Skeleton {
  readonly joints: readonly SkeletonJoint[];
}

/** Its name is the rest of its line, trimmed; its ends are its End Sites. */
export interface BvhJoint extends SkeletonJoint {
  /** In the order of the file: rotations multiply in it, R = R₁ R₂ R₃. */
  readonly channels: readonly BvhChannel[];
}

export interface BvhChannel {
  readonly kind: 'position' | 'rotation';
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
  /** Its place in a row. */
  readonly column: number;
}
