import type { Collider } from '../../../motion/collider.ts';
import { Body } from './body.ts';

/** Bodies made of colliders: all colliders of an actor are one body. */
export class BodyList {
  private bodies = new Map<string, { colliders: readonly Collider[]; body: Body }>();

  /** All bodies of the last `gather`, also those that are far away. */
  get all(): Body[] {
    return [...this.bodies.values()].map(({ body }) => body);
  }

  /** Begins a step of dt seconds. Returns the bodies of the colliders that can touch strands in `box` (min, then max; [6]). */
  gather(colliders: readonly Collider[], box: Float64Array, dt: number): Body[] {
    const groups = new Map<string, Collider[]>();
    for (const collider of colliders) {
      const name = collider.name.split('/', 1)[0];
      const group = groups.get(name);
      if (group) group.push(collider);
      else groups.set(name, [collider]);
    }
    const old = this.bodies;
    this.bodies = new Map();
    for (const [name, group] of groups) {
      const known = old.get(name);
      const isSame =
        known?.colliders.length === group.length &&
        group.every((collider, k) => collider === known.colliders[k]);
      this.bodies.set(name, isSame ? known : { colliders: group, body: Body.of(group) });
    }
    return this.all.filter((body) => body.begin(box, dt));
  }
}
