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

export interface BvhJoint {
  /** The rest of its line, trimmed. */
  readonly name: string;
  /** Index, −1 at a root. */
  readonly parent: number;
  readonly offset: readonly [number, number, number];
  /** In the order of the file: rotations multiply in it, R = R₁ R₂ R₃. */
  readonly channels: readonly BvhChannel[];
  /** Places of its End Sites, from the joint. */
  readonly ends: readonly (readonly [number, number, number])[];
}

export interface BvhChannel {
  readonly kind: 'position' | 'rotation';
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
  /** Its place in a row. */
  readonly column: number;
}
