import { InputError } from '../../input-error.ts';
import { BlockSender } from '../../live/changed-blocks.ts';
import { ColliderInbox } from '../../live/collider-inbox.ts';
import type { LiveCrowdFrame } from '../../live/collider-messages.ts';
import type { ThreadSimulation } from '../../live/simulation-thread.ts';
import { SpareBuffers } from '../../live/spare-buffers.ts';
import { createActor } from '../../motion/actor.ts';
import type { Pose } from '../../motion/pose.ts';
import type { RigPicture } from '../../motion/rig.ts';
import { createFur, type Fur } from '../../systems/fur/create-fur.ts';
import { explainReferenceKernels } from '../../systems/kernel-compiler.ts';
import { findPicture } from './find-picture.ts';
import type { FurFrame, FurReply, FurRequest, SentFur, SkinPoseFrame } from './fur-messages.ts';
import { LiveSkin } from './live-skin.ts';
import { listMotion } from './shells-data.ts';

/** Maximum number of steps in one frame. */
const maxSteps = 8;

/** Fur whose skin and colliders are received as messages: the half of `ThreadedFur` that may run on another thread. */
export class FurSimulation implements ThreadSimulation<FurRequest, FurReply> {
  private fur: Fur | null = null;
  private skin: LiveSkin | null = null;
  private shown: Float64Array | null = null;
  private pose: SkinPoseFrame | null = null;
  private time = 0;
  private readonly inbox = new ColliderInbox();
  private readonly buffers = new SpareBuffers();
  private readonly sender = new BlockSender();
  /** Messages wait until the fur is prepared. */
  private last: Promise<unknown> = Promise.resolve();

  receive(message: FurRequest): Promise<FurReply | null> {
    const reply = this.last.then(() => this.execute(message));
    this.last = reply;
    return reply;
  }

  private async execute(message: FurRequest): Promise<FurReply | null> {
    try {
      if (message.type === 'start') return await this.start(message.fur);
      if (!this.fur) throw new Error('a message came before the fur');
      if (message.type === 'frame') {
        this.step(this.fur, message);
        return this.show(this.fur, message.crowds, message.spent);
      }
      if (message.type === 'reset') {
        this.stand(this.fur, message.pose);
        return this.show(this.fur, [], message.spent);
      }
      this.inbox.receive(message);
      return null;
    } catch (error) {
      if (error instanceof InputError) return { type: 'refused', faults: error.faults };
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  private async start({ params, seed, pictures, skin, pose }: SentFur): Promise<FurReply> {
    const actor = skin ? createActor(skin.rig, { name: skin.name, clip: null, scale: 1 }) : undefined;
    const readers = {
      decodePicture: (picture: RigPicture) => skin!.pictures.get(picture)!,
      readPicture: (file: string, path: string) => findPicture(pictures, file, path),
    };
    const fur = await createFur({ params, actor, seed, readers });
    this.fur = fur;
    if (skin && actor) {
      const readPose = (target: Pose) => {
        // Marks the skins' matrices as outdated. The world matrices that this call computes are overwritten afterwards.
        target.updateWorld();
        target.world.set(this.pose!.world);
        this.pose!.weights.forEach((weights, node) => {
          target.weights[node].set(weights);
        });
      };
      const origin = { toArray: () => [...this.pose!.origin] };
      this.shown = skin.flesh?.shown.slice() ?? null;
      const soft = skin.flesh && this.shown && { parts: skin.flesh.parts, shown: this.shown };
      this.skin = new LiveSkin({ actor, readPose }, fur.surfaces, origin, soft);
    }
    this.stand(fur, pose);
    const { kind, name, actor: wearer, repeats, ...shells } = fur.shells;
    return { type: 'begun', shells, note: explainReferenceKernels() };
  }

  private place(pose: SkinPoseFrame): void {
    this.pose = pose;
    if (pose.shown) this.shown?.set(pose.shown);
  }

  private stand(fur: Fur, pose: SkinPoseFrame): void {
    this.place(pose);
    const { skin } = this;
    if (skin && skin.read(true, 0) !== 'lost') skin.advance(0, 1, 0);
    fur.stand({ surfaces: skin ? [skin.surface] : [] }, this.time);
  }

  /** See `LiveFur.update`: at a cut, the fur keeps its shape and its motion relative to the skin. */
  private step(fur: Fur, frame: FurFrame): void {
    const { seconds, isCut, pose, carry, forces } = frame;
    this.place(pose);
    const { skin } = this;
    const motion = skin?.read(isCut, seconds, carry) ?? (isCut ? 'cut' : 'moved');
    if (motion === 'lost') return;
    if (carry && motion === 'moved') fur.carry(carry);
    const colliders = this.inbox.push(frame, carry);
    const needed = motion === 'cut' ? 1 : Math.ceil(seconds * fur.state.params.rate - 1e-6);
    const steps = Math.min(maxSteps, Math.max(1, needed));
    const dt = seconds / steps;
    for (let k = 0; k < steps; k++) {
      skin?.advance(k / steps, (k + 1) / steps, dt);
      for (const collider of colliders) collider.advance(k / steps, (k + 1) / steps, dt);
      const surfaces = skin ? [skin.surface] : [];
      fur.step({ surfaces, colliders, forces: motion === 'cut' ? [] : forces }, this.time, dt);
      this.time += dt;
    }
  }

  private show({ shells }: Fur, crowds: readonly LiveCrowdFrame[], spent: readonly ArrayBuffer[]): FurReply {
    for (const buffer of spent) this.buffers.give(buffer);
    const columns = listMotion(shells, this.skin === null);
    const blocks = this.sender.collect(columns, shells.vertexCount, (bytes) => this.buffers.take(bytes));
    return { type: 'shown', blocks, crowds };
  }
}
