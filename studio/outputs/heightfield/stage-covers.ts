import type { StageActor } from '../../stage/load-character.ts';
import { type OutputChange, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { CoverChange } from './feed.ts';

/** Colours the vertices of actors by the mud or snow that sticks to them. */
export class StageCovers implements StageKind {
  private actors: readonly StageActor[] = [];
  /** The last change of each ground, by name. */
  private readonly grounds = new Map<string, CoverChange>();

  constructor(private readonly host: StageHost) {}

  /** Always true: covers draw nothing themselves. */
  readonly isEmpty = true;

  set(): void {
    this.grounds.clear();
    this.show();
  }

  attach(actors: readonly StageActor[]): void {
    this.actors = actors;
    this.show();
  }

  detach(): void {}

  update(changes: readonly OutputChange[]): void {
    const own = ofKind<CoverChange>(changes, 'covers');
    for (const change of own) this.grounds.set(change.name, change);
    if (own.length > 0) this.show();
  }

  dispose(): void {
    this.actors = [];
    this.grounds.clear();
  }

  private show(): void {
    const grounds = [...this.grounds.values()];
    for (const actor of this.actors) actor.cover?.(grounds);
    this.host.touch();
  }
}
