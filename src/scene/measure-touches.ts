import type { PartTouch } from '../bake/bake-report.ts';
import type { DeformingCollider } from '../motion/collider.ts';

export interface TouchTime {
  readonly start: number;
  /** Start and end of the measurement, seconds. */
  readonly duration: number;
  /** World height of the surface, m. */
  readonly floor: number;
  /** Height of the character, m. */
  readonly height: number;
}

/** Samples per second, and maximum number of samples. */
const looksPerSecond = 60;
const maxLooks = 1200;
/** A part rests while its speed across the ground is below this, heights / s. */
const restSpeed = 0.25;
/** A part that rests for at least this duration lies or stands on the ground, s. */
const minRest = 0.25;
/** A part that touches the ground for more than this fraction of the time lies or stands on it too. */
const minTouchFraction = 0.5;
/** Minimum depth of a touch, m. */
const minDepth = 1e-3;

/**
 * Measures how parts on which the character does not stand touch level ground. Returns the parts that touch the ground, deepest first. The
 * parts of one joint count as one. `advance` moves the parts to a step.
 */
export function measureTouches(
  parts: readonly DeformingCollider[],
  advance: (t0: number, t1: number) => void,
  { start, duration, floor, height }: TouchTime,
): PartTouch[] {
  const count = Math.max(1, Math.min(maxLooks, Math.ceil(duration * looksPerSecond)));
  const dt = duration / count;
  const found = new Map<string, { looks: number; depth: number; rest: number; longest: number }>();
  for (let k = 0; k < count; k++) {
    advance(start + k * dt, start + (k + 1) * dt);
    const now = new Map<string, { depth: number; distance: number; vertices: number }>();
    for (const part of parts) {
      // Parts that stay above the floor are not posed.
      if ((part.lowest ?? Number.NEGATIVE_INFINITY) > floor - minDepth) continue;
      const touch = touchOf(part, floor);
      if (touch.vertices === 0) continue;
      const name = partName(part.name);
      const other = now.get(name);
      now.set(name, {
        depth: Math.max(touch.depth, other?.depth ?? 0),
        distance: touch.distance + (other?.distance ?? 0),
        vertices: touch.vertices + (other?.vertices ?? 0),
      });
    }
    for (const [name, sums] of found) if (!now.has(name)) sums.rest = 0;
    for (const [name, { depth, distance, vertices }] of now) {
      const sums = found.get(name) ?? { looks: 0, depth: 0, rest: 0, longest: 0 };
      sums.looks++;
      sums.depth = Math.max(sums.depth, depth);
      sums.rest = distance / vertices < restSpeed * height * dt ? sums.rest + dt : 0;
      sums.longest = Math.max(sums.longest, sums.rest);
      found.set(name, sums);
    }
  }
  return [...found]
    .map(([part, { looks, depth, longest }]): PartTouch => {
      const timeFraction = looks / count;
      return {
        part,
        timeFraction: round(timeFraction),
        depth: round(depth),
        restSeconds: round(longest),
        marks: longest >= minRest || timeFraction > minTouchFraction,
      };
    })
    .sort((a, b) => b.depth - a.depth);
}

/** Returns the joint or surface at the end of the name of a collider. */
export function partName(collider: string): string {
  return collider.split('/').at(-1)!;
}

/** Returns the depth of a part at the end of its step, and the horizontal displacement in this step of its vertices below the surface. */
function touchOf(
  part: DeformingCollider,
  floor: number,
): { depth: number; distance: number; vertices: number } {
  const { start, end, cut } = part;
  let depth = 0;
  let distance = 0;
  let vertices = 0;
  for (let k = 0; k < end.length; k += 3) {
    const below = floor - end[k + 1];
    if (below < minDepth) continue;
    vertices++;
    depth = Math.max(depth, below);
    if (!cut) distance += Math.sqrt((end[k] - start[k]) ** 2 + (end[k + 2] - start[k + 2]) ** 2);
  }
  return { depth, distance, vertices };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
