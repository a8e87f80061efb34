import { clamp } from '../../math/clamp.ts';
import type { Floor } from '../floor.ts';
import { type Bearing, divideFootprint, findDepth, fitSole, pressColumns } from './footprint.ts';
import { gravity, type Soil, sinkageModulus, tabulatePressure } from './soil.ts';

/** What `LiveFeet` needs to know. SI units. */
export interface LiveFeetOptions {
  readonly soil: Soil;
  /** kg. */
  readonly mass: number;
  /** Height of the character, m. */
  readonly height: number;
  /** Height of the ground. */
  readonly floor: Floor;
  readonly footCount: number;
}

/** A foot sinks at most this fraction of the height of the character. */
const maxSinkage = 0.25;
/** A foot carries no weight if its lowest point is higher than this fraction of the height above the ground, and its whole part at half of that. */
const touchFraction = 0.012;
/** Points of a sole touch if they are at most this fraction of the height above its lowest point. */
const soleBand = 0.01;
/** A foot leaves its print at this speed, in heights of the character per second. */
const liftSpeed = 1.2;
/** A foot that moved along the ground by more than this fraction of the width of its print makes a new one. */
const slideFraction = 0.5;
/** The body follows its feet within this time, s, and loads follow contacts within this time, s. */
const bodySeconds = 0.15;
const loadSeconds = 0.05;

/** The print that a foot is making. */
interface LivePrint {
  readonly columns: Float64Array;
  readonly bearing: Bearing;
  /** Where the foot was when it began, and how far it may slide, m. */
  readonly x: number;
  readonly z: number;
  readonly reach: number;
}

interface FootState {
  depth: number;
  load: number;
  print: LivePrint | null;
}

/**
 * How deep the feet of a live character sink, frame by frame: the pressure-sinkage equation of the response of a bake, without knowledge of the future. The weight is
 * divided among the feet that touch the ground. It knows neither earlier prints nor slip.
 */
export class LiveFeet {
  /** Depth of the lowest point of each foot below the surface, m. */
  readonly depths: Float64Array;
  /** How far the body is lowered, m. */
  bodyDepth = 0;
  private readonly feet: FootState[];
  private readonly pressure: (depth: number) => number;
  private readonly limit: number;

  constructor(private readonly options: LiveFeetOptions) {
    const { footCount, height, soil } = options;
    this.depths = new Float64Array(footCount);
    this.feet = Array.from({ length: footCount }, () => ({ depth: 0, load: 0, print: null }));
    this.limit = maxSinkage * height;
    this.pressure = tabulatePressure(soil, this.limit);
  }

  /** Load on a foot, N. */
  loadOf(foot: number): number {
    return this.feet[foot].load;
  }

  /** Lets go of all prints, for a jump of the character. */
  reset(): void {
    for (const foot of this.feet) Object.assign(foot, { depth: 0, load: 0, print: null });
    this.depths.fill(0);
    this.bodyDepth = 0;
  }

  /** Advances by `dt` seconds. `soles`: points of the sole of each foot as animated, world metres, [3 · count]. */
  update(soles: readonly Float64Array[], dt: number): void {
    if (!(dt > 0)) return;
    const { mass, height, floor } = this.options;
    const touch = touchFraction * height;
    const contacts = soles.map((points) => clamp(2 - (2 * lowestGap(points, floor)) / touch, 0, 1));
    const sum = contacts.reduce((total, contact) => total + contact, 0);
    const loading = 1 - Math.exp(-dt / loadSeconds);
    this.feet.forEach((foot, f) => {
      const wanted = sum > 0 ? (mass * gravity * contacts[f]) / Math.max(1, sum) : 0;
      foot.load += (wanted - foot.load) * loading;
      if (contacts[f] > 0) this.press(foot, soles[f]);
      else {
        foot.print = null;
        foot.load = 0;
        foot.depth = Math.max(0, foot.depth - liftSpeed * height * dt);
      }
      this.depths[f] = foot.depth;
    });
    this.lowerBody(dt);
  }

  private press(foot: FootState, points: Float64Array): void {
    const { soil, height, floor } = this.options;
    const [x, z] = middleOf(points);
    const moved = foot.print && Math.hypot(x - foot.print.x, z - foot.print.z) > foot.print.reach;
    if (!foot.print || moved) foot.print = this.beginPrint(points, soil, x, z);
    const { columns, bearing } = foot.print;
    const corners: [number, number, number][] = [];
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < points.length; k += 3) lowest = Math.min(lowest, points[k + 1]);
    for (let k = 0; k < points.length; k += 3) {
      if (points[k + 1] < lowest + 2 * soleBand * height)
        corners.push([points[k], points[k + 1], points[k + 2]]);
    }
    const plane = fitSole(corners);
    const level = floor(x, z);
    for (let c = 0; c < bearing.gaps.length; c++) {
      const [atX, atZ] = [columns[2 * c], columns[2 * c + 1]];
      const above = Math.max(0, plane(atX, atZ) - lowest - soleBand * height);
      bearing.gaps[c] = above - (floor(atX, atZ) - level);
    }
    foot.depth = findDepth(bearing, foot.load, { from: foot.depth, max: this.limit });
    pressColumns(bearing, foot.depth);
  }

  private beginPrint(points: Float64Array, soil: Soil, x: number, z: number): LivePrint {
    const outline: number[] = [];
    for (let k = 0; k < points.length; k += 3) outline.push(points[k], points[k + 2]);
    const { columns, columnArea, width } = divideFootprint(outline, 1);
    const bearing = {
      pressure: this.pressure,
      modulus: sinkageModulus(soil, width),
      columnArea,
      gaps: new Float64Array(columns.length / 2),
      pressed: new Float64Array(columns.length / 2),
    };
    return { columns, bearing, x, z, reach: slideFraction * width };
  }

  private lowerBody(dt: number): void {
    let [sum, loads] = [0, 0];
    for (const { depth, load } of this.feet) {
      sum += load * depth;
      loads += load;
    }
    // In the air it keeps its depth.
    if (!(loads > 0)) return;
    this.bodyDepth += (sum / loads - this.bodyDepth) * (1 - Math.exp(-dt / bodySeconds));
  }
}

function middleOf(points: Float64Array): [number, number] {
  let [x, z] = [0, 0];
  for (let k = 0; k < points.length; k += 3) {
    x += points[k];
    z += points[k + 2];
  }
  const count = points.length / 3;
  return [x / count, z / count];
}

/** Returns the height of the lowest point above the ground. */
function lowestGap(points: Float64Array, floor: Floor): number {
  let gap = Number.POSITIVE_INFINITY;
  for (let k = 0; k < points.length; k += 3)
    gap = Math.min(gap, points[k + 1] - floor(points[k], points[k + 2]));
  return gap;
}
