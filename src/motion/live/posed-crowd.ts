import { type PosedSurface, placeSurface } from '../deform-surface.ts';
import { LiveCollider } from './live-collider.ts';
import { chooseBase, measureFrom } from './relative-positions.ts';

/** A part of the character that all instances of a crowd share, such as a foot. Triangles are counter-clockwise seen from outside. */
export interface CrowdPart extends PosedSurface {
  readonly name: string;
  /** [3 · triangleCount] */
  readonly indices: Uint32Array;
  /** Number of matrices of a pose: those of the joints that move the part. 1 if it is not skinned. */
  readonly matrixCount: number;
}

/** Bits of the second number of a pose in `CrowdFrame.values`. */
export const crowdPoseFlags = { cut: 1, hasPrevious: 2 } as const;

/** The poses of those parts of a crowd that are near the ground, in one frame. */
export interface CrowdFrame {
  /**
   * One pose after the other. A pose is instance · partCount + part, the sum of its flags, and the matrices of the part from mesh space to
   * the world, [16 · matrixCount]. With `hasPrevious` the matrices of the previous frame follow. Only the first `length` numbers count.
   */
  readonly values: Float64Array<ArrayBuffer>;
  readonly length: number;
  /** The origin of the user of the poses in this frame and in the previous one, world metres, [3]. */
  readonly origin: readonly number[];
  readonly previousOrigin: readonly number[];
}

/**
 * The colliders of a crowd whose poses are received as matrices. A collider is created when a part of an instance first comes near. It has
 * the same positions as a collider of that instance alone, bit for bit.
 */
export class PosedCrowd {
  /** The colliders so far, by instance and part. Their order does not depend on which of them came near first. */
  colliders: readonly LiveCollider[] = [];
  private readonly byIndex = new Map<number, LiveCollider>();

  /** For each part, its world positions in the pose that is read. */
  private readonly positions: readonly Float64Array[];

  constructor(
    private readonly name: string,
    private readonly parts: readonly CrowdPart[],
  ) {
    this.positions = parts.map((part) => new Float64Array(part.positions.length));
  }

  /** Adds the poses of a frame. Parts without a pose are far from everything that they could touch. */
  push({ values, length, origin, previousOrigin }: CrowdFrame): void {
    for (const collider of this.colliders) collider.leave();
    for (let at = 0; at < length; ) {
      const index = values[at];
      const flags = values[at + 1];
      const part = this.parts[index % this.parts.length];
      const positions = this.positions[index % this.parts.length];
      const numbers = 16 * part.matrixCount;
      placeSurface(part, values.subarray(at + 2, at + 2 + numbers), positions);
      at += 2 + numbers;
      const base = chooseBase(positions, origin);
      const to = measureFrom(positions, origin, base);
      let from: Float32Array | null = null;
      if (flags & crowdPoseFlags.hasPrevious) {
        placeSurface(part, values.subarray(at, at + numbers), positions);
        at += numbers;
        from = measureFrom(positions, previousOrigin, base);
      }
      this.find(index, part).push(to, from, (flags & crowdPoseFlags.cut) > 0, base);
    }
  }

  private find(index: number, { name, positions, indices }: CrowdPart): LiveCollider {
    let collider = this.byIndex.get(index);
    if (!collider) {
      const instance = Math.floor(index / this.parts.length);
      collider = new LiveCollider(`${this.name}/${name}#${instance}`, positions.length / 3, indices);
      this.byIndex.set(index, collider);
      this.colliders = [...this.byIndex].sort(([a], [b]) => a - b).map(([, one]) => one);
    }
    return collider;
  }
}
