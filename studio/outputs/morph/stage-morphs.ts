import { attachFlesh, type FleshBinding } from '../../../src/three/index.ts';
import type { StageActor } from '../../stage/load-character.ts';
import { type OutputChange, type OutputFacts, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { MorphChange, MorphShapes } from './feed.ts';

/** Moves the vertices of actors. Shapes, actors and weights may arrive in any order. They are connected when all of them have arrived. */
export class StageMorphs implements StageKind {
  private morphs: readonly MorphShapes[] = [];
  private bindings: FleshBinding[] = [];
  private actors: readonly StageActor[] = [];
  private isHeld = false;
  /** The last received weights, by the morph's name. */
  private readonly amplitudes = new Map<string, Float64Array>();

  constructor(private readonly host: StageHost) {}

  /** Always true: morphs move the actors and draw nothing themselves. */
  readonly isEmpty = true;

  set(facts: readonly OutputFacts[]): void {
    this.morphs = ofKind<MorphShapes>(facts, 'morph');
    this.amplitudes.clear();
    this.attach(this.actors);
  }

  attach(actors: readonly StageActor[]): void {
    this.detach();
    this.actors = actors;
    if (this.isHeld) return;
    for (const actor of actors) {
      const own = this.morphs.filter((morph) => morph.actor === actor.name);
      if (own.length === 0) continue;
      if (!actor.meshes) {
        this.host.warn(`${actor.name} is shown in plain colours and without its flesh`);
        continue;
      }
      const sources = own.map((morph) => ({
        ...morph,
        amplitudes: this.weightsOf(morph),
      }));
      const { renderer, warn } = this.host;
      this.bindings.push(
        attachFlesh(actor.object, sources, {
          meshes: actor.meshes(),
          shading: renderer.fleshShading,
          onNote: warn,
        }),
      );
    }
  }

  update(changes: readonly OutputChange[]): void {
    for (const { name, amplitudes } of ofKind<MorphChange>(changes, 'morph'))
      this.amplitudes.get(name)?.set(amplitudes);
    if (changes.length > 0) for (const binding of this.bindings) binding.update();
  }

  /** While `isHeld` is set, morphs do not affect the actors, because other code moves or colours them. */
  hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    this.attach(this.actors);
  }

  /** Restores the actors' own materials. */
  detach(): void {
    for (const binding of this.bindings) binding.dispose();
    this.bindings = [];
  }

  dispose(): void {
    this.detach();
    this.actors = [];
  }

  /** Returns one array for the whole run, because bindings read it. */
  private weightsOf({ name, modeCount }: MorphShapes): Float64Array {
    let weights = this.amplitudes.get(name);
    if (!weights) {
      weights = new Float64Array(modeCount);
      this.amplitudes.set(name, weights);
    }
    return weights;
  }
}
