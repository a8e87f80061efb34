import { type OutputChange, type OutputFacts, ofKind } from '../../outputs/output-feed.ts';
import type { StageHost, StageKind } from '../../outputs/stage-kind.ts';
import { createRodsObject } from './draw-rods.ts';
import type { RodsChange, RodsFacts } from './rods-feed.ts';

/** Shows rods on the page. */
export class StageRods implements StageKind {
  private readonly shown = new Map<string, ReturnType<typeof createRodsObject>>();

  constructor(private readonly host: StageHost) {}

  get isEmpty(): boolean {
    return this.shown.size === 0;
  }

  set(facts: readonly OutputFacts[]): void {
    this.dispose();
    for (const { name, count } of ofKind<RodsFacts>(facts, 'rods')) {
      const rods = createRodsObject(count);
      this.shown.set(name, rods);
      this.host.scene.add(rods.object);
    }
  }

  update(changes: readonly OutputChange[]): void {
    for (const { name, ends } of ofKind<RodsChange>(changes, 'rods')) this.shown.get(name)?.show(ends);
  }

  dispose(): void {
    for (const rods of this.shown.values()) rods.dispose();
    this.shown.clear();
  }
}
