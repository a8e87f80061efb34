import type { CrowdFrame, CrowdPart } from '../motion/live/posed-crowd.ts';

/** A message that adds or removes colliders. */
export type ColliderRequest =
  | { readonly type: 'add'; readonly parts: readonly LivePart[] }
  | {
      readonly type: 'addCrowd';
      readonly id: number;
      readonly name: string;
      readonly parts: readonly CrowdPart[];
    }
  | { readonly type: 'remove'; readonly ids: readonly number[] };

export interface LivePart {
  readonly id: number;
  readonly name: string;
  readonly vertexCount: number;
  readonly indices: Uint32Array;
}

/** The poses of all colliders that are near, in one frame. */
export interface ColliderFrame {
  readonly poses: readonly LivePose[];
  readonly crowds: readonly LiveCrowdFrame[];
}

/** See `PartPose`. */
export interface LivePose {
  readonly id: number;
  readonly base: readonly [number, number, number];
  readonly to: Float32Array<ArrayBuffer>;
  readonly from: Float32Array<ArrayBuffer> | null;
  readonly cut: boolean;
}

/** The poses of a crowd. */
export interface LiveCrowdFrame extends CrowdFrame {
  readonly id: number;
}

/** Returns the buffers of poses, which are transferred. */
export function buffersOfPoses({ poses, crowds }: ColliderFrame): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = crowds.map(({ values }) => values.buffer);
  for (const { to, from } of poses) {
    buffers.push(to.buffer);
    if (from) buffers.push(from.buffer);
  }
  return buffers;
}
