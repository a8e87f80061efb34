import type { InputFault } from '../../input-error.ts';
import type { ChangedBlocks } from '../../live/changed-blocks.ts';
import {
  buffersOfPoses,
  type ColliderFrame,
  type ColliderRequest,
  type LiveCrowdFrame,
} from '../../live/collider-messages.ts';
import type { RigidPose } from '../../motion/collider.ts';
import type { Picture } from '../../motion/picture.ts';
import type { Rig, RigPicture } from '../../motion/rig.ts';
import type { CreateFurOptions } from '../../systems/fur/create-fur.ts';
import type { FurForceParams } from '../../systems/fur/params.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { SoftSkin } from './live-skin.ts';
import type { ShellsData } from './shells-data.ts';

/** What the simulation of fur needs to begin. */
export interface SentFur {
  readonly params: CreateFurOptions['params'];
  readonly seed: number | undefined;
  /** The pictures of maps, by name. */
  readonly pictures: ReadonlyMap<string, Picture> | undefined;
  /** The skin; null for a patch of ground. */
  readonly skin: SentSkin | null;
  /** The pose in which the fur is in equilibrium at first. */
  readonly pose: SkinPoseFrame;
}

export interface SentSkin {
  readonly name: string;
  readonly rig: Rig;
  /** The pixels of the pictures of `rig`. */
  readonly pictures: ReadonlyMap<RigPicture, Picture>;
  readonly flesh: SoftSkin | null;
}

/** The pose of a skin in a frame. */
export interface SkinPoseFrame {
  /** The position of the drawn fur, world metres, [3]. All positions are relative to it. */
  readonly origin: readonly number[];
  /** The world matrices of the rig's nodes, [16 · nodeCount], and their morph weights. Empty for a patch. */
  readonly world: Float64Array;
  readonly weights: readonly Float64Array[];
  /** The amplitudes of the flesh. Null if there is none. */
  readonly shown: Float64Array | null;
}

/** Messages from the page to the simulation of fur. */
export type FurRequest =
  | { readonly type: 'start'; readonly fur: SentFur }
  | ColliderRequest
  | { readonly type: 'reset'; readonly pose: SkinPoseFrame; readonly spent: readonly ArrayBuffer[] }
  | FurFrame;

/** The motion since the last frame. */
export interface FurFrame extends ColliderFrame {
  readonly type: 'frame';
  readonly seconds: number;
  readonly isCut: boolean;
  readonly pose: SkinPoseFrame;
  /** The part of the reference's motion that is not felt. */
  readonly carry: RigidPose | null;
  /** Wind and hands. */
  readonly forces: readonly FurForceParams[];
  readonly spent: readonly ArrayBuffer[];
}

/** The shells, and which vertices of the skin they grow from; null for a patch. */
export type SentShells = ShellsData & Pick<ShellsOutput, 'skin'>;

/** Messages from the simulation of fur to the page. */
export type FurReply =
  | { readonly type: 'begun'; readonly shells: SentShells; readonly note: string | null }
  /** The strands as they are now. There is one such message for each frame and each reset, in order. */
  | {
      readonly type: 'shown';
      readonly blocks: ChangedBlocks;
      readonly crowds: readonly LiveCrowdFrame[];
    }
  | { readonly type: 'refused'; readonly faults: readonly InputFault[] }
  | { readonly type: 'failed'; readonly message: string };

/** Returns the buffers that are transferred to the other thread with a message. */
export function buffersOf(message: FurRequest | FurReply): ArrayBuffer[] {
  if (message.type === 'frame') return [...buffersOfPoses(message), ...message.spent];
  if (message.type === 'reset') return [...message.spent];
  if (message.type !== 'shown') return [];
  return [message.blocks.words.buffer, ...message.crowds.map(({ values }) => values.buffer)];
}
