import type { Actor } from './actor.ts';
import type { DeformingCollider } from './collider.ts';
import type { ColliderDriver } from './collider-driver.ts';
import { deformSurface } from './deform-surface.ts';
import { orientTriangles } from './orient-triangles.ts';
import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';
import { weldSurface } from './weld-vertices.ts';

export interface ActorColliderOptions {
  /** When the simulation starts, seconds. The step that begins there is a cut: nothing was before it. Default 0. */
  readonly startTime?: number;
}

/**
 * One collider a surface, named `actor/surface`, so that systems can leave out whole surfaces that are far away.
 * Vertices that the file repeats for its normals and texture coordinates are welded: posing costs a third to a sixth.
 */
export function createActorColliders(actor: Actor, options: ActorColliderOptions = {}): ColliderDriver {
  const startTime = options.startTime ?? 0;
  const restPose = actor.poseAt(startTime);
  const surfaces = actor.rig.surfaces.map(weldSurface);
  const colliders = surfaces.map((surface) => createCollider(actor, surface, restPose));
  let posedTime = Number.NaN;

  function poseEnds(t: number): void {
    const pose = actor.poseAt(t);
    for (let k = 0; k < surfaces.length; k++) deformSurface(surfaces[k], pose, colliders[k].end);
    posedTime = t;
  }

  return {
    colliders,
    advance(t0, t1) {
      if (posedTime !== t0) poseEnds(t0);
      for (const collider of colliders) swapPoses(collider);
      poseEnds(t1);
      const cut = t0 <= startTime || actor.cutBetween(t0, t1);
      for (const collider of colliders) {
        collider.cut = cut;
        measureVelocity(collider, t1 - t0);
      }
    },
  };
}

/** The same collider with its poses open to exchange; systems see them as read-only. */
interface PosedCollider extends DeformingCollider {
  start: Float64Array;
  end: Float64Array;
}

function createCollider(actor: Actor, surface: RigSurface, pose: Pose): PosedCollider {
  const length = surface.positions.length;
  return {
    kind: 'deforming',
    name: `${actor.name}/${surface.name}`,
    vertexCount: length / 3,
    indices: orientTriangles(surface, pose),
    cut: true,
    start: new Float64Array(length),
    end: new Float64Array(length),
    velocity: new Float64Array(length),
  };
}

function swapPoses(collider: PosedCollider): void {
  const { start } = collider;
  collider.start = collider.end;
  collider.end = start;
}

function measureVelocity(collider: PosedCollider, dt: number): void {
  const { start, end, velocity } = collider;
  if (collider.cut) {
    velocity.fill(0);
    return;
  }
  const rate = 1 / dt;
  for (let k = 0; k < velocity.length; k++) velocity[k] = (end[k] - start[k]) * rate;
}
