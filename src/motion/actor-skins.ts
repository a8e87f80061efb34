import type { Actor } from './actor.ts';
import { deformSurface } from './deform-surface.ts';
import { orientTriangles } from './orient-triangles.ts';
import { findHidden } from './part-size.ts';
import { Pose } from './pose.ts';
import type { Rig, RigSurface } from './rig.ts';
import type { SkinSet, SkinSurface } from './skin-surface.ts';
import { type SoftMotion, softenSurface } from './soft-motion.ts';

export interface ActorSkinOptions {
  /** Start of the simulation, seconds. The step that begins there is not connected to any earlier motion. Default 0. */
  readonly startTime?: number;
  /** The soft parts of the actor. Absent: it has none. */
  readonly soft?: SoftMotion;
}

/** Creates the skins of an actor whose motion is recorded and can therefore be evaluated at any time. */
export function createActorSkins(actor: Actor, options: ActorSkinOptions = {}): SkinSet {
  const { startTime = 0, soft } = options;
  const weightsAt = (t: number) => soft?.weightsAt(t) ?? none;
  const fork = () => createActorSkins(actor, { startTime, soft: soft?.fork() });
  const pose = new Pose(actor.rig);
  const skins: ActorSkin[] = [];
  let posedTime = Number.NaN;
  let hidden: Uint8Array = new Uint8Array(0);

  return {
    add(request) {
      const surfaces = request.surfaces ?? actor.rig.surfaces.map((_, index) => index);
      const known = skins.find((skin) => isSame(skin.surfaces, surfaces));
      if (known) return known;
      actor.poseAt(startTime, pose);
      const skin = new ActorSkin(actor, surfaces, pose, weightsAt(startTime), soft ?? null, fork);
      skins.push(skin);
      return skin;
    },
    advance(t0, t1) {
      const follows = posedTime === t0;
      for (const skin of skins) skin.swap();
      if (!follows) {
        actor.poseAt(t0, pose);
        const weights = weightsAt(t0);
        for (const skin of skins) skin.deform(skin.start, pose, weights);
        hidden = findHidden(pose);
      }
      actor.poseAt(t1, pose);
      const weights = weightsAt(t1);
      const before = hidden;
      hidden = findHidden(pose);
      // A skin that reappears has no earlier position.
      const cut = actor.cutBetween(t0, t1);
      for (const skin of skins) {
        skin.deform(skin.end, pose, weights);
        skin.cut = cut || skin.nodes.some((node) => hidden[node] !== before[node]);
      }
      posedTime = t1;
    },
  };
}

const none = new Float64Array(0);

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}

/** Returns the nodes to which vertices of the given surfaces are bound, and all ancestors of these nodes. */
function nodesOf({ nodes, skins }: Rig, surfaces: readonly RigSurface[]): number[] {
  const found = new Set<number>();
  const add = (node: number) => {
    for (let above = node; above >= 0 && !found.has(above); above = nodes[above].parent) found.add(above);
  };
  for (const { skin, node, jointIndices, jointWeights } of surfaces) {
    if (skin < 0) add(node);
    else
      jointWeights.forEach((weight, k) => {
        if (weight > 0) add(skins[skin].joints[jointIndices[k]]);
      });
  }
  return [...found];
}

class ActorSkin implements SkinSurface {
  readonly name: string;
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  start: Float64Array;
  end: Float64Array;
  cut = true;
  /** The nodes that move the skin: the nodes to which its vertices are bound, and all their ancestors. */
  readonly nodes: readonly number[];
  private readonly asked: Pose;
  /** The soft parts at times that the simulation has not reached, and the last of these times. */
  private ahead: { readonly soft: SoftMotion; time: number } | null = null;

  constructor(
    private readonly actor: Actor,
    readonly surfaces: readonly number[],
    pose: Pose,
    weights: Float64Array,
    private readonly soft: SoftMotion | null,
    readonly fork: () => SkinSet,
  ) {
    const chosen = surfaces.map((index) => actor.rig.surfaces[index]);
    this.name = actor.name;
    this.nodes = nodesOf(actor.rig, chosen);
    this.vertexCount = chosen.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    this.indices = new Uint32Array(chosen.reduce((sum, { indices }) => sum + indices.length, 0));
    let [corner, vertex] = [0, 0];
    for (const surface of chosen) {
      for (const index of orientTriangles(surface, pose)) this.indices[corner++] = vertex + index;
      vertex += surface.positions.length / 3;
    }
    this.start = new Float64Array(3 * this.vertexCount);
    this.end = new Float64Array(3 * this.vertexCount);
    this.asked = new Pose(actor.rig);
    this.deform(this.start, pose, weights);
    this.end.set(this.start);
  }

  // An arrow function, so that callers may detach it from the object.
  readonly positionsAt = (out: Float64Array, t: number): void => {
    this.actor.poseAt(t, this.asked);
    this.deform(out, this.asked, this.foresee(t));
  };

  /** Returns the weights of the soft parts at any time from the current step on. */
  private foresee(t: number): Float64Array {
    if (!this.soft) return none;
    if (!this.ahead || t < this.ahead.time) this.ahead = { soft: this.soft.fork(), time: t };
    this.ahead.time = t;
    return this.ahead.soft.weightsAt(t);
  }

  swap(): void {
    [this.start, this.end] = [this.end, this.start];
  }

  deform(out: Float64Array, pose: Pose, weights: Float64Array): void {
    const parts = this.soft?.parts ?? [];
    let offset = 0;
    for (const index of this.surfaces) {
      const surface = this.actor.rig.surfaces[index];
      const { length } = surface.positions;
      const soften = softenSurface(index, parts, weights);
      deformSurface(surface, pose, out.subarray(offset, offset + length), soften);
      offset += length;
    }
  }
}
