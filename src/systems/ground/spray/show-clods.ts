import { hashBits } from '../../../math/random.ts';
import { linearOfSrgb } from '../../../math/srgb.ts';
import { turnBy } from '../../../motion/rotation-vector.ts';
import type { SurfaceLook } from '../../outputs/heightfield.ts';
import type { PointsOutput } from '../../outputs/points.ts';
import type { MaterialName } from '../rules/materials.ts';
import { type Clods, maxClods, phases } from './clods.ts';
import { fallFor } from './flight.ts';
import { sprayColors, sprayVariation } from './show-spray.ts';
import { clodLook } from './spray-look.ts';
import type { SpraySettings } from './spray-settings.ts';

/** Clods in the air and on the ground for display, in the order of their identity. `refresh` fills it. */
export class ClodsView implements PointsOutput {
  readonly kind = 'points';
  readonly name = 'clods';
  readonly look = clodLook;
  readonly attributes: ReadonlyMap<string, Float32Array> = new Map();
  readonly capacity = maxClods;
  count = 0;
  ids = new Uint32Array(0);
  positions = new Float32Array(0);
  velocities = new Float32Array(0);
  orientations = new Float32Array(0);
  colors = new Float32Array(0);
  sizes = new Float32Array(0);
  birthTimes = new Float32Array(0);
  private readonly color: readonly number[];
  private readonly variation: number;

  constructor(
    private readonly clods: Clods,
    private readonly settings: SpraySettings,
    material: MaterialName,
    look: SurfaceLook = {},
  ) {
    this.color = look.color?.map(linearOfSrgb) ?? sprayColors[material];
    this.variation = sprayVariation[material];
  }

  /** Shows the clods `ahead` seconds after the state, without landing until then. */
  refresh(ahead: number): void {
    const { list } = this.clods;
    this.reserve(list.length);
    this.count = list.length;
    list.forEach(({ id, size, birthTime, phase, position, velocity, rotation, spin }, k) => {
      this.ids[k] = id;
      this.sizes[k] = size;
      this.birthTimes[k] = birthTime;
      const moves = phase !== phases.rests;
      const { reach, drop, keep, gain } = fallFor(moves ? ahead : 0, this.clods.dragOf(size));
      for (let a = 0; a < 3; a++) {
        const isUp = a === 1;
        this.positions[3 * k + a] = position[a] + velocity[a] * reach - (isUp ? drop : 0);
        this.velocities[3 * k + a] = velocity[a] * keep - (isUp ? gain : 0);
        turn[a] = spin[a] * ahead;
      }
      turnBy(turned, rotation, turn);
      this.orientations.set(turned, 4 * k);
      const light = 1 + this.variation * (hashBits(this.settings.seed, id, 1) / 2 ** 31 - 1);
      for (let c = 0; c < 3; c++) this.colors[4 * k + c] = this.color[c] * light;
      this.colors[4 * k + 3] = 1;
    });
  }

  private reserve(count: number): void {
    if (count <= this.ids.length) return;
    const room = Math.min(this.capacity, Math.max(count, 2 * this.ids.length));
    this.ids = new Uint32Array(room);
    this.positions = new Float32Array(3 * room);
    this.velocities = new Float32Array(3 * room);
    this.orientations = new Float32Array(4 * room);
    this.colors = new Float32Array(4 * room);
    this.sizes = new Float32Array(room);
    this.birthTimes = new Float32Array(room);
  }
}

const turn = new Float64Array(3);
const turned = new Float64Array(4);
