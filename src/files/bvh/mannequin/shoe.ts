import { append } from '../../../math/lists.ts';
import { cos, pow, sin } from '../../../math/portable.ts';
import { addLoft, type Body, combine, cross, type Vector } from './body.ts';

/** Where a sole lies, in the frame of the joint that it hangs on. */
export interface Sole {
  /** Unit: away from the ground, and toward the toes. */
  readonly up: Vector;
  readonly forward: Vector;
  /** How far below the joint it lies. */
  readonly depth: number;
}

/** One part of a shoe: from the heel to the ball, or from there to the tip. Lengths along `forward` from the joint. */
export interface ShoePart {
  readonly from: number;
  readonly to: number;
  /** Half the width at both ends. */
  readonly halfWidths: readonly [number, number];
  /** Height above the sole at both ends. */
  readonly heights: readonly [number, number];
}

const stations = 11;
const bottomPoints = 5;
const topPoints = 9;
/** How square the outline is, seen from above: 2 would be an ellipse. */
const squareness = 3.5;
/** The same, of the section. */
const fullness = 0.75;

/** Adds a part of a shoe with a flat sole: closed, its lowest vertices all in the plane of the sole. */
export function addShoePart(body: Body, { up, forward, depth }: Sole, part: ShoePart): void {
  const side = cross(up, forward);
  const rings: number[][] = [];
  for (let station = 0; station < stations; station++) {
    // Closer at the ends, where it turns round.
    const share = (1 - cos((Math.PI * (station + 0.35)) / (stations - 0.3))) / 2;
    const off = Math.abs(2 * share - 1);
    const round = pow(1 - pow(off, squareness), 1 / squareness);
    const mix = ([a, b]: readonly [number, number]) => a + (b - a) * share;
    const width = round * mix(part.halfWidths);
    const height = pow(round, 0.7) * mix(part.heights);
    const centre = combine([-depth, up], [part.from + (part.to - part.from) * share, forward]);
    const ring: number[] = [];
    for (let k = 0; k < bottomPoints; k++) {
      append(ring, combine([1, centre], [width * ((2 * k) / (bottomPoints - 1) - 1), side]));
    }
    for (let k = 1; k <= topPoints; k++) {
      const angle = (Math.PI * k) / (topPoints + 1);
      const [c, s] = [cos(angle), sin(angle)];
      const across = Math.sign(c) * pow(Math.abs(c), fullness) * width;
      append(ring, combine([1, centre], [across, side], [pow(s, fullness) * height, up]));
    }
    rings.push(ring);
  }
  addLoft(body, rings);
}
