import { cross } from '../../../geometry/vector.ts';
import { append } from '../../../math/lists.ts';
import { cos, pow, sin } from '../../../math/portable.ts';
import { addLoft, type Body, combine, type Vector } from './body.ts';

/** The plane of a sole, in the frame of its joint. */
export interface Sole {
  /** Unit vectors: `up` points away from the ground, `forward` in the direction of the toes. */
  readonly up: Vector;
  readonly forward: Vector;
  /** Distance of the sole below the joint. */
  readonly depth: number;
}

/** One part of a shoe: from heel to ball, or from ball to tip. `from` and `to` are distances from the joint along `forward`. */
export interface ShoePart {
  readonly from: number;
  readonly to: number;
  /** Half the width of the part at `from` and at `to`. */
  readonly halfWidths: readonly [number, number];
  /** Height above the sole at `from` and at `to`. */
  readonly heights: readonly [number, number];
}

const stations = 11;
const bottomPoints = 5;
const topPoints = 9;
/** Exponent of the superellipse that is the outline seen from above. With 2, the outline would be an ellipse. */
const squareness = 3.5;
/**
 * Exponent of cos and sin in the superellipse that is the cross-section. With 1, it would be an ellipse; with smaller values, it is more
 * rectangular.
 */
const fullness = 0.75;

/** Adds a part of a shoe as a closed surface. Its lowest vertices are all in the plane of the sole. */
export function addShoePart(body: Body, { up, forward, depth }: Sole, part: ShoePart): void {
  const side = cross(up, forward);
  const rings: number[][] = [];
  for (let station = 0; station < stations; station++) {
    // Cross-sections are closer together at the rounded ends.
    const fraction = (1 - cos((Math.PI * (station + 0.35)) / (stations - 0.3))) / 2;
    const off = Math.abs(2 * fraction - 1);
    const round = pow(1 - pow(off, squareness), 1 / squareness);
    const mix = ([a, b]: readonly [number, number]) => a + (b - a) * fraction;
    const width = round * mix(part.halfWidths);
    const height = pow(round, 0.7) * mix(part.heights);
    const centre = combine([-depth, up], [part.from + (part.to - part.from) * fraction, forward]);
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
