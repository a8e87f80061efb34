import type { Floor } from '../floor.ts';
import type { TriangleMesh } from '../keyed-collider.ts';
import type { PressedGround } from '../response/pressed-ground.ts';
import type { Soil } from '../response/soil.ts';
import type { RigidMotion } from '../rigid-motion.ts';
import type { GroundForce } from './ground-contact.ts';

/** An object whose motion is simulated. SI units, world axes. */
export interface SimulatedBody {
  readonly name: string;
  /** Vertices in the frame of the body, metres. */
  readonly mesh: Pick<TriangleMesh, 'positions' | 'indices'>;
  readonly mass: number;
  /** Coefficient of friction, and fraction of the speed after a bounce, with other rigid objects. */
  readonly friction: number;
  readonly restitution: number;
  /** Where it is before it is released. */
  readonly given: RigidMotion;
  readonly releaseTime: number;
  /** Velocity of its centre of mass, m/s, and angular velocity, rad/s, at its release. Absent: those of the given motion. */
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
  readonly soil: Soil;
  readonly floor: Floor;
  /** What others pressed into its ground, except for simulated objects. Those with the same value are on the same ground. Absent: nothing. */
  readonly pressed?: PressedGround;
}

/** What simulated objects collide with: a rigid shape with a given motion. */
export interface Obstacle {
  /** Vertices in the frame of its motion, metres. */
  readonly positions: Float64Array;
  /** Triangles of its surface. Absent: it is the convex hull of the vertices. */
  readonly indices?: Uint32Array;
  readonly motion: RigidMotion;
  /** Whether it never moves. */
  readonly isStatic: boolean;
  /** Names of simulated objects that pass through it. */
  readonly ignores: readonly string[];
}

/** What happened to an object at one time. SI units. */
export interface PropSample extends GroundForce {
  /** Speed of the centre of mass. */
  readonly speed: number;
  readonly isAtRest: boolean;
}
