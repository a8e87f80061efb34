import { type LongWork, workThrough } from '../../../long-work.ts';
import type { Outline, OutlineArea } from '../../../motion/outline.ts';
import { type LocalShape, supportOf } from './build-shape.ts';
import { cuttingRegion, type PlaneRegion } from './plane-region.ts';
import { createRegionDistance } from './region-distance.ts';
import { draw, draws, type PickPoint, pickWeighted, type ShapePoint, sumWeights } from './shape-point.ts';
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
 * Creates the shape of the area that an outline fills, in the plane z = 0, facing +z, with the centre of its bounding box at the
 * origin. With the part `outline`: only the borders, as lines. With a depth, the area becomes a prism and the lines become walls.
 * Returns null if nothing is filled.
 */
export function createOutlineShape(outline: Outline, options: OutlineShapeOptions): LocalShape | null {
  return workThrough(creatingOutlineShape(outline, options));
}

/** Does the same as `createOutlineShape`, as long work that can be paused and cancelled. Complex drawings take seconds. */
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

function pickFill(region: PlaneRegion, depth: number): PickPoint {
  const { corners, paints, count } = region.trapezoids;
  const areas = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = corners.subarray(6 * k, 6 * k + 6);
    areas[k] = ((highY - lowY) * (lowRight - lowLeft + highRight - highLeft)) / 2;
  }
  const sums = sumWeights(areas);
  return (point, index, seed) => {
    const which = pickWeighted(sums, draw(seed, index, draws.which));
    const at = 6 * which;
    const lowLeft = corners[at + 1];
    const lowRight = corners[at + 2];
    const highLeft = corners[at + 4];
    const highRight = corners[at + 5];
    const fraction = heightOfArea(lowRight - lowLeft, highRight - highLeft, draw(seed, index, draws.first));
    const left = lowLeft + fraction * (highLeft - lowLeft);
    const right = lowRight + fraction * (highRight - lowRight);
    point.x = left + draw(seed, index, draws.second) * (right - left);
    point.y = corners[at] + fraction * (corners[at + 3] - corners[at]);
    point.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
    point.normalX = 0;
    point.normalY = 0;
    point.normalZ = 1;
    if (region.colors) setColor(point, region.colors, paints[which]);
  };
}

/** Returns the relative height, 0..1, below which a fraction of the area of a trapezoid lies. below, above: its two widths. */
function heightOfArea(below: number, above: number, fraction: number): number {
  const root = Math.sqrt(below * below + fraction * (above * above - below * below));
  return (fraction * (below + above)) / (below + root);
}

/** Returns the cumulative sums of the lengths of all borders. */
function lengthsOf({ edges: { corners, count } }: PlaneRegion): Float64Array {
  const lengths = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const dx = corners[4 * k + 2] - corners[4 * k];
    const dy = corners[4 * k + 3] - corners[4 * k + 1];
    lengths[k] = Math.sqrt(dx * dx + dy * dy);
  }
  return sumWeights(lengths);
}

function pickEdge(region: PlaneRegion, sums: Float64Array, depth: number): PickPoint {
  const { corners, paints } = region.edges;
  return (point, index, seed) => {
    const which = pickWeighted(sums, draw(seed, index, draws.which));
    const at = 4 * which;
    const dx = corners[at + 2] - corners[at];
    const dy = corners[at + 3] - corners[at + 1];
    const length = Math.sqrt(dx * dx + dy * dy);
    const fraction = draw(seed, index, draws.first);
    point.x = corners[at] + fraction * dx;
    point.y = corners[at + 1] + fraction * dy;
    point.z = depth > 0 ? depth * (draw(seed, index, draws.third) - 0.5) : 0;
    // The filled side is on the left-hand side of a border, so its normal points to the right.
    point.normalX = dy / length;
    point.normalY = -dx / length;
    point.normalZ = 0;
    if (region.colors) setColor(point, region.colors, paints[which]);
  };
}

function setColor(point: ShapePoint, colors: Float32Array, paint: number): void {
  point.red = colors[4 * paint];
  point.green = colors[4 * paint + 1];
  point.blue = colors[4 * paint + 2];
  point.opacity = colors[4 * paint + 3];
}
