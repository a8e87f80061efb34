import type { HeightfieldChange } from '../systems/heightfield-change.ts';
import type { TimedData } from '../systems/keyed-params.ts';
import type { PointsSnapshot } from '../systems/points-change.ts';
import {
  buffersOfPoses,
  type ColliderFrame,
  type ColliderRequest,
  type LiveCrowdFrame,
} from './collider-messages.ts';
import type { ForgottenTile, KeptTiles } from './kept-tiles.ts';
import type { LiveBackend } from './live-backend.ts';
import type { LiveCover } from './live-covers.ts';

/** Starts a ground. */
export interface LiveStart {
  readonly type: 'start';
  readonly params: unknown;
  /** The parameters over time, if any has keys. */
  readonly timed?: TimedData<unknown> | null;
  readonly seed: number;
  /** Maximum number of touched tiles that are kept; no maximum if absent. */
  readonly maxTouchedTiles?: number;
  /** Absent: the CPU. */
  readonly backend?: LiveBackend;
}

/** Messages from the page to the simulation. */
export type LiveRequest =
  | LiveStart
  | { readonly type: 'restore'; readonly tiles: readonly ForgottenTile[] }
  /** Asks for the heights of a ground that is drawn from the graphics card. */
  | { readonly type: 'read' }
  | ColliderRequest
  | LiveFrame;

/** The motion of everything near the ground since the last frame, and its duration. */
export interface LiveFrame extends ColliderFrame {
  readonly type: 'frame';
  readonly seconds: number;
  /** Number of equal steps, at least one. */
  readonly steps: number;
  /** Memory of changes that the page has drawn, which the simulation uses again. */
  readonly spent: readonly ArrayBuffer[];
}

/** What a frame has changed. There is one such message for each frame, in order. */
export interface LiveStepped {
  readonly type: 'stepped';
  readonly changes: readonly HeightfieldChange[];
  /** Tiles that are forgotten after these changes. The page draws them as untouched ground. */
  readonly forgotten: ReturnType<KeptTiles['update']>;
  /** Flying particles. Null if the ground has no spray. */
  readonly spray: PointsSnapshot | null;
  /** Clods in the air and on the ground. Absent if the ground throws none. */
  readonly clods?: PointsSnapshot;
  /** The frame's poses of crowds, whose arrays the page uses again. */
  readonly crowds: readonly LiveCrowdFrame[];
  /** What sticks to colliders for which it has changed. Absent if nothing has. */
  readonly covers?: readonly LiveCover[];
  readonly milliseconds: number;
  /** The reason why the ground has moved from the graphics card to the CPU in this frame. */
  readonly moved?: string;
}

/** Messages from the simulation to the page. */
export type LiveReply =
  | LiveStepped
  /** Where the ground is simulated, if the CPU was not asked for. reason: why it is on the CPU. */
  | {
      readonly type: 'backend';
      readonly backend: 'cpu' | 'webgpu';
      readonly device: string | null;
      readonly reason: string | null;
    }
  /** Heights that are drawn already: the answer to `read`. */
  | { readonly type: 'heights'; readonly changes: readonly HeightfieldChange[] }
  /** A note for the user. The simulation continues. */
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string };

/** Returns the buffers that are transferred to the other thread with a message. */
export function buffersOf(message: LiveRequest | LiveReply): ArrayBuffer[] {
  if (message.type === 'frame') return [...buffersOfPoses(message), ...message.spent];
  if (message.type !== 'stepped') return [];
  const buffers: ArrayBuffer[] = message.crowds.map(({ values }) => values.buffer);
  const { changes, forgotten, spray, clods, covers = [] } = message;
  for (const { amounts } of covers) buffers.push(amounts.buffer);
  // All changes share their memory.
  if (changes.length > 0) buffers.push(changes[0].heights.buffer);
  for (const { bytes } of forgotten) if (bytes) buffers.push(bytes.buffer);
  for (const points of [spray, clods]) {
    if (!points) continue;
    const { ids, positions, colors, sizes, orientations } = points;
    buffers.push(ids.buffer, positions.buffer, colors.buffer, sizes.buffer);
    if (orientations) buffers.push(orientations.buffer);
  }
  return buffers;
}
