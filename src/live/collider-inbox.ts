import { append } from '../math/lists.ts';
import type { Collider, RigidPose } from '../motion/collider.ts';
import { LiveCollider } from '../motion/live/live-collider.ts';
import { PosedCrowd } from '../motion/live/posed-crowd.ts';
import type { ColliderFrame, ColliderRequest } from './collider-messages.ts';

/** The colliders of a live simulation. It receives their poses from a `ColliderOutbox`, which may be on another thread. */
export class ColliderInbox {
  private readonly single = new Map<number, LiveCollider>();
  private readonly crowds = new Map<number, PosedCrowd>();

  /** Adds or removes colliders. */
  receive(message: ColliderRequest): void {
    if (message.type === 'add') {
      for (const { id, name, vertexCount, indices } of message.parts) {
        this.single.set(id, new LiveCollider(name, vertexCount, indices));
      }
    } else if (message.type === 'addCrowd') {
      this.crowds.set(message.id, new PosedCrowd(message.name, message.parts));
    } else {
      for (const id of message.ids) {
        this.single.delete(id);
        this.crowds.delete(id);
      }
    }
  }

  /** Returns the identity of a collider. Undefined for those of crowds. */
  idOf(collider: Collider): number | undefined {
    for (const [id, own] of this.single) if (own === collider) return id;
    return undefined;
  }

  /** Applies the poses of a frame. Returns all colliders. carry: see `LiveCollider.push`. */
  push({ poses, crowds }: ColliderFrame, carry: RigidPose | null = null): LiveCollider[] {
    const away = new Set(this.single.values());
    for (const { id, base, to, from, cut } of poses) {
      const collider = this.single.get(id);
      if (!collider) continue;
      collider.push(to, from, cut, base, carry);
      away.delete(collider);
    }
    for (const collider of away) collider.leave();
    for (const frame of crowds) this.crowds.get(frame.id)?.push(frame);
    const all = [...this.single.values()];
    for (const crowd of this.crowds.values()) append(all, crowd.colliders);
    return all;
  }
}
