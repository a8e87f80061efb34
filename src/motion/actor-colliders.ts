import { append } from '../math/lists.ts';
import type { Actor } from './actor.ts';
import type { Collider, DeformingCollider } from './collider.ts';
import type { ColliderDriver } from './collider-driver.ts';
import { deformSurface } from './deform-surface.ts';
import { orientTriangles } from './orient-triangles.ts';
import { type PartPresence, PartSize } from './part-size.ts';
import { createRestPose, Pose } from './pose.ts';
import type { Rig, RigSurface } from './rig.ts';
import { divideSurface, splitSurface } from './split-surface.ts';
import { SurfaceBound } from './surface-bound.ts';
import { uniqueName } from './unique-name.ts';
import { weldSurface } from './weld-vertices.ts';

/** Options of the colliders of an actor. */
export interface ActorColliderOptions {
  /** Start of the simulation, seconds. The step that begins there is a cut, since there is no earlier motion. Default 0. */
  readonly startTime?: number;
  /**
   * Returns whether a gait stands on a node. Decides which parts are in `standing` and which are in `others`. Absent: all nodes count as
   * standing.
   */
  readonly standsOn?: (node: number) => boolean;
}

/** The colliders of an actor. `standing` and `others` divide the same surface into the parts that stand on the ground and the rest. */
export interface ActorColliders extends ColliderDriver {
  /**
   * The same kind of parts as in `colliders`. A part of which only a piece stands is divided into that piece and one piece per joint for
   * the rest.
   */
  readonly standing: readonly Collider[];
  readonly others: readonly Collider[];
}

/**
 * Creates the colliders of an actor. Its surfaces are welded, because files repeat vertices for normals and texture coordinates. They are
 * split by joint, so that only parts near the ground are posed: of a running character, only the feet and shins. A part whose bones are
 * scaled to 0 has an infinite `lowest`; when the part reappears, that step is a cut.
 */
export function createActorColliders(actor: Actor, options: ActorColliderOptions = {}): ActorColliders {
  const startTime = options.startTime ?? 0;
  const step: Step = { start: new Pose(actor.rig), end: new Pose(actor.rig), duration: 0 };
  actor.poseAt(startTime, step.end);
  const rest = createRestPose(actor.rig, actor.scale);
  const names = new Set<string>();
  const parts = partsOf(actor.rig).map(
    (surface) => new ActorCollider(uniqueName(`${actor.name}/${surface.name}`, names), surface, step, rest),
  );
  const pieces: ActorCollider[] = [];
  const standing: ActorCollider[] = [];
  const others: ActorCollider[] = [];
  for (const part of parts) {
    const toCollider = (surface: RigSurface): ActorCollider => {
      if (surface === part.surface) return part;
      const isNamed = surface.name !== part.surface.name;
      const name = isNamed ? uniqueName(`${actor.name}/${surface.name}`, names) : part.name;
      const piece = new ActorCollider(name, surface, step, rest);
      pieces.push(piece);
      return piece;
    };
    const divided = options.standsOn
      ? divideSurface(actor.rig, part.surface, options.standsOn)
      : { chosen: part.surface, others: [] };
    if (divided.chosen) standing.push(toCollider(divided.chosen));
    append(others, divided.others.map(toCollider));
  }
  const colliders = [...parts, ...pieces];
  let posedTime = startTime;

  return {
    colliders: parts,
    standing,
    others,
    advance(t0, t1) {
      const follows = posedTime === t0;
      [step.start, step.end] = [step.end, step.start];
      if (!follows) actor.poseAt(t0, step.start);
      actor.poseAt(t1, step.end);
      step.duration = t1 - t0;
      posedTime = t1;
      const cut = t0 <= startTime || actor.cutBetween(t0, t1);
      for (const collider of colliders) collider.advance(follows, cut);
    },
  };
}

/** The welded parts of each rig. All actors with the same file share them, because they need much memory. */
const partsOfRig = new WeakMap<Rig, readonly RigSurface[]>();

function partsOf(rig: Rig): readonly RigSurface[] {
  let parts = partsOfRig.get(rig);
  if (!parts) {
    parts = rig.surfaces.flatMap((surface) => splitSurface(rig, weldSurface(surface)));
    partsOfRig.set(rig, parts);
  }
  return parts;
}

/** The poses at both ends of the step and its duration in seconds. All colliders of an actor use the same object. */
interface Step {
  start: Pose;
  end: Pose;
  duration: number;
}

/** A collider that poses its vertices when they are first read in a step. */
class ActorCollider implements DeformingCollider {
  readonly kind = 'deforming';
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  cut = true;

  /** Allocated on first use: most parts of a character never come near anything. */
  private startPositions: Float64Array | null = null;
  private endPositions: Float64Array | null = null;
  private velocities: Float64Array | null = null;
  private isStartPosed = false;
  private isEndPosed = false;
  private isVelocityMeasured = false;

  private readonly bound: SurfaceBound;
  private readonly size: PartSize;
  private endPresence: PartPresence;
  private startLowest = Number.NaN;
  private endLowest = Number.NaN;

  constructor(
    readonly name: string,
    readonly surface: RigSurface,
    private readonly step: Step,
    rest: Pose,
  ) {
    this.vertexCount = surface.positions.length / 3;
    this.indices = orientTriangles(surface, step.end);
    this.bound = SurfaceBound.of(surface);
    this.endLowest = this.bound.measure(step.end);
    this.size = new PartSize(surface, rest);
    this.endPresence = this.size.measure(step.end);
  }

  /** follows: whether the step begins where the previous step ended. Then the end pose of the previous step is the new start pose. */
  advance(follows: boolean, cut: boolean): void {
    [this.startPositions, this.endPositions] = [this.endPositions, this.startPositions];
    this.isStartPosed = follows && this.isEndPosed;
    this.isEndPosed = false;
    this.isVelocityMeasured = false;
    this.startLowest = follows ? this.endLowest : this.bound.measure(this.step.start);
    this.endLowest = this.bound.measure(this.step.end);
    const startPresence = follows ? this.endPresence : this.size.measure(this.step.start);
    this.endPresence = this.size.measure(this.step.end);
    this.cut = cut || startPresence !== this.endPresence;
  }

  get lowest(): number {
    if (this.endPresence === 'gone') return Number.POSITIVE_INFINITY;
    // At a cut only the end counts: a part that was scaled to 0 has all its vertices at one point at the start.
    return Math.min(this.startLowest, this.endLowest);
  }

  get across(): readonly [number, number, number, number] | null {
    const { start, end } = this.step;
    const [a, b] = [this.bound.measureAcross(start), this.bound.measureAcross(end)];
    return a && b && [Math.min(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.max(a[3], b[3])];
  }

  get start(): Float64Array {
    this.startPositions ??= this.createVectors();
    if (!this.isStartPosed) deformSurface(this.surface, this.step.start, this.startPositions);
    this.isStartPosed = true;
    return this.startPositions;
  }

  get end(): Float64Array {
    this.endPositions ??= this.createVectors();
    if (!this.isEndPosed) deformSurface(this.surface, this.step.end, this.endPositions);
    this.isEndPosed = true;
    return this.endPositions;
  }

  get velocity(): Float64Array {
    this.velocities ??= this.createVectors();
    if (!this.isVelocityMeasured) this.measureVelocity(this.velocities);
    this.isVelocityMeasured = true;
    return this.velocities;
  }

  private createVectors(): Float64Array {
    return new Float64Array(3 * this.vertexCount);
  }

  private measureVelocity(velocities: Float64Array): void {
    if (this.cut) {
      velocities.fill(0);
      return;
    }
    const { start, end } = this;
    const rate = 1 / this.step.duration;
    for (let k = 0; k < velocities.length; k++) velocities[k] = (end[k] - start[k]) * rate;
  }
}
