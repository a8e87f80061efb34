import type { PointsBox } from '../../../src/systems/outputs/index.ts';
import type { FurObject, FurShading } from '../../../src/three/index.ts';
import { equalDeep } from '../../stage/equal-deep.ts';
import { type OutputChange, type OutputFacts, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { ShellsChange, ShellsFacts } from './feed.ts';

/** Code that draws fur. It is loaded separately, so that scenes without fur need not wait for it. */
export interface FurKit {
  readonly FurObject: typeof FurObject;
  /** The shading of fur. Undefined: the default. */
  readonly shading: FurShading | undefined;
}

/** Maximum number of shells without a graphics card, where each shell costs as much as the rest of the picture. */
const slowLayers = 12;

interface ShownShells {
  readonly facts: ShellsFacts;
  readonly object: FurObject;
}

/** The fur of a scene. Facts, drawing code and motion may arrive in any order. */
export class StageShells implements StageKind {
  private readonly shown = new Map<string, ShownShells>();
  private readonly latest = new Map<string, ShellsChange>();
  private facts: readonly ShellsFacts[] = [];
  private kit: FurKit | null = null;
  private loading: Promise<void> | null = null;
  private isDisposed = false;

  constructor(private readonly host: StageHost) {}

  /**
   * Shows the fur of a run. The previous fur stays until the run sends the first state. Resolves when the new fur can be drawn. Rejects if
   * the drawing code cannot be loaded.
   */
  async set(all: readonly OutputFacts[]): Promise<void> {
    const facts = ofKind<ShellsFacts>(all, 'shells');
    this.facts = facts;
    this.latest.clear();
    for (const [name, { facts: before, object }] of this.shown) {
      const next = facts.find((one) => one.name === name);
      if (next && next.actor === before.actor && next.vertexCount === before.vertexCount) continue;
      object.dispose();
      this.shown.delete(name);
    }
    if (facts.length === 0 || this.kit) return;
    this.loading ??= this.load();
    await this.loading;
  }

  get isEmpty(): boolean {
    return this.facts.length === 0;
  }

  /** Whether some of the fur grows on actors. */
  get coversActors(): boolean {
    return this.facts.some(({ actor }) => actor !== null);
  }

  /** Whether all fur whose state the run has sent is visible. */
  get isReady(): boolean {
    return this.facts.every(({ name }) => this.shown.has(name));
  }

  /** Bounds of the fur that grows on the ground, m. Null if there is none. */
  get extent(): PointsBox | null {
    const min: [number, number, number] = [Infinity, Infinity, Infinity];
    const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
    for (const { restPositions, lengths } of this.facts.filter(({ actor }) => actor === null)) {
      for (let k = 0; k < restPositions.length; k++) {
        const axis = k % 3;
        const reach = axis === 1 ? lengths[(k - axis) / 3] : 0;
        min[axis] = Math.min(min[axis], restPositions[k]);
        max[axis] = Math.max(max[axis], restPositions[k] + reach);
      }
    }
    return max[0] > -Infinity ? { min, max } : null;
  }

  /** The last received state of each fur, and its constant data, so that a hand can find the fur. */
  get all(): { readonly facts: ShellsFacts; readonly motion: ShellsChange }[] {
    return this.facts.flatMap((facts) => {
      const motion = this.latest.get(facts.name);
      return motion ? [{ facts, motion }] : [];
    });
  }

  update(changes: readonly OutputChange[]): void {
    // If several states arrive at once, only the last is shown.
    const last = new Map(ofKind<ShellsChange>(changes, 'shells').map((change) => [change.name, change]));
    for (const [name, change] of last) {
      const facts = this.facts.find((one) => one.name === name);
      // A state of a previous run has another shape and is ignored.
      if (!facts || change.roots.length !== 3 * facts.vertexCount) continue;
      this.latest.set(name, change);
      this.show(facts, change);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    for (const { object } of this.shown.values()) object.dispose();
    this.shown.clear();
    this.latest.clear();
    this.facts = [];
  }

  private async load(): Promise<void> {
    try {
      this.kit = await this.host.renderer.loadFur();
    } finally {
      this.loading = null;
    }
    if (this.isDisposed) return;
    for (const { facts, motion } of this.all) this.show(facts, motion);
    this.host.touch();
  }

  private show(facts: ShellsFacts, motion: ShellsChange): void {
    const { kit } = this;
    if (!kit) return;
    const before = this.shown.get(facts.name);
    if (before && (before.facts === facts || equalDeep(before.facts, facts))) {
      before.object.update(motion);
      if (before.facts !== facts) this.shown.set(facts.name, { facts, object: before.object });
      return;
    }
    const { roots, normals, offsets } = motion;
    const slow = { layers: Math.min(slowLayers, facts.look.layerCount), shadows: false };
    const object = new kit.FurObject(
      { ...facts, roots, normals, offsets },
      { shading: kit.shading, ...(this.host.isSlow ? slow : {}) },
    );
    object.update(motion);
    this.host.scene.add(object);
    // The old object is disposed after the new one is created, so that shared GPU resources are kept.
    before?.object.dispose();
    this.shown.set(facts.name, { facts, object });
  }
}
