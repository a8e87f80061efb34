import type { Mesh } from 'three';
import type { RigidPose } from '../../motion/collider.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import { JumpDetector } from '../../motion/live/jump-detector.ts';
import { LiveCollider } from '../../motion/live/live-collider.ts';
import { movePoints } from '../../motion/move-points.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import type { SkinSurface } from '../../motion/skin-surface.ts';
import { type SoftPart, softenSurface } from '../../motion/soft-motion.ts';
import type { FleshBinding } from '../flesh/attach-flesh.ts';
import type { ObjectSkin } from './read-skin.ts';

/** If the mean speed of a skin is above this, m/s, the skin was moved elsewhere (a cut). */
const maxSpeed = 100;

/** A moving skin in a three.js scene. It stores the motion of a frame, and steps may cover any part of this motion. */
export class LiveSkin {
  /** The surface that fur reads. */
  readonly surface: SkinSurface;
  private readonly frames: LiveCollider;
  /** The pose that was read last. */
  readonly pose: Pose;
  private readonly rig: Rig;
  private readonly world: Float64Array;
  private readonly scratch: Float64Array;
  private readonly jumps = new JumpDetector(maxSpeed);

  /**
   * surfaces: indices of the surfaces in the rig, in the order in which they are concatenated. origin [3]: the point to which positions are
   * relative, world metres. It may change from frame to frame. soft: the flesh that displaces the vertices, if any does.
   */
  constructor(
    private readonly skin: Pick<ObjectSkin, 'actor' | 'readPose'>,
    private readonly surfaces: readonly number[],
    private readonly origin: { toArray(): number[] },
    private readonly soft: SoftSkin | null = null,
  ) {
    this.rig = skin.actor.rig;
    this.pose = new Pose(this.rig);
    const parts = surfaces.map((index) => this.rig.surfaces[index]);
    const vertexCount = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const indices: number[] = [];
    let offset = 0;
    for (const part of parts) {
      for (const vertex of part.indices) indices.push(offset + vertex);
      offset += part.positions.length / 3;
    }
    this.world = new Float64Array(3 * vertexCount);
    this.scratch = new Float64Array(3 * vertexCount);
    this.frames = new LiveCollider(skin.actor.name, vertexCount, Uint32Array.from(indices));
    this.surface = Object.assign(this.frames, { positionsAt: null, fork: null });
  }

  /**
   * Reads the current positions of the skin, `dt` seconds after the last read. Returns `cut` if no motion connects the two reads, because
   * `isCut` is true or because the skin is too far away to have moved there. Returns `lost` if a position is not finite; then nothing is
   * read. carry: the part of the reference's motion since the last read that is not felt.
   */
  read(isCut: boolean, dt: number, carry: RigidPose | null = null): 'moved' | 'cut' | 'lost' {
    if (!this.deform()) return 'lost';
    if (isCut) this.jumps.reset();
    const hasJumped = isCut || this.jumps.judge(this.measureMove(carry), dt);
    this.frames.push(this.world, null, hasJumped, undefined, carry);
    return hasJumped ? 'cut' : 'moved';
  }

  /**
   * Returns the mean distance, m, between the vertices and their positions at the last read. The latter are first moved with the reference.
   */
  private measureMove(carry: RigidPose | null): number {
    const { world } = this;
    const last = this.carried(carry);
    let sum = 0;
    for (let k = 0; k < world.length; k += 3) {
      sum += Math.hypot(world[k] - last[k], world[k + 1] - last[k + 1], world[k + 2] - last[k + 2]);
    }
    return sum / Math.max(1, world.length / 3);
  }

  /** Positions of the vertices at the last read, relative to the origin at that time, m. [3 · vertexCount] */
  get last(): Float64Array {
    return this.frames.last;
  }

  private carried(carry: RigidPose | null): Float64Array {
    const { last } = this.frames;
    if (!carry) return last;
    movePoints(this.scratch, carry, last);
    return this.scratch;
  }

  /** Returns whether the skin is where it was at the last read, to 0.1 mm. The earlier positions are first moved with the reference. */
  isInPlace(carry: RigidPose | null = null): boolean {
    if (!this.deform()) return true;
    const last = this.carried(carry);
    return this.world.every((value, k) => Math.abs(value - last[k]) <= 1e-4);
  }

  /** Sets the skin to its current pose, without motion, until the next `read`. Returns false if a position is not finite. */
  preview(): boolean {
    if (!this.deform()) return false;
    this.surface.end.set(this.world);
    return true;
  }

  /** Fills `world` with the current positions. Returns whether all of them are finite. */
  private deform(): boolean {
    const { skin, pose, world, soft } = this;
    skin.readPose(pose);
    let offset = 0;
    for (const index of this.surfaces) {
      const { positions } = this.rig.surfaces[index];
      const out = world.subarray(offset, offset + positions.length);
      const soften = soft ? softenSurface(index, soft.parts, soft.shown) : undefined;
      deformSurface(this.rig.surfaces[index], pose, out, soften);
      offset += positions.length;
    }
    const from = this.origin.toArray();
    for (let k = 0; k < world.length; k++) world[k] -= from[k % 3];
    return world.every(Number.isFinite);
  }

  /** Sets the skin to the part of the frame's motion between the fractions s0 and s1, which takes dt seconds. */
  advance(s0: number, s1: number, dt: number): void {
    this.frames.advance(s0, s1, dt);
  }
}

/** The flesh of a skin. */
export interface SoftSkin {
  /** The parts that displace its surfaces. */
  readonly parts: readonly SoftPart[];
  /** The current amplitudes of all parts. The array stays the same. */
  readonly shown: Float64Array;
}

/** Returns the flesh of these meshes. Its parts are in the order of their amplitudes. */
export function findSoftSkin({ sources, shapes, shown }: FleshBinding, meshes: readonly Mesh[]): SoftSkin {
  let column = 0;
  const parts = sources.map(({ modeCount }) => {
    const first = column;
    column += modeCount;
    const surfaces = meshes.flatMap((mesh, surface) =>
      (shapes.get(mesh) ?? [])
        .filter((moved) => moved.column === first)
        .map(({ surface: { vertices, shapes: rows } }) => ({ surface, vertices, shapes: rows })),
    );
    return { modeCount, surfaces };
  });
  return { parts, shown };
}
