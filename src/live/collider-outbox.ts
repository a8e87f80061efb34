import type { RigidPose } from '../motion/collider.ts';
import type { JumpDetector } from '../motion/live/jump-detector.ts';
import type { CrowdFrame, CrowdPart } from '../motion/live/posed-crowd.ts';
import type { ColliderFrame, ColliderRequest, LiveCrowdFrame, LivePose } from './collider-messages.ts';
import type { RigCollider } from './rig-collider.ts';

/** A collider of many bodies whose poses are sent as matrices. */
export interface CrowdPoses {
  readonly name: string;
  readonly object: { readonly name: string };
  /** The parts that all bodies share. */
  readonly surfaces: readonly CrowdPart[];
  readonly jumps: JumpDetector;
  cut(): void;
  /** Reads the poses, see `RigCollider.readPoses`. */
  readFrame(top: number, dt: number, origin: readonly number[], turn: readonly number[] | null): CrowdFrame;
  recycle(values: CrowdFrame['values']): void;
}

/** A collider that a live system accepts. `object`: what its jumps are reported of, once. */
export type AnyCollider = (RigCollider & { readonly object?: object }) | CrowdPoses;

/** The colliders of a live system on the page. It sends them to the `ColliderInbox` of the simulation. */
export class ColliderOutbox {
  /** The first of the identities of each collider. */
  private readonly firsts = new Map<AnyCollider, number>();
  private nextId = 0;

  constructor(private readonly send: (message: ColliderRequest) => void) {}

  add(collider: AnyCollider): void {
    this.firsts.set(collider, this.nextId);
    this.describe(collider, this.nextId);
    this.nextId += countIds(collider);
    collider.cut();
  }

  has(collider: AnyCollider): boolean {
    return this.firsts.has(collider);
  }

  remove(collider: AnyCollider): void {
    const first = this.firsts.get(collider);
    if (first === undefined) return;
    this.firsts.delete(collider);
    this.send({ type: 'remove', ids: Array.from({ length: countIds(collider) }, (_, k) => first + k) });
  }

  /** Forgets all colliders. */
  clear(): void {
    this.firsts.clear();
  }

  /** Sends all colliders to a new simulation. */
  sendAll(): void {
    for (const [collider, first] of this.firsts) this.describe(collider, first);
  }

  /** Reads the poses of all colliders. The arguments are those of `RigCollider.readPoses`. watch: called with each collider after it was read. */
  read(
    isCut: boolean,
    top: number,
    seconds: number,
    origin: readonly number[],
    carry: RigidPose | null = null,
    turn: readonly number[] | null = null,
    watch?: (collider: AnyCollider) => void,
  ): ColliderFrame {
    const poses: LivePose[] = [];
    const crowds: LiveCrowdFrame[] = [];
    for (const [collider, first] of this.firsts) {
      if (isCut) collider.cut();
      if ('surfaces' in collider) {
        crowds.push({ id: first, ...collider.readFrame(top, seconds, origin, turn) });
      } else {
        const read = collider.readPoses(top, seconds, origin, carry, turn);
        for (const { part, ...pose } of read) poses.push({ ...pose, id: first + part });
      }
      watch?.(collider);
    }
    return { poses, crowds };
  }

  /** Returns the collider with an identity, and the number of its part. Undefined if it was removed. */
  find(id: number): { collider: AnyCollider; part: number } | undefined {
    for (const [collider, first] of this.firsts)
      if (id >= first && id < first + countIds(collider)) return { collider, part: id - first };
    return undefined;
  }

  /** Takes back the arrays of crowds that the simulation has read. */
  recycle(crowds: readonly LiveCrowdFrame[]): void {
    for (const [collider, first] of this.firsts) {
      if (!('surfaces' in collider)) continue;
      for (const { id, values } of crowds) if (id === first) collider.recycle(values);
    }
  }

  private describe(collider: AnyCollider, first: number): void {
    if ('surfaces' in collider) {
      this.send({ type: 'addCrowd', id: first, name: collider.object.name, parts: collider.surfaces });
    } else {
      this.send({ type: 'add', parts: collider.parts.map((part, k) => ({ ...part, id: first + k })) });
    }
  }
}

/** Returns the number of identities that a collider takes. */
function countIds(collider: AnyCollider): number {
  return 'surfaces' in collider ? 1 : collider.parts.length;
}
