import { pow } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { Clods } from './clods.ts';
import { type Flight, fallFor, type Throw } from './flight.ts';
import { measureHold } from './pick-up.ts';
import { free, type SprayBody, touches } from './spray-body.ts';
import type { SprayGround } from './spray-ground.ts';
import { releasedFraction, type SpraySettings } from './spray-settings.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Maximum speed of a thrown particle, m/s. A faster body has jumped, or has its keys in another unit. */
export const maxThrowSpeed = 250;

/** Random numbers of one particle. */
const draw = {
  alongA: 0,
  alongB: 1,
  time: 2,
  created: 3,
  jitterX: 4,
  jitterY: 5,
  jitterZ: 6,
  lift: 7,
} as const;
const drawCount = 8;
/** First random number of the clods of a triangle, above those of its particles. */
const clodDraws = 2 ** 30;

/** How material leaves: as a particle or a clod that stuck to a body, or as a particle of what a sliding body scrapes off. */
type Kind = 'particle' | 'clod' | 'scraped';

/** Salt of the random time of a thrown particle. */
const weights = new Float64Array(3);
const velocity = new Float64Array(3);
const middle = new Float64Array(3);
const thirds = Float64Array.of(1 / 3, 1 / 3, 1 / 3);
const thrown: Throw = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0, volume: 0, time: 0, bursts: false };

/** Throws the particles of all bodies in one step from t to t + dt. */
export class Thrower {
  private step = 0;
  private t = 0;
  private dt = 0;
  /** Number of particles that may still be tried in this step, at most the maximum in flight. Further material waits. */
  private left = 0;

  constructor(
    private readonly settings: SpraySettings,
    private readonly ground: SprayGround,
    private readonly flight: Flight,
    private readonly clods: Clods | null,
    private readonly finder: TouchFinder,
    private readonly cell: number,
    private readonly sideOf: (volume: number) => number,
  ) {}

  begin(step: number, t: number, dt: number): void {
    this.step = step;
    this.t = t;
    this.dt = dt;
    this.left = this.settings.limit;
  }

  /**
   * Throws the material that comes off a body. Each triangle that left the ground at tc with volume v loses v (e^(−(t − tc) / h) −
   * e^(−(t + Δt − tc) / h)). The material is accumulated over triangles until it is a particle, which starts at the triangle that
   * completed it. The volume of a particle that is not created stays there until the triangle leaves the ground again. Sumner 1999,
   * eq. 3.
   */
  release(body: SprayBody): void {
    const { settings, dt } = this;
    const { units, kept, leftAt } = body;
    const swept = body.swept!;
    if (swept.collider.cut) return;
    const wholeFraction = releasedFraction(settings, dt);
    for (let k = 0; k < body.listedCount; k++) {
      const triangle = body.listed[k];
      const left = leftAt[triangle];
      const loose = units[triangle] - kept[triangle];
      if (loose === 0 || left === touches || triangle >= swept.count) continue;
      const since = left === free ? 0 : left;
      const fraction = since === 0 ? wholeFraction : releasedFraction(settings, (1 - since) * dt);
      const due = body.fraction + loose * fraction;
      const whole = Math.min(loose, Math.floor(due));
      body.fraction = Math.min(1, due - whole);
      units[triangle] -= whole;
      body.loose += whole - this.shapeClods(body, whole, triangle, since);
      let volume = this.particleVolume();
      for (let n = 0; body.loose >= volume; n++, volume = this.particleVolume()) {
        body.loose -= volume;
        if (this.throwFrom(body, triangle, n, since, volume, 'particle')) continue;
        units[triangle] += volume;
        kept[triangle] += volume;
      }
    }
  }

  /**
   * Takes the clods' fraction of the units that come off a triangle. A whole clod starts at the triangle that completed it. Returns the
   * number of units that were taken.
   */
  private shapeClods(body: SprayBody, units: number, triangle: number, since: number): number {
    const { clods } = this;
    if (!clods) return 0;
    const due = body.clodRemainder + units * clods.own.fraction;
    const taken = Math.min(units, Math.floor(due));
    body.clodRemainder = Math.min(1, due - taken);
    body.clodUnits += taken;
    for (let n = 0; ; n++) {
      const volume = clods.drawUnits(body.seed, body.clodCount);
      if (body.clodUnits < volume || this.left <= 0 || !clods.makeRoom(this.ground)) return taken;
      body.clodUnits -= volume;
      body.clodCount++;
      if (this.throwFrom(body, triangle, n, since, volume, 'clod')) continue;
      body.units[triangle] += volume;
      body.kept[triangle] += volume;
    }
  }

  /** Throws the material that a body scrapes off while it slides, as if all touching triangles were full. */
  scrape(body: SprayBody): void {
    const { settings, dt, finder } = this;
    const swept = body.swept!;
    if (swept.isStationary) return;
    const fraction = releasedFraction(settings, dt);
    for (let k = 0; k < body.listedCount; k++) {
      const triangle = body.listed[k];
      if (body.leftAt[triangle] !== touches) continue;
      swept.setTime(1);
      swept.poseTriangle(triangle);
      finder.find(swept.corners, false);
      body.scraped += measureHold(swept, finder, settings) * fraction;
      let volume = this.particleVolume();
      for (let n = 0; body.scraped >= volume; n++, volume = this.particleVolume()) {
        body.scraped -= volume;
        this.throwFrom(body, triangle, n, 0, volume, 'scraped');
      }
      // Scraped material that exceeds the maximum is not stored.
      body.scraped = Math.min(body.scraped, settings.particleUnits);
    }
  }

  /** Stores the velocities of triangles whose acceleration the next step needs. */
  keepVelocities(body: SprayBody): void {
    const swept = body.swept!;
    if (swept.collider.cut) return;
    swept.setTime(0.5);
    for (let k = 0; k < body.listedCount; k++) {
      const triangle = body.listed[k];
      if (triangle >= swept.count) continue;
      swept.poseTriangle(triangle);
      swept.measureVelocity(velocity, thirds, this.dt);
      body.velocities.set(velocity, 3 * triangle);
      body.velocitySteps[triangle] = this.step;
    }
  }

  /** Returns φ in units. It is greater if many particles are in flight, and infinite if the maximum is reached. */
  private particleVolume(): number {
    const { limit, particleUnits } = this.settings;
    const room = limit - this.flight.count;
    if (room <= 0 || this.left <= 0) return Number.POSITIVE_INFINITY;
    return 2 * room >= limit ? particleUnits : particleUnits * Math.ceil(limit / (2 * room));
  }

  /** Creates a particle at a random point of a triangle and a random time after s = `since`. Returns false if it is rejected. */
  private throwFrom(
    body: SprayBody,
    triangle: number,
    n: number,
    since: number,
    volume: number,
    kind: Kind,
  ): boolean {
    const { settings, dt } = this;
    const slides = kind === 'scraped';
    this.left--;
    const swept = body.swept!;
    const first = n * drawCount + (kind === 'clod' ? clodDraws : 0);
    const acceleration = settings.rule === 'acceleration' ? this.measureAcceleration(body, triangle) : 0;
    // Uniform over the triangle: Sumner 1999, eq. 5 to 7, after Turk.
    weights[0] = 1 - Math.sqrt(this.random(body, triangle, first + draw.alongA));
    weights[1] = this.random(body, triangle, first + draw.alongB) * (1 - weights[0]);
    weights[2] = 1 - weights[0] - weights[1];
    const s = since + (1 - since) * this.random(body, triangle, first + draw.time);
    swept.setTime(s);
    swept.poseTriangle(triangle);
    swept.measureVelocity(velocity, weights, dt);
    const [ux, uy, uz] = velocity;
    const fullSpeed = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const factor = Math.min(1, maxThrowSpeed / fullSpeed);
    const [vx, vy, vz] = [factor * ux, factor * uy, factor * uz];
    const speed = factor * fullSpeed;
    const measure = settings.rule === 'speed' ? speed : acceleration;
    if (
      !(pow(measure / settings.threshold, settings.power) > this.random(body, triangle, first + draw.created))
    )
      return false;
    const { corners } = swept;
    thrown.x = weights[0] * corners[0] + weights[1] * corners[3] + weights[2] * corners[6];
    thrown.y = weights[0] * corners[1] + weights[1] * corners[4] + weights[2] * corners[7];
    thrown.z = weights[0] * corners[2] + weights[1] * corners[5] + weights[2] * corners[8];
    if (!Number.isFinite(thrown.x + thrown.y + thrown.z + speed)) return false;
    thrown.volume = volume;
    if (slides) {
      const i = Math.floor(thrown.x / this.cell + 0.5);
      const j = Math.floor(thrown.z / this.cell + 0.5);
      thrown.volume = this.ground.scrape(i, j, volume, this.sideOf(volume));
      if (thrown.volume === 0) return false;
    }
    const jitter = settings.jitter * speed;
    thrown.vx = vx + jitter * (2 * this.random(body, triangle, first + draw.jitterX) - 1);
    thrown.vy = vy + jitter * (2 * this.random(body, triangle, first + draw.jitterY) - 1);
    thrown.vz = vz + jitter * (2 * this.random(body, triangle, first + draw.jitterZ) - 1);
    if (slides) thrown.vy += settings.lift * speed * this.random(body, triangle, first + draw.lift);
    thrown.time = this.t + s * dt;
    thrown.bursts = slides;
    if (kind === 'clod') this.clods!.launch(this.ground, thrown, (1 - s) * dt);
    else this.flight.launch(this.ground, thrown, fallFor((1 - s) * dt, settings.drag));
    return true;
  }

  private random(body: SprayBody, triangle: number, which: number): number {
    return hashUnit(body.seed, triangle, this.step, which);
  }

  /** Returns the acceleration of the center of a triangle at the beginning of the step, m/s². 0 if it is unknown. */
  private measureAcceleration(body: SprayBody, triangle: number): number {
    if (body.velocitySteps[triangle] !== this.step - 1) return 0;
    const swept = body.swept!;
    swept.setTime(0.5);
    swept.poseTriangle(triangle);
    swept.measureVelocity(middle, thirds, this.dt);
    const { velocities } = body;
    const x = middle[0] - velocities[3 * triangle];
    const y = middle[1] - velocities[3 * triangle + 1];
    const z = middle[2] - velocities[3 * triangle + 2];
    return Math.sqrt(x * x + y * y + z * z) / this.dt;
  }
}
