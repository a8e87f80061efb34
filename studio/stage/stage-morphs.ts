import { attachFlesh, type FleshBinding } from '../../src/three/index.ts';
import type { MorphChange, MorphShapes } from '../run/output-changes.ts';
import type { StageRenderer } from './create-renderer.ts';
import type { StageActor } from './load-character.ts';

/**
 * What moves the vertices of actors. Shapes, actors and weights may come in any order: whenever one is new, what belongs
 * together is brought together.
 */
export class StageMorphs {
  private morphs: readonly MorphShapes[] = [];
  private bindings: FleshBinding[] = [];
  private actors: readonly StageActor[] = [];
  private isHeld = false;
  /** Weights as they were last told, by the morph's name. */
  private readonly amplitudes = new Map<string, Float64Array>();

  constructor(
    private readonly shading: StageRenderer['fleshShading'],
    private readonly warn: (words: string) => void,
  ) {}

  /** The shapes of a run, in place of those before. */
  set(morphs: readonly MorphShapes[], actors: readonly StageActor[]): void {
    this.morphs = morphs;
    this.amplitudes.clear();
    this.attach(actors);
  }

  /** The same shapes on actors that were loaded anew. */
  attach(actors: readonly StageActor[]): void {
    this.detach();
    this.actors = actors;
    if (this.isHeld) return;
    for (const actor of actors) {
      const own = this.morphs.filter((morph) => morph.actor === actor.name);
      if (own.length === 0) continue;
      if (!actor.meshes) {
        this.warn(`${actor.name} is shown in plain colours and without its flesh`);
        continue;
      }
      const sources = own.map((morph) => ({
        ...morph,
        amplitudes: this.weightsOf(morph),
      }));
      const { shading } = this;
      this.bindings.push(
        attachFlesh(actor.object, sources, { meshes: actor.meshes(), shading, onNote: this.warn }),
      );
    }
  }

  update(changes: readonly MorphChange[]): void {
    for (const { name, amplitudes } of changes) this.amplitudes.get(name)?.set(amplitudes);
    if (changes.length > 0) for (const binding of this.bindings) binding.update();
  }

  /** While held, the actors are free of their morphs: somebody else moves or colours them. */
  hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    this.attach(this.actors);
  }

  /** Puts the actors' own materials back: before they are disposed. */
  detach(): void {
    for (const binding of this.bindings) binding.dispose();
    this.bindings = [];
  }

  /** One array for ever, which bindings read. */
  private weightsOf({ name, modeCount }: MorphShapes): Float64Array {
    let weights = this.amplitudes.get(name);
    if (!weights) {
      weights = new Float64Array(modeCount);
      this.amplitudes.set(name, weights);
    }
    return weights;
  }
}
