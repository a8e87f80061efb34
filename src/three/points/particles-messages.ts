import type { InputFault } from '../../input-error.ts';
import type { ChangedBlocks } from '../../live/changed-blocks.ts';
import {
  buffersOfPoses,
  type ColliderFrame,
  type ColliderRequest,
  type LiveCrowdFrame,
} from '../../live/collider-messages.ts';
import type { LiveBackend } from '../../live/live-backend.ts';
import type { PointsLook } from '../../systems/outputs/points.ts';
import type { CreateParticlesOptions } from '../../systems/particles/create-particles.ts';

/** Those options of particles that can be sent to another thread. */
export type SentParticles = Pick<CreateParticlesOptions, 'params' | 'seed' | 'start' | 'end'>;

/** Messages from the page to the simulation of particles. */
export type ParticlesRequest =
  | { readonly type: 'start'; readonly options: SentParticles; readonly backend?: LiveBackend }
  | ColliderRequest
  | ParticlesFrame
  | { readonly type: 'seek'; readonly time: number; readonly spent: readonly ArrayBuffer[] };

/** The motion of the colliders since the last frame, and the number of steps of the particles. */
export interface ParticlesFrame extends ColliderFrame {
  readonly type: 'frame';
  readonly steps: number;
  /** Memory of changes that the page has drawn, which the simulation uses again. */
  readonly spent: readonly ArrayBuffer[];
}

/** Messages from the simulation of particles to the page. */
export type ParticlesReply =
  | {
      readonly type: 'begun';
      readonly look: PointsLook;
      readonly rate: number;
      readonly isOriented: boolean;
      readonly note: string | null;
      /** The name of the graphics card; null on the CPU. */
      readonly device: string | null;
      /** The reason why the CPU simulates them, if a card was wanted. */
      readonly reason: string | null;
    }
  /** The particles as they are now. There is one such message for the start, each frame and each seek, in order. */
  | {
      readonly type: 'shown';
      readonly time: number;
      readonly blocks: ChangedBlocks;
      readonly crowds: readonly LiveCrowdFrame[];
      /** The reason why the particles have moved from the graphics card to the CPU, if they have. */
      readonly moved?: string | null;
    }
  | { readonly type: 'refused'; readonly faults: readonly InputFault[] }
  | { readonly type: 'failed'; readonly message: string };

/** Returns the buffers that are transferred to the other thread with a message. */
export function buffersOf(message: ParticlesRequest | ParticlesReply): ArrayBuffer[] {
  if (message.type === 'frame') return [...buffersOfPoses(message), ...message.spent];
  if (message.type === 'seek') return [...message.spent];
  if (message.type !== 'shown') return [];
  return [message.blocks.words.buffer, ...message.crowds.map(({ values }) => values.buffer)];
}
