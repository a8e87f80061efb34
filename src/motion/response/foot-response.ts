import type { GroundHeight, GroundPlane } from '../travel/fit-ground.ts';
import { type FlatTable, locateSample, sampleOf } from '../travel/flat-table.ts';
import { easeFraction } from '../travel/foot-ground.ts';
import { GridCache, sampleSpline } from '../travel/grid-cache.ts';
import { lowest } from '../travel/track-soles.ts';
import type { FootLoads } from './foot-loads.ts';
import {
  type Bearing,
  divideFootprint,
  findDepth,
  fitSole,
  measureContact,
  pressColumns,
} from './footprint.ts';
import {
  areaAround,
  areasOverlap,
  type GroundArea,
  type GroundMemory,
  type PressedDepth,
  type PressSource,
} from './pressed-ground.ts';
import {
  gravity,
  passiveResistance,
  type Soil,
  shearDisplacementAt,
  shearStrength,
  sinkageModulus,
  tabulatePressure,
} from './soil.ts';

/** How much the ground answers to a character. SI units. */
export interface ResponseOptions {
  readonly soil: Soil;
  /** Mass of the character, kg. */
  readonly mass: number;
  /** Fraction of the computed corrections that is applied, 0 to 1. */
  readonly amount: number;
  /** What the ground remembers of earlier steps, and of others. Absent: nothing. */
  readonly memory?: GroundMemory | null;
}

/** How the coordinates of a foot belong to the scene. */
export interface FootPlacement {
  /** Metres per rig unit. */
  readonly scale: number;
  /** Converts a position on the ground from rig axes, in metres, to world metres. */
  toWorld(x: number, z: number): readonly [number, number];
  /** Returns the time in the scene, s, of a time in periods. */
  timeOf(periods: number): number;
}

/** A foot sinks at most this fraction of the height of the character, and slips at most this fraction of it. */
export const maxSinkage = 0.25;
export const maxSlip = 0.06;
/** Depths and slips are computed at this rate, 1 / s. */
const samplesPerSecond = 60;
/** Points of the sole belong to its lower side if they come this near to the height of its lowest point, as a fraction of the height. */
const soleBand = 0.01;
/**
 * A foot is pulled out of its print at this speed, in heights of the character per second, in at most this fraction of its swing. It moves
 * forward when this fraction of that time is over.
 */
const liftSpeed = 1.2;
const maxLiftFraction = 0.5;
/** A foot is lowered into an earlier print at the same speed, in at most this fraction of its swing. */
const maxLowerFraction = 0.25;
/** A foot meets the bottom of an earlier print where the ground carries this fraction of the weight. */
const touchFraction = 0.01;
const holdFraction = 0.7;
/** After a foot was held back in its print, it catches up with this fraction of the rest of its swing for the acceleration. */
const catchUpFraction = 0.3;

/** A foot's displacement by the ground at one time: its depth below the surface, and its slip over the surface. Rig units. */
export interface FootSink {
  readonly depth: number;
  readonly slipX: number;
  readonly slipZ: number;
}

/** What the ground did to one foot in one stance. SI units. */
export interface StanceResponse {
  /** Start and end of the stance, in periods of the motion. */
  readonly start: number;
  readonly end: number;
  /** At equidistant times from start to end: the load in N, the depth of the lowest point of the sole and its slip in m. */
  readonly loads: Float64Array;
  readonly depths: Float64Array;
  readonly slipsX: Float64Array;
  readonly slipsZ: Float64Array;
  /** Depth of an earlier print at which the foot meets the ground, m; 0 on untouched ground. */
  readonly printDepth: number;
  /** Maximum shear force as a fraction of the shear strength. If it is 1, the foot slides. */
  readonly shearFraction: number;
  /** Whether the depth reached its limit. */
  readonly isDeepest: boolean;
  /** Depth to which each column of the footprint was pressed when the stance was over, m. */
  readonly pressed: Float64Array;
}

/** Where a foot stands in a stance, for those who come later. World metres. */
interface FootMark {
  readonly stance: number;
  /** End of the stance, s. */
  readonly end: number;
  readonly area: GroundArea;
  /** Middles of the columns of its footprint in the order of `StanceResponse.pressed`, [2 · count], and their distance. */
  readonly columns: Float64Array;
  readonly cell: number;
}

/** What a response needs to know about the stances of a planted foot. Stances are numbered through all periods. */
export interface PlantedStances {
  /** Returns the start or the end of a stance, in periods. */
  timeOf(stance: number, side: 'start' | 'end'): number;
  /** Returns the number of the last stance that began at or before the given time. */
  stanceBefore(periods: number): number;
  /** Returns the plane on which the level floor is laid in a stance. */
  planeOfStance(stance: number): GroundPlane;
  /** Returns the outline of the footprint of a stance, [2 · count], rig units. */
  outlineOf(stance: number): Float64Array;
}

/** Computes how deep one foot sinks and how far it slips, in all its stances. */
export class FootResponse implements PressSource {
  private readonly responses: GridCache<StanceResponse>;
  private readonly pressure: (depth: number) => number;
  private readonly scale: number;
  private marks: readonly FootMark[] | null = null;

  constructor(
    private readonly table: FlatTable,
    private readonly foot: number,
    private readonly stances: PlantedStances,
    private readonly ground: GroundHeight,
    private readonly loads: FootLoads,
    private readonly placement: FootPlacement,
    private readonly options: ResponseOptions,
  ) {
    const { scale } = placement;
    this.scale = scale;
    this.pressure = tabulatePressure(options.soil, maxSinkage * table.height * scale);
    this.responses = new GridCache((stance) => this.respond(stance));
    if (options.memory?.isSource) options.memory.pressed.add(this);
  }

  /** Returns how deep the foot pressed an area in the stances that were over by a time. */
  pressedBefore(t: number, area: GroundArea): PressedDepth | null {
    this.marks ??= this.findMarks();
    const marks = this.marks.filter((mark) => mark.end <= t && areasOverlap(mark.area, area));
    if (marks.length === 0) return null;
    const { amount } = this.options;
    const prints = marks.map((mark) => ({ mark, pressed: this.responses.at(mark.stance).pressed }));
    return (x, z) => {
      let depth = 0;
      for (const { mark, pressed } of prints) {
        const { columns, cell } = mark;
        for (let c = 0; c < pressed.length; c++) {
          const isOver =
            Math.abs(columns[2 * c] - x) <= cell / 2 && Math.abs(columns[2 * c + 1] - z) <= cell / 2;
          if (isOver) depth = Math.max(depth, amount * pressed[c]);
        }
      }
      return depth;
    };
  }

  /** Returns what the ground does to the foot in the stances that begin in a span of time, in periods. */
  stancesBetween(from: number, to: number): StanceResponse[] {
    const found: StanceResponse[] = [];
    let stance = this.stances.stanceBefore(from);
    if (this.stances.timeOf(stance, 'start') < from) stance++;
    for (; this.stances.timeOf(stance, 'start') < to; stance++) found.push(this.responses.at(stance));
    return found;
  }

  /** Returns the displacement of the foot at a time in periods. */
  at(periods: number): FootSink {
    const stance = this.stances.stanceBefore(periods);
    const response = this.responses.at(stance);
    const factor = this.options.amount / this.scale;
    if (periods <= response.end) {
      const u = (periods - response.start) / (response.end - response.start);
      return {
        depth: factor * sampleLinear(response.depths, u),
        slipX: factor * sampleLinear(response.slipsX, u),
        slipZ: factor * sampleLinear(response.slipsZ, u),
      };
    }
    const end = this.stances.timeOf(stance + 1, 'start');
    const b = (periods - response.end) / (end - response.end);
    const last = response.depths.length - 1;
    const left = 1 - easeFraction(b / this.liftFraction(response, end));
    const back = 1 - easeFraction(b);
    return {
      depth: factor * (left * response.depths[last] + this.loweringAt(stance + 1, b, end - response.end)),
      slipX: factor * back * response.slipsX[last],
      slipZ: factor * back * response.slipsZ[last],
    };
  }

  /**
   * Returns the horizontal displacement (x, z) of a swinging foot from its position on level ground: it leaves a deep print before it moves
   * forward, and then catches up.
   */
  delayAt(periods: number): readonly [number, number] {
    const stance = this.stances.stanceBefore(periods);
    const response = this.responses.at(stance);
    if (periods <= response.end) return [0, 0];
    const end = this.stances.timeOf(stance + 1, 'start');
    const duration = end - response.end;
    const b = (periods - response.end) / duration;
    const delayed = delayFraction(b, holdFraction * this.liftFraction(response, end));
    const from = this.positionAt(response.end + delayed * duration);
    const to = this.positionAt(periods);
    return [from[0] - to[0], from[1] - to[1]];
  }

  private positionAt(periods: number): readonly [number, number] {
    const { table, foot } = this;
    const along = (axis: number) =>
      sampleSpline((n) => sampleOf(table, table.feet[foot].positions, n)[axis], periods * table.count);
    return [along(0), along(2)];
  }

  /** Returns the depth to which the foot is lowered into an earlier print, at a fraction b of the swing before a stance, m. `duration`: of the swing, in periods. */
  private loweringAt(stance: number, b: number, duration: number): number {
    if (!this.options.memory || b <= 1 - maxLowerFraction) return 0;
    const { printDepth } = this.responses.at(stance);
    if (printDepth === 0) return 0;
    const fraction = this.fractionOfSwing(printDepth, duration, maxLowerFraction);
    return printDepth * (1 - easeFraction((1 - b) / fraction));
  }

  /** Returns the fraction of the swing in which the foot is pulled out of its print. */
  private liftFraction({ depths, end }: StanceResponse, next: number): number {
    return this.fractionOfSwing(depths[depths.length - 1], next - end, maxLiftFraction);
  }

  /** Returns the fraction of a swing in which a foot is lifted or lowered by a depth (m), at most `max`. `duration`: of the swing, in periods. */
  private fractionOfSwing(depth: number, duration: number, max: number): number {
    const seconds = (this.options.amount * depth) / this.scale / (liftSpeed * this.table.height);
    return Math.max(1e-6, Math.min(max, seconds / (duration * this.table.motion.period)));
  }

  /** Lists where the foot stands while the ground remembers it. */
  private findMarks(): FootMark[] {
    const { stances, placement, table } = this;
    const { startTime, endTime } = this.options.memory!.pressed;
    const periodsAt = (t: number) => (t - placement.timeOf(0)) / table.motion.period;
    const marks: FootMark[] = [];
    let stance = stances.stanceBefore(periodsAt(startTime));
    for (; stances.timeOf(stance, 'start') < periodsAt(endTime); stance++) {
      const end = placement.timeOf(stances.timeOf(stance, 'end'));
      if (end <= startTime) continue;
      const { columns, cell } = divideFootprint(stances.outlineOf(stance), placement.scale);
      const world = this.toWorld(columns);
      marks.push({ stance, end, area: areaAround(world, cell / 2), columns: world, cell });
    }
    return marks;
  }

  private toWorld(columns: Float64Array): Float64Array {
    const world = new Float64Array(columns.length);
    for (let c = 0; c < columns.length; c += 2)
      world.set(this.placement.toWorld(columns[c], columns[c + 1]), c);
    return world;
  }

  /** Returns how deep the ground was pressed at each column of a footprint before a time in periods, m. */
  private findPressed(columns: Float64Array, cell: number, periods: number): Float64Array {
    const pressed = new Float64Array(columns.length / 2);
    const { memory } = this.options;
    if (!memory) return pressed;
    const world = this.toWorld(columns);
    const before = memory.pressed.before(this.placement.timeOf(periods), areaAround(world, cell / 2));
    return before ? pressed.map((_, c) => before(world[2 * c], world[2 * c + 1])) : pressed;
  }

  private respond(stance: number): StanceResponse {
    const { table, foot, stances, scale } = this;
    const { soil, mass } = this.options;
    const start = stances.timeOf(stance, 'start');
    const end = stances.timeOf(stance, 'end');
    const seconds = (end - start) * table.motion.period;
    const count = Math.max(4, Math.round(seconds * samplesPerSecond)) + 1;
    const footprint = divideFootprint(stances.outlineOf(stance), scale);
    const surface = this.surfaceOf(stance, footprint.columns);
    const soleHeights = this.createSole(start, end);
    const bearing: Bearing = {
      pressure: this.pressure,
      modulus: sinkageModulus(soil, footprint.width),
      columnArea: footprint.columnArea,
      gaps: new Float64Array(surface.length),
      pressed: this.findPressed(footprint.columns, footprint.cell, start),
    };
    const isUntouched = bearing.pressed.every((depth) => depth === 0);
    const [loads, depths, slipsX, slipsZ] = [0, 1, 2, 3].map(() => new Float64Array(count));
    const limit = maxSinkage * table.height * scale;
    const slipLimit = maxSlip * table.height * scale;
    const slips = [new AxisSlip(), new AxisSlip()];
    let [depth, printDepth, shearFraction, isDeepest] = [0, 0, 0, false];
    for (let k = 0; k < count; k++) {
      const n = (start + ((end - start) * k) / (count - 1)) * table.count;
      const load = mass * gravity * this.loads.at(foot, n);
      soleHeights(n, footprint.columns, bearing.gaps);
      for (let c = 0; c < surface.length; c++) bearing.gaps[c] -= surface[c];
      if (k === 0 && !isUntouched) {
        printDepth = findDepth(bearing, touchFraction * mass * gravity, { from: 0, max: limit });
        depth = printDepth;
      }
      depth = findDepth(bearing, load, { from: depth, max: limit });
      pressColumns(bearing, depth);
      const shear = this.shearAt(n, load, stances.planeOfStance(stance), {
        ...measureContact(bearing, footprint.columns, depth),
        front: passiveResistance(soil, footprint.width, depth),
      });
      const displacement = shearDisplacementAt(soil, shear.fraction, slipLimit);
      slipsX[k] = slips[0].move(displacement * shear.x, slipLimit);
      slipsZ[k] = slips[1].move(displacement * shear.z, slipLimit);
      loads[k] = load;
      depths[k] = depth;
      shearFraction = Math.max(shearFraction, Math.min(1, shear.fraction));
      isDeepest ||= depth === limit;
    }
    const { pressed } = bearing;
    return { start, end, loads, depths, slipsX, slipsZ, printDepth, shearFraction, isDeepest, pressed };
  }

  /** Returns for each column the height of the surface above the plane of the stance, m. */
  private surfaceOf(stance: number, columns: Float64Array): Float64Array {
    const { x, z, h, slopeX, slopeZ } = this.stances.planeOfStance(stance);
    const heights = new Float64Array(columns.length / 2);
    for (let c = 0; c < heights.length; c++) {
      const atX = columns[2 * c] / this.scale;
      const atZ = columns[2 * c + 1] / this.scale;
      const plane = h + slopeX * (atX - x) + slopeZ * (atZ - z);
      heights[c] = this.scale * (this.ground(atX, atZ) - plane);
    }
    return heights;
  }

  /**
   * Returns a function that writes, for sample n of the table, the height of the sole above its lowest point at each column, m. The lower side of the
   * sole is approximated by a plane through those of its corners that stand on the ground in the stance.
   */
  private createSole(
    start: number,
    end: number,
  ): (n: number, columns: Float64Array, heights: Float64Array) => void {
    const { table, scale } = this;
    const { corners, soles } = table.feet[this.foot];
    const size = 3 * corners.count;
    const cornersAt = (n: number) => {
      const { turn, sample } = locateSample(table, Math.round(n));
      return { values: soles.subarray(size * sample, size * (sample + 1)), turn };
    };
    const standing = new Set<number>();
    for (let n = Math.ceil(start * table.count); n <= end * table.count; n++) {
      const { values } = cornersAt(n);
      const low = lowest(values);
      for (let k = 0; k < corners.count; k++)
        if (values[3 * k + 1] - low < soleBand * table.height) standing.add(k);
    }
    return (n, columns, heights) => {
      const { values, turn } = cornersAt(n);
      const points = [...standing].map((k) => {
        const [x, y, z] = values.subarray(3 * k, 3 * k + 3);
        return [x + turn * table.stride[0], y, z + turn * table.stride[1]] as const;
      });
      const plane = fitSole(points);
      const low = lowest(values);
      for (let c = 0; c < heights.length; c++) {
        const height = plane(columns[2 * c] / scale, columns[2 * c + 1] / scale) - low;
        // What is this near to the lowest point touches, as everywhere in the motion of feet: soles and toes bend.
        heights[c] = scale * Math.max(0, height - soleBand * table.height);
      }
    };
  }

  /**
   * Returns the direction of the shear force on the soil, seen from above, and its fraction of the shear strength. The force of a leg on the
   * ground is directed from the middle of the hips to the middle of the pressure.
   */
  private shearAt(
    n: number,
    load: number,
    { slopeX, slopeZ }: GroundPlane,
    { area, x, z, front }: { area: number; x: number; z: number; front: number },
  ): { x: number; z: number; fraction: number } {
    const none = { x: 0, z: 0, fraction: 0 };
    if (!(load > 0) || !(area > 0)) return none;
    const { table, scale } = this;
    const u = Math.round(n);
    const hip = [0, 1, 2].map((axis) =>
      table.feet.reduce((sum, { hips }) => sum + sampleOf(table, hips, u)[axis] / table.feet.length, 0),
    );
    const foot = sampleOf(table, table.feet[this.foot].positions, u);
    const rise = hip[1] - foot[1];
    if (!(rise > 0)) return none;
    const force = [(load * (x / scale - hip[0])) / rise, -load, (load * (z / scale - hip[2])) / rise];
    const length = Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
    const normal = [-slopeX / length, 1 / length, -slopeZ / length];
    const pressing = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
    const shearX = force[0] - pressing * normal[0];
    const shearY = force[1] - pressing * normal[1];
    const shearZ = force[2] - pressing * normal[2];
    const shear = Math.sqrt(shearX * shearX + shearY * shearY + shearZ * shearZ);
    const strength = front + shearStrength(this.options.soil, area, Math.max(0, -pressing));
    if (!(shear > 0) || !(strength > 0)) return none;
    return { x: shearX / shear, z: shearZ / shear, fraction: shear / strength };
  }
}

/** The slip along one axis. It grows with the shear force, and does not return when the force falls, only when it reverses. */
class AxisSlip {
  private origin = 0;
  private sign = 0;
  private moved = 0;

  move(displacement: number, max: number): number {
    const sign = Math.sign(displacement);
    if (sign !== 0 && sign !== this.sign) {
      this.origin += this.sign * this.moved;
      this.sign = sign;
      this.moved = 0;
    }
    this.moved = Math.max(this.moved, Math.abs(displacement));
    return Math.min(max, Math.max(-max, this.origin + this.sign * this.moved));
  }
}

/** Interpolates equidistant values at a fraction of their range. */
function sampleLinear(values: Float64Array, fraction: number): number {
  const u = Math.min(1, Math.max(0, fraction)) * (values.length - 1);
  const k = Math.min(values.length - 2, Math.floor(u));
  return values[k] + (values[k + 1] - values[k]) * (u - k);
}

/** Returns the fraction of its path that a delayed foot has covered at a fraction of its swing: 0 until `hold`, and 1 at 1. */
function delayFraction(fraction: number, hold: number): number {
  const s = Math.max(0, (fraction - hold) / (1 - hold));
  const ease = Math.min(catchUpFraction, hold);
  const speed = 1 / (1 - ease / 2);
  return s < ease ? (speed * s * s) / (2 * ease) : speed * (s - ease / 2);
}
