import { cross, norm } from '../../../geometry/vector.ts';
import { append } from '../../../math/lists.ts';
import { cos, sin } from '../../../math/portable.ts';
import { addLoft, type Body, combine, unit, unitAcross, type Vector } from './body.ts';

const sides = 12;
/** Number of rings of each rounded end. */
const endRings = 4;

export interface LimbShape {
  /** Radius at both ends. */
  readonly radii: readonly [number, number];
  /** Ratio of the cross-section's width (in the direction `wideAlong`) to its depth; 1 for a circle. */
  readonly flatness?: number;
  readonly wideAlong?: Vector;
}

/** Adds a limb between two points. Each end is extended by a half sphere of its radius. */
export function addLimb(body: Body, from: Vector, to: Vector, shape: LimbShape): void {
  const { radii, flatness = 1, wideAlong = [1, 0, 0] } = shape;
  const bone = combine([1, to], [-1, from]);
  const along = unit(bone, [0, 1, 0]);
  const wide = unitAcross(wideAlong, along);
  const deep = cross(along, wide);
  const rings: number[][] = [];
  const addRing = (end: number, beyond: number, size: number) => {
    const radius = radii[end] * size;
    const centre = combine([1, end === 0 ? from : to], [radii[end] * beyond, along]);
    const ring: number[] = [];
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      append(ring, combine([1, centre], [flatness * radius * cos(angle), wide], [radius * sin(angle), deep]));
    }
    rings.push(ring);
  };
  for (let end = 0; end < 2; end++) {
    for (let k = 0; k < endRings; k++) {
      const turn = ((end === 0 ? k + 0.5 - endRings : k) * Math.PI) / (2 * endRings);
      addRing(end, sin(turn), cos(turn));
    }
  }
  addLoft(body, rings);
}

/** Adds an ellipsoid between two points. `radius` is its radius in the middle. */
export function addEgg(body: Body, from: Vector, to: Vector, radius: number): void {
  const middle = combine([0.5, from], [0.5, to]);
  const along = combine([1, to], [-1, from]);
  const half = norm(along) / 2;
  const axis = unit(along, [0, 1, 0]);
  const wide = unitAcross([1, 0, 0], axis);
  const deep = cross(axis, wide);
  const rings: number[][] = [];
  const count = 2 * endRings + 1;
  for (let ring = 0; ring < count; ring++) {
    const turn = ((ring + 0.5) / count - 0.5) * Math.PI;
    const centre = combine([1, middle], [half * sin(turn), axis]);
    const size = radius * cos(turn);
    rings.push(
      Array.from({ length: sides }, (_, k) => {
        const angle = (2 * Math.PI * k) / sides;
        return combine([1, centre], [size * cos(angle), wide], [size * sin(angle), deep]);
      }).flat(),
    );
  }
  addLoft(body, rings);
}
