import { maxOf } from '../../src/math/index.ts';
import type { RigidKey } from '../../src/motion/index.ts';
import { type BrushShape, shapeObj } from './shapes.ts';

/** One press of the brush: a shape, its path over the ground, and its start time. */
export interface Stroke {
  /** Name, unique in a document. The actors and files of the stroke are named after it. */
  readonly name: string;
  readonly shape: BrushShape;
  /** Radius of a ball or length of a foot, metres. */
  readonly size: number;
  /** Depth below the level ground, metres. */
  readonly depth: number;
  /** World height of the level ground, metres. */
  readonly level: number;
  /** Start time, seconds: the stroke has no effect before it. */
  readonly start: number;
  /** Direction of a foot before the path defines one: radians about +Y, 0 is +z. */
  readonly heading: number;
  /** World x and z of the points, metres. There is at least one point. */
  readonly points: readonly (readonly [number, number])[];
}

/** One body that a stroke moves, with its keys. */
export interface StrokeBody {
  readonly name: string;
  /** OBJ text. */
  readonly mesh: string;
  readonly profile: 'rounded' | 'lugged';
  readonly keys: readonly RigidKey[];
}

/** Height above the ground at which a body waits before and after its stroke, metres. It is outside of every picture. */
const parkHeight = 60;
/** Height of a body above the ground just before it comes down and after it has gone up, metres, in addition to its own size. */
const clearance = 0.1;
/** Seconds that a body takes from the waiting position to the position above the ground, and from there into the ground. */
const approachTime = 0.02;
const pressTime = 0.06;
/** Speed of a ball along the ground, radii per second. */
const ballSpeed = 12;
/**
 * Length of a step, and distance of a foot from the path, as fractions of the foot's length; and duration of a stance, seconds.
 */
const stepLength = 1.7;
const stepWidth = 0.34;
const standTime = 0.06;

/** Seconds after the start of the stroke at which it has ended. */
export function strokeDuration(stroke: Stroke): number {
  const ends = strokeBodies(stroke).map((body) => body.keys.at(-1)!.time);
  return maxOf(ends) - stroke.start;
}

/**
 * Returns the bodies of a stroke: a ball, or a left and a right foot. If a stroke is extended, its keys stay the same except for the last
 * lift. So a stroke can be simulated while it is drawn.
 */
export function strokeBodies(stroke: Stroke): StrokeBody[] {
  if (stroke.shape === 'ball') {
    const mesh = shapeObj('ball', stroke.size);
    return [{ name: stroke.name, mesh, profile: 'rounded', keys: ballKeys(stroke) }];
  }
  const prints = placePrints(stroke);
  return (['left', 'right'] as const).flatMap((side) => {
    const own = prints.filter((print) => print.side === side);
    if (own.length === 0) return [];
    const mesh = shapeObj('foot', stroke.size, side);
    return [{ name: `${stroke.name}-${side}`, mesh, profile: 'lugged', keys: footKeys(stroke, own) }];
  });
}

/** Returns the time from which the keys may differ if the stroke is extended. */
export function strokeSettledUntil(stroke: Stroke): number {
  if (stroke.shape === 'ball')
    return stroke.start + approachTime + pressTime + pathLength(stroke) / (ballSpeed * stroke.size);
  // A stroke with a single print has no direction yet.
  if (stroke.points.length === 1) return stroke.start;
  return stroke.start + placePrints(stroke).length * printTime;
}

function pathLength({ points }: Stroke): number {
  let length = 0;
  for (let k = 1; k < points.length; k++) {
    length += Math.hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]);
  }
  return length;
}

function ballKeys({ points, size, depth, level, start }: Stroke): RigidKey[] {
  const keys: RigidKey[] = [];
  const add = (time: number, [x, z]: readonly [number, number], height: number) =>
    keys.push(makeKey(time, x, level + height, z, 0));
  const above = clearance + size;
  add(start, points[0], parkHeight);
  add(start + approachTime, points[0], above);
  let time = start + approachTime + pressTime;
  add(time, points[0], -depth);
  for (let k = 1; k < points.length; k++) {
    const step = Math.hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]);
    if (step < 1e-3) continue;
    time += step / (ballSpeed * size);
    add(time, points[k], -depth);
  }
  const last = points.at(-1)!;
  add(time + pressTime, last, above);
  add(time + pressTime + approachTime, last, parkHeight);
  return keys;
}

/** Time from one print to the next: the foot goes down, stands, and goes up. */
const printTime = 2 * pressTime + standTime;

interface Print {
  readonly side: 'left' | 'right';
  readonly x: number;
  readonly z: number;
  readonly heading: number;
  /** Seconds. */
  readonly time: number;
}

/** Returns the prints along the path of a stroke, one step apart, alternately left and right. */
function placePrints({ points, size, heading, start }: Stroke): Print[] {
  const prints: Print[] = [];
  const step = stepLength * size;
  const put = (x: number, z: number, along: number) => {
    const side = prints.length % 2 === 0 ? 'left' : 'right';
    // A single print is at the requested position, while the prints of a walk are beside its path.
    const aside = points.length > 1 ? (side === 'left' ? 1 : -1) * stepWidth * 0.5 * size : 0;
    const time = start + prints.length * printTime;
    prints.push({
      side,
      x: x + aside * Math.cos(along),
      z: z - aside * Math.sin(along),
      heading: along,
      time,
    });
  };
  let toNext = 0;
  for (let k = 1; k < points.length; k++) {
    const [x0, z0] = points[k - 1];
    const [dx, dz] = [points[k][0] - x0, points[k][1] - z0];
    const length = Math.hypot(dx, dz);
    if (length < 1e-3) continue;
    for (; toNext <= length; toNext += step) {
      put(x0 + (dx * toNext) / length, z0 + (dz * toNext) / length, Math.atan2(dx, dz));
    }
    toNext -= length;
  }
  if (prints.length === 0) put(points[0][0], points[0][1], heading);
  return prints;
}

/** Returns the keys of a foot: it comes down flat, stands, and goes up to its waiting position, from where it comes to the next print. */
function footKeys({ depth, level }: Stroke, prints: readonly Print[]): RigidKey[] {
  const keys: RigidKey[] = [];
  for (const { x, z, heading, time } of prints) {
    const add = (offset: number, height: number) =>
      keys.push(makeKey(time + offset, x, level + height, z, heading));
    add(0, parkHeight);
    add(approachTime, clearance);
    add(pressTime, -depth);
    add(pressTime + standTime, -depth);
    add(printTime - approachTime, clearance);
    add(printTime, parkHeight);
  }
  return keys;
}

function makeKey(time: number, x: number, y: number, z: number, heading: number): RigidKey {
  return {
    time: round(time, 1e6),
    position: [round(x, 1e4), round(y, 1e5), round(z, 1e4)],
    rotation: [0, round(Math.sin(heading / 2), 1e6), 0, round(Math.cos(heading / 2), 1e6)],
  };
}

function round(value: number, factor: number): number {
  return Math.round(value * factor) / factor || 0;
}
