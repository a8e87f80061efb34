/** Paths of the wheel and the cart, over four seconds. */
import { cos, sin } from '../../../src/math/portable.ts';

/** Seconds. */
export const duration = 4;
const rate = 30;

interface Place {
  readonly time: number;
  readonly x: number;
  readonly z: number;
}

/** Returns a smooth transition from 0 to 1 for s in [0, 1], with slope 0 at both ends. */
function ease(s: number): number {
  const t = Math.min(1, Math.max(0, s));
  return t * t * (3 - 2 * t);
}

function overTime(position: (t: number) => readonly [number, number]): Place[] {
  return Array.from({ length: duration * rate + 1 }, (_, k) => {
    const [x, z] = position(k / rate);
    return { time: k / rate, x, z };
  });
}

/** Returns the path of the wheel: it follows an S, stops and rolls back half a metre. */
export function wheelPath(): Place[] {
  return overTime((t) => {
    const forward = ease(t / 3.1);
    const back = ease((t - 3.15) / 0.85);
    const x = -2.1 + 4.2 * forward - 0.55 * back;
    return [x, 0.55 * sin((2 * Math.PI * (x + 2.1)) / 4.2)];
  });
}

const cartMiddle = [-0.9, 2.05] as const;
const cartRadius = 1.9;

/** Returns the path of the cart: it follows part of a circle and stops. heading: angle about +Y, 0 along +z. */
export function cartPath(): (Place & { readonly heading: number })[] {
  const angleAt = (t: number) => -2.35 + 2.05 * ease(t / duration);
  return overTime((t) => [
    cartMiddle[0] + cartRadius * cos(angleAt(t)),
    cartMiddle[1] + cartRadius * sin(angleAt(t)),
  ]).map((position) => ({ ...position, heading: -angleAt(position.time) }));
}

/** Returns a table of keys with positions only. */
export function writeTable(positions: readonly Place[], height: number): string {
  const rows = positions.map(({ time, x, z }) => [time, x, height, z].map(show).join(','));
  return `${['time,x,y,z', ...rows].join('\n')}\n`;
}

/** Returns the keys of the cart as JSON, oriented along its path. */
export function writeKeys(height: number): string {
  const list = (values: readonly number[]) => `[${values.map(show).join(', ')}]`;
  const keys = cartPath().map(({ time, x, z, heading }) => {
    const rotation = [0, sin(heading / 2), 0, cos(heading / 2)];
    return `    { "time": ${show(time)}, "position": ${list([x, height, z])}, "rotation": ${list(rotation)} }`;
  });
  return `{\n  "keys": [\n${keys.join(',\n')}\n  ]\n}\n`;
}

function show(value: number): number {
  return Number(value.toFixed(5));
}
