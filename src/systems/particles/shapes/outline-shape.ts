import { type LongWork, workThrough } from '../../../long-work.ts';
import type { Outline, OutlineArea } from '../../../motion/outline.ts';
import { type LocalShape, supportOf } from './build-shape.ts';
import { draw, draws, type PickPlace, type Place, pickWeighted, sumWeights } from './place.ts';
import { cuttingRegion, type PlaneRegion } from './plane-region.ts';
import { createRegionDistance } from './region-distance.ts';
import { joinDistances } from './solids.ts';

export interface OutlineShapeOptions {
  readonly name: string;
  /** Metres per unit of the outline. */
  readonly scale: number;
  /** Thickness along z, m; 0 is flat. */
  readonly depth: number;
  readonly part: 'fill' | 'outline';
}

/**
 * The area that an outline fills, in the plane z = 0, facing +z, with the centre of its bounding box at the origin. With the
 * part `outline`: only the borders, as lines. With a depth, the area becomes a prism and the lines become walls. Returns
 * null if nothing is filled.
 */
export function createOutlineShape(outline: Outline, options: OutlineShapeOptions): LocalShape | null {
  return workThrough(creatingOutlineShape(outline, options));
}

/** `createOutlineShape` as long work, since intricate drawings take seconds. */
export function* creatingOutlineShape(
  outline: Outline,
  options: OutlineShapeOptions,
): LongWork<LocalShape | null> {
  const { name, depth, part } = options;
  const areas = centerAreas(outline, options.scale);
  const region = yield* cuttingRegion(areas);
  if (!(region.area > 0)) return null;
  const isFill = part === 'fill';
  const inPlane = supportOf(region.edges.corners, 2);
  // Created on first use, since most shapes are never asked for a distance.
  let flatDistance: ((x: number, y: number) => number) | null = null;
  const lengths = isFill ? null : lengthsOf(region);
  const total = lengths === null ? region.area : lengths[lengths.length - 1];
  return {
    name,
    dimension: ((isFill ? 2 : 1) + (depth > 0 ? 1 : 0)) as LocalShape['dimension'],
    measure: total * (depth > 0 ? depth : 1),
    colors: region.colors !== null,
    normals: !isFill || depth === 0,
    pick: lengths === null ? pickFill(region, depth) : pickEdge(region, lengths, depth),
    support: (x, y, z) => inPlane(x, y, 0) + (Math.abs(z) * depth) / 2,
    distance: (x, y, z) => {
      flatDistance ??= createRegionDistance(region);
      const flat = flatDistance(x, y);
      return depth === 0 ? flat : joinDistances(flat, Math.abs(z) - depth / 2, Number.NEGATIVE_INFINITY);
    },
    warnings: outline.warnings,
  };
}

function centerAreas({ areas, bounds }: Outline, scale: number): OutlineArea[] {
  const x = (bounds.minX + bounds.maxX) / 2;
  const y = (bounds.minY + bounds.maxY) / 2;
  return areas.map((area) => ({
    ...area,
    loops: area.loops.map((loop) => loop.map((value, k) => scale * (value - (k % 2 === 0 ? x : y)))),
  }));
}

function pickFill(region: PlaneRegion, depth: number): PickPlace {
  const { corners, paints, count } = region.trapezoids;
  const areas = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = corners.subarray(6 * k, 6 * k + 6);
    areas[k] = ((highY - lowY) * (lowRight - lowLeft + highRight - highLeft)) / 2;
  }
  const sums = sumWeights(areas);
  return (place, index, seed) => {
    const which = pickWeighted(sums, draw(seed, index, draws.which));
    const at = 6 * which;
    const lowLeft = corners[at + 1];
    const lowRight = corners[at + 2];
    const highLeft = corners[at + 4];
    const highRight = corners[at + 5];
    const fraction = shareOfWidth(lowRight - lowLeft, highRight - highLeft, draw(seed, index, draws.first));
    const left = lowLeft + fraction * (highLeft - lowLeft);
    const right = lowRight + fraction * (highRight - lowRight);
    place.x = left + draw(seed, index, draws.second) * (right - left);
    place.y = corners[at] + fraction * (corners[at + 3] - corners[at]);
    place.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
    place.normalX = 0;
    place.normalY = 0;
    place.normalZ = 1;
    if (region.colors) setColor(place, region.colors, paints[which]);
  };
}

/**
 * Relative height in a trapezoid with these widths at the bottom and top, below which the fraction of its area is.
 */
function shareOfWidth(below: number, above: number, fraction: number): number {
  const root = Math.sqrt(below * below + fraction * (above * above - below * below));
  return (fraction * (below + above)) / (below + root);
}

/** Running sums over the lengths of all borders. */
function lengthsOf({ edges: { corners, count } }: PlaneRegion): Float64Array {
  const lengths = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const dx = corners[4 * k + 2] - corners[4 * k];
    const dy = corners[4 * k + 3] - corners[4 * k + 1];
    lengths[k] = Math.sqrt(dx * dx + dy * dy);
  }
  return sumWeights(lengths);
}

function pickEdge(region: PlaneRegion, sums: Float64Array, depth: number): PickPlace {
  const { corners, paints } = region.edges;
  return (place, index, seed) => {
    const which = pickWeighted(sums, draw(seed, index, draws.which));
    const at = 4 * which;
    const dx = corners[at + 2] - corners[at];
    const dy = corners[at + 3] - corners[at + 1];
    const length = Math.sqrt(dx * dx + dy * dy);
    const fraction = draw(seed, index, draws.first);
    place.x = corners[at] + fraction * dx;
    place.y = corners[at + 1] + fraction * dy;
    place.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
    // The filled side is on the left-hand side of a border, so its normal points to the right.
    place.normalX = dy / length;
    place.normalY = -dx / length;
    place.normalZ = 0;
    if (region.colors) setColor(place, region.colors, paints[which]);
  };
}

function setColor(place: Place, colors: Float32Array, paint: number): void {
  place.red = colors[4 * paint];
  place.green = colors[4 * paint + 1];
  place.blue = colors[4 * paint + 2];
  place.opacity = colors[4 * paint + 3];
}
