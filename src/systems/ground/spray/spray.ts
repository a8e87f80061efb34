import { cbrt } from '../../../math/portable.ts';
import type { PointsOutput } from '../../outputs/points.ts';
import { nameBodies } from '../contact/name-bodies.ts';
import type { NearSurface } from '../contact/near-surface.ts';
import { regroup } from '../flow/regroup.ts';
import type { GroundState } from '../state.ts';
import { Clods } from './clods.ts';
import { Flight, fallFor } from './flight.ts';
import { PendingPickUps } from './pending-pick-ups.ts';
import { pickUp } from './pick-up.ts';
import { ClodsView } from './show-clods.ts';
import { SprayView } from './show-spray.ts';
import { SprayBody } from './spray-body.ts';
import { SprayGround } from './spray-ground.ts';
import type { SpraySettings } from './spray-settings.ts';
import { Thrower } from './throw-particles.ts';
import { TouchFinder } from './touch-finder.ts';

/** Material that sticks to colliders and material in flight. Bodies and flight are state. */
export class Spray {
  /** One object for the life of the state. Keys over time overwrite its numbers: see `change`. */
  readonly settings: SpraySettings;
  readonly bodies = new Map<string, SprayBody>();
  readonly flight: Flight;
  readonly view: SprayView;
  /** Null if all that is thrown is particles. */
  readonly clods: Clods | null;
  readonly clodsView: ClodsView | null;
  /** Number of steps in which more than half of the maximum number of particles were in flight. Particles are then heavier. State. */
  crowdedSteps = 0;
  readonly ground: SprayGround;
  readonly finder: TouchFinder;
  readonly thrower: Thrower;
  readonly pending = new PendingPickUps();

  constructor(state: GroundState, settings: SpraySettings) {
    const { cell, datum, material, look } = state.settings;
    const sideOf = (volume: number) => Math.max(1, Math.round(cbrt(volume * settings.unitVolume) / cell));
    this.settings = { ...settings };
    this.flight = new Flight(state.settings, sideOf);
    this.ground = new SprayGround(state);
    this.clods = settings.clods && new Clods(state.settings, this.settings, settings.clods, sideOf);
    this.finder = new TouchFinder(this.ground, cell, datum);
    this.thrower = new Thrower(
      this.settings,
      this.ground,
      this.flight,
      this.clods,
      this.finder,
      cell,
      sideOf,
    );
    this.view = new SprayView(this.settings, material, look);
    this.clodsView = this.clods && new ClodsView(this.clods, this.settings, material, look);
  }

  /** Sets the settings to those of the current step. */
  change(settings: SpraySettings): void {
    Object.assign(this.settings, settings);
  }

  /** Units that stick to colliders. */
  get attached(): bigint {
    let sum = 0;
    for (const body of this.bodies.values()) sum += body.attached;
    return BigInt(sum);
  }

  /** Everything that is shown, as it is `ahead` seconds after the state. */
  show(ahead = 0): PointsOutput[] {
    this.view.refresh(this.flight, ahead);
    this.clodsView?.refresh(ahead);
    return this.clodsView ? [this.view, this.clodsView] : [this.view];
  }

  /** Returns the body of a collider. It is created if there is none. */
  bodyOf(name: string): SprayBody {
    let body = this.bodies.get(name);
    if (!body) {
      body = new SprayBody(name, this.settings.seed, this.settings.rule === 'acceleration');
      this.bodies.set(name, body);
    }
    return body;
  }
}

/**
 * Runs the spray of one step from t to t + dt, after colliders have pressed the ground and before it flows: triangles that leave take
 * material along, particles fly on and land, and material that comes off is thrown. Bodies are processed by name, so that their
 * order in the inputs has no effect.
 */
export function stepSpray(state: GroundState, spray: Spray, t: number, dt: number): void {
  const { flight, clods, ground, finder, pending, thrower, settings } = spray;
  const active = listActive(state, spray);
  if (active.length === 0 && flight.count === 0 && !clods?.list.length) return;
  ground.begin();
  thrower.begin(state.steps, t, dt);
  for (const { body, surface } of active) pickUp(body, surface, pending, finder, settings);
  pending.take(ground);
  flight.advance(ground, fallFor(dt, settings.drag));
  clods?.advance(ground, dt);
  for (const { body } of active) {
    thrower.release(body);
    if (settings.slides) thrower.scrape(body);
    if (settings.rule === 'acceleration') thrower.keepVelocities(body);
  }
  if (2 * flight.count > settings.limit) spray.crowdedSteps++;
  state.totals.outside += BigInt(ground.outside);
  regroup(state, true);
}

interface ActiveBody {
  readonly body: SprayBody;
  readonly surface: NearSurface;
}

/** Lists the bodies of colliders that may touch or have sticking material, by name. */
function listActive({ surfaces }: GroundState, spray: Spray): ActiveBody[] {
  const active: ActiveBody[] = [];
  for (const { name, surface } of nameBodies(surfaces)) {
    const known = spray.bodies.get(name);
    if (surface.tiles.length === 0 && (known?.listedCount ?? 0) === 0) continue;
    const body = known ?? spray.bodyOf(name);
    body.follow(surface);
    active.push({ body, surface });
  }
  return active;
}
