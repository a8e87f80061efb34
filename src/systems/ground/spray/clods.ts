import { cbrt, cos, pow, sin } from '../../../math/portable.ts';
import { conjugateQuaternion, normalizeQuaternion, rotateVector } from '../../../math/quaternion.ts';
import { hashUnit } from '../../../math/random.ts';
import { turnBy } from '../../../motion/rotation-vector.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { fallFor, findImpact, impact, type Throw } from './flight.ts';
import type { SprayGround } from './spray-ground.ts';
import { type ClodSettings, maxUnits, type SpraySettings } from './spray-settings.ts';

/** Maximum number of clods. Beyond it, the oldest that lies on the ground becomes part of it. */
export const maxClods = 4096;

/** Smallest size of a clod, as a fraction of the largest. */
const minFraction = 0.25;
/** Exponent of the number of fragments by their size, N(> d) ∝ d^−2.5: Turcotte, Fractals and fragmentation, 1986. */
const fractalDimension = 2.5;
/** Height of the middle of a clod that lies on the ground, in sizes: irregular lumps sink in a little. */
const restHeight = 0.38;
/** What a bounce leaves of the velocity across the ground and along it, and the hop of a rolling lump, as a fraction of its speed. */
const [bounce, glide, hop] = [0.2, 0.55, 0.12];
/** A clod that is slower than this after a bounce comes to rest, m/s. */
const restSpeed = 0.3;
/** A higher step than this, in sizes, stops a clod that rolls against it. */
const climb = 0.5;
/** Maximum angular velocity of a clod, rad/s. */
const maxSpin = 40;

/** What a clod is doing. A clod that rises out of the ground, after the throw or a bounce, does not collide during this time. */
export const phases = { rises: 0, flies: 1, rests: 2 } as const;

/** A lump of ground that was thrown. */
export interface Clod {
  readonly id: number;
  /** Volume, units, an integer. */
  readonly units: number;
  /** Cube root of the volume, m. */
  readonly size: number;
  readonly birthTime: number;
  phase: number;
  /** Position in m and velocity in m/s in the world. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** Unit quaternion x y z w, and angular velocity in the axes of the clod, rad/s. */
  readonly rotation: Float64Array;
  readonly spin: Float64Array;
}

/** All clods in the air and on the ground, by ascending identity. State. */
export class Clods {
  list: Clod[] = [];
  /** Identity of the next clod: the number of clods so far. */
  nextId = 0;

  constructor(
    private readonly ground: Pick<GroundSettings, 'cell' | 'datum'>,
    private readonly settings: SpraySettings,
    readonly own: ClodSettings,
    /** Side of the area in which a clod becomes ground, in columns, by its volume in units. */
    private readonly sideOf: (units: number) => number,
  ) {}

  /** Units in all clods. */
  get units(): bigint {
    let sum = 0;
    for (const { units } of this.list) sum += units;
    return BigInt(sum);
  }

  /** Returns the volume of the clod with a number of a body, in units. */
  drawUnits(seed: number, number: number): number {
    const span = pow(1 / minFraction, fractalDimension);
    const size =
      this.own.maxSize * pow(span - (span - 1) * hashUnit(seed, number, 0xc10d), -1 / fractalDimension);
    return Math.min(maxUnits, Math.max(1, Math.round((size * size * size) / this.settings.unitVolume)));
  }

  /** Returns whether there is room for one more. If needed, the oldest clod that lies on the ground becomes part of it. */
  makeRoom(ground: SprayGround): boolean {
    if (this.list.length < maxClods) return true;
    const oldest = this.list.findIndex(({ phase }) => phase === phases.rests);
    if (oldest < 0) return false;
    this.bury(ground, this.list[oldest]);
    this.list.splice(oldest, 1);
    return true;
  }

  /** Throws a clod, and moves it until the end of the step, `seconds` later. */
  launch(ground: SprayGround, { x, y, z, vx, vy, vz, volume, time }: Throw, seconds: number): void {
    const id = this.nextId++;
    const clod = this.createClod(id, volume, time);
    clod.position.set([x, y, z]);
    clod.velocity.set([vx, vy, vz]);
    const { seed } = this.settings;
    const random = (what: number) => hashUnit(seed, id, 0xc10d, what);
    const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const spin = Math.min(maxSpin, (speed / clod.size) * 0.25) * (0.3 + 0.7 * random(0));
    writeDirection(clod.spin, random(1), random(2), spin);
    // Shoemake 1992: a uniform random rotation.
    const [inner, outer, first, second] = [
      Math.sqrt(1 - random(3)),
      Math.sqrt(random(3)),
      2 * Math.PI * random(4),
      2 * Math.PI * random(5),
    ];
    clod.rotation.set([inner * sin(first), inner * cos(first), outer * sin(second), outer * cos(second)]);
    normalizeQuaternion(clod.rotation, clod.rotation);
    if (this.fly(ground, clod, seconds)) this.list.push(clod);
  }

  /** Moves all clods over a step. Those on which something treads become ground, and those that leave it count as outside. */
  advance(ground: SprayGround, dt: number): void {
    this.list = this.list.filter((clod) => {
      if (clod.phase !== phases.rests) return this.fly(ground, clod, dt);
      const [i, j] = this.columnOf(clod);
      if (ground.isTouched(i, j, this.sideOf(clod.units))) {
        this.bury(ground, clod);
        return false;
      }
      clod.position[1] = this.restingHeight(ground, i, j, clod.size);
      return true;
    });
  }

  createClod(id: number, units: number, birthTime: number): Clod {
    return {
      id,
      units,
      size: cbrt(units * this.settings.unitVolume),
      birthTime,
      phase: phases.rises,
      position: new Float64Array(3),
      velocity: new Float64Array(3),
      rotation: Float64Array.of(0, 0, 0, 1),
      spin: new Float64Array(3),
    };
  }

  /** Air drag of a clod, 1/s. `sprayDrag` applies to a particle; the area per mass decreases with the size. */
  dragOf(size: number): number {
    const { drag, particleUnits, unitVolume } = this.settings;
    return (drag * cbrt(particleUnits * unitVolume)) / size;
  }

  /** Adds the volume of a clod to the columns under it. */
  private bury(ground: SprayGround, clod: Clod): void {
    const [i, j] = this.columnOf(clod);
    ground.land(i, j, clod.units, this.sideOf(clod.units));
  }

  private columnOf({ position }: Clod): [number, number] {
    const { cell } = this.ground;
    return [Math.floor(position[0] / cell + 0.5), Math.floor(position[2] / cell + 0.5)];
  }

  private restingHeight(ground: SprayGround, i: number, j: number, size: number): number {
    return (ground.height(i, j) + this.ground.datum) / unitsPerMetre + restHeight * size;
  }

  /** Moves a clod through the air for some seconds, at most until it meets the ground. Returns false if it has left the ground. */
  private fly(ground: SprayGround, clod: Clod, seconds: number): boolean {
    const { position, velocity, rotation, spin, size } = clod;
    const { reach, drop, keep, gain } = fallFor(seconds, this.dragOf(size));
    const [x0, y0, z0] = position;
    const x1 = x0 + velocity[0] * reach;
    const y1 = y0 + velocity[1] * reach - drop;
    const z1 = z0 + velocity[2] * reach;
    for (let a = 0; a < 3; a++) velocity[a] *= keep;
    velocity[1] -= gain;
    for (let a = 0; a < 3; a++) turn[a] = spin[a] * seconds;
    turnBy(rotation, rotation, turn);
    normalizeQuaternion(rotation, rotation);
    const below = restHeight * size;
    const met = findImpact(ground, this.ground, x0, y0 - below, z0, x1, y1 - below, z1);
    if (met === 'far') {
      ground.outside += clod.units;
      return false;
    }
    position.set([x1, y1, z1]);
    if (clod.phase === phases.rises) {
      const [i, j] = this.columnOf(clod);
      if (y1 >= this.restingHeight(ground, i, j, size)) {
        clod.phase = phases.flies;
        return true;
      }
      if (velocity[1] > 0) return true;
      clod.phase = phases.flies;
    }
    if (met === 'nothing') return true;
    const { i, j, fraction, depth } = impact;
    if (ground.isMissing(i, j)) {
      ground.outside += clod.units;
      return false;
    }
    if (depth > climb * size) return this.stop(ground, clod, x0, z0);
    position.set([x0 + (x1 - x0) * fraction, 0, z0 + (z1 - z0) * fraction]);
    position[1] = this.restingHeight(ground, i, j, size);
    this.rebound(clod);
    return true;
  }

  /** Stops a clod at a wall: it falls at the position at which it was before. */
  private stop(ground: SprayGround, clod: Clod, x: number, z: number): boolean {
    const { position, velocity, size } = clod;
    position[0] = x;
    position[2] = z;
    velocity[0] *= -bounce;
    velocity[2] *= -bounce;
    const [i, j] = this.columnOf(clod);
    const floor = this.restingHeight(ground, i, j, size);
    if (position[1] > floor) return true;
    position[1] = floor;
    this.rebound(clod);
    return true;
  }

  /** Reflects the velocity of a clod that has met the ground. A slow one comes to rest, a fast one rolls on in small hops. */
  private rebound(clod: Clod): void {
    const { velocity, rotation, spin, size } = clod;
    const vx = velocity[0] * glide;
    const vz = velocity[2] * glide;
    const along = Math.sqrt(vx * vx + vz * vz);
    const up = Math.max(bounce * Math.max(0, -velocity[1]), hop * along);
    if (up < restSpeed && along < restSpeed) {
      clod.phase = phases.rests;
      velocity.fill(0);
      spin.fill(0);
      return;
    }
    velocity.set([vx, up, vz]);
    // It begins on the surface, so the test of its path starts above it.
    clod.phase = phases.rises;
    // It rolls: ω = up × v / radius.
    const radius = Math.max(size / 2, along / maxSpin);
    rotateVector(spin, conjugateQuaternion(rotation), [vz / radius, 0, -vx / radius]);
  }
}

const turn = new Float64Array(3);

/** Writes a vector of a length in a uniform random direction. */
function writeDirection(out: Float64Array, u: number, v: number, length: number): void {
  const height = 2 * u - 1;
  const flat = Math.sqrt(1 - height * height);
  out.set([length * flat * cos(2 * Math.PI * v), length * height, length * flat * sin(2 * Math.PI * v)]);
}
