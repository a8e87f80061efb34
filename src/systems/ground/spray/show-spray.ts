import { cbrt } from '../../../math/portable.ts';
import { hashBits } from '../../../math/random.ts';
import { linearOfSrgb } from '../../../math/srgb.ts';
import type { SurfaceLook } from '../../outputs/heightfield.ts';
import type { PointsOutput } from '../../outputs/points.ts';
import type { MaterialName } from '../rules/materials.ts';
import { type Fall, type Flight, fallFor } from './flight.ts';
import { sprayLook } from './spray-look.ts';
import type { SpraySettings } from './spray-settings.ts';

/** Linear color of material in the air. It is lighter than the ground, because it is translucent and not in shadow. */
export const sprayColors: { readonly [Name in MaterialName]: readonly [number, number, number] } = {
  sand: [0.78, 0.57, 0.33],
  mud: [0.17, 0.11, 0.065],
  snow: [0.93, 0.95, 0.98],
};
/** Range of the random brightness of particles. */
export const sprayVariation: { readonly [Name in MaterialName]: number } = {
  sand: 0.28,
  mud: 0.3,
  snow: 0.05,
};

/** Particles in flight for display, in the order of their identity. `refresh` fills it. */
export class SprayView implements PointsOutput {
  readonly kind = 'points';
  readonly name = 'spray';
  readonly look = sprayLook;
  readonly orientations = null;
  readonly attributes: ReadonlyMap<string, Float32Array> = new Map();
  readonly capacity: number;
  count = 0;
  ids = new Uint32Array(0);
  positions = new Float32Array(0);
  velocities = new Float32Array(0);
  colors = new Float32Array(0);
  sizes = new Float32Array(0);
  birthTimes = new Float32Array(0);
  private readonly color: readonly number[];

  constructor(
    private readonly settings: SpraySettings,
    private readonly material: MaterialName,
    look: SurfaceLook = {},
  ) {
    this.color = look.color?.map(linearOfSrgb) ?? sprayColors[material];
    this.capacity = settings.limit;
  }

  /** Shows the particles `ahead` seconds after the state, without landing until then. */
  refresh(flight: Flight, ahead = 0): void {
    const { settings } = this;
    this.count = flight.count;
    this.reserve(flight.count);
    this.place(flight, fallFor(ahead, settings.drag));
    const [red, green, blue] = this.color;
    const spread = sprayVariation[this.material];
    for (let k = 0; k < flight.count; k++) {
      this.ids[k] = flight.ids[k];
      this.sizes[k] = cbrt(flight.volume[k] * settings.unitVolume);
      this.birthTimes[k] = flight.birthTime[k];
      const light = 1 + spread * (hashBits(settings.seed, flight.ids[k]) / 2 ** 31 - 1);
      this.colors[4 * k] = red * light;
      this.colors[4 * k + 1] = green * light;
      this.colors[4 * k + 2] = blue * light;
      this.colors[4 * k + 3] = 1;
    }
  }

  private place(flight: Flight, { reach, drop, keep, gain }: Fall): void {
    const { positions, velocities } = this;
    const { x, y, z, vx, vy, vz } = flight;
    for (let k = 0; k < flight.count; k++) {
      positions[3 * k] = x[k] + vx[k] * reach;
      positions[3 * k + 1] = y[k] + vy[k] * reach - drop;
      positions[3 * k + 2] = z[k] + vz[k] * reach;
      velocities[3 * k] = vx[k] * keep;
      velocities[3 * k + 1] = vy[k] * keep - gain;
      velocities[3 * k + 2] = vz[k] * keep;
    }
  }

  private reserve(count: number): void {
    if (count <= this.ids.length) return;
    const room = Math.max(count, Math.min(this.capacity, 2 * this.ids.length));
    this.ids = new Uint32Array(room);
    this.positions = new Float32Array(3 * room);
    this.velocities = new Float32Array(3 * room);
    this.colors = new Float32Array(4 * room);
    this.sizes = new Float32Array(room);
    this.birthTimes = new Float32Array(room);
  }
}
