import type { Object3D } from 'three';
import { ParticlesObject } from '../../src/three/index.ts';
import type { PointsChange, PointsFacts } from '../run/output-changes.ts';
import type { StageRenderer } from './create-renderer.ts';

/** The particles of a scene. */
export class StagePoints {
  private readonly objects = new Map<string, ParticlesObject>();
  private facts: readonly PointsFacts[] = [];

  constructor(
    private readonly parent: Object3D,
    private readonly shading: StageRenderer['pointsShading'],
  ) {}

  /** The particles of a run, none of them there yet, in place of those before. */
  set(facts: readonly PointsFacts[]): void {
    this.dispose();
    this.facts = facts;
    for (const { name, look } of facts) {
      const object = new ParticlesObject({ look, shading: this.shading });
      this.objects.set(name, object);
      this.parent.add(object);
    }
  }

  get isEmpty(): boolean {
    return this.facts.length === 0;
  }

  /** Some of them glow. */
  get glow(): boolean {
    return this.facts.some(({ look }) => look === 'ember');
  }

  /** Some of them are smoke, which only shows on something dark. */
  get smoke(): boolean {
    return this.facts.some(({ look }) => look === 'smoke');
  }

  update(changes: readonly PointsChange[]): void {
    // Of several moments at once only the last is seen.
    const last = new Map(changes.map((change) => [change.name, change]));
    for (const [name, change] of last) this.objects.get(name)?.update(change);
  }

  /** Seconds of the run, for what flickers. */
  set time(seconds: number) {
    for (const object of this.objects.values()) object.time = seconds;
  }

  dispose(): void {
    for (const object of this.objects.values()) object.dispose();
    this.objects.clear();
  }
}
