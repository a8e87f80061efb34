import { type LongWork, workThrough } from '../../../long-work.ts';
import type { OutlineArea } from '../../../motion/outline.ts';
import { createPaints } from './paints.ts';
import { RegionBuilder } from './region-builder.ts';
import { collectEdges, findLevels } from './region-edges.ts';
import { RegionSweep } from './region-sweep.ts';
import { RegionWork } from './region-work.ts';

/**
 * The filled part of a plane, decomposed into trapezoids that do not overlap. Each trapezoid has the colour that is visible
 * there, so areas that others hide leave no trace.
 */
export interface PlaneRegion {
  readonly trapezoids: Trapezoids;
  readonly edges: RegionEdges;
  /** [4 · paintCount] red, green, blue (linear light), opacity of each colour. The whole array is null if no area has a colour. */
  readonly colors: Float32Array | null;
  /** Total area of the trapezoids, in the square of the areas' unit. */
  readonly area: number;
}

/** Trapezoids whose bottom and top sides are horizontal. */
export interface Trapezoids {
  readonly count: number;
  /** [6 · count] y of the bottom side, its left x, its right x; y of the top side, its left x, its right x. */
  readonly corners: Float64Array;
  /** [count] colour index, see `PlaneRegion.colors`. */
  readonly paints: Uint32Array;
}

/** Line segments at which the filled part ends or changes its colour. */
export interface RegionEdges {
  readonly count: number;
  /**
   * [4 · count] x and y of the start, x and y of the end. The filled side, or the side of the covering colour, is on the
   * left hand.
   */
  readonly corners: Float64Array;
  /** [count] index of the colour on the left-hand side. */
  readonly paints: Uint32Array;
  /** [count] 1 if nothing is filled on the right-hand side, else 0. */
  readonly isRim: Uint8Array;
}

/**
 * Decomposes areas into trapezoids and finds the borders of the filled part. The areas may overlap each other and
 * themselves.
 *
 * A sweep line moves upward (+y) over horizontal bands between the y coordinates of successive corners. An active edge list
 * holds the edges that span the current band. Within a band, groups of edges that cross are processed between their
 * crossings.
 *
 * Later areas cover earlier ones. An area's fill rule decides which parts are holes. Typical drawings take about O(n log n)
 * time for n edges; each crossing adds time in proportion to the size of its group of edges. Throws RegionTooLarge if the
 * drawing has more crossings, or more active edges in all its bands, than can be processed within seconds.
 */
export function cutRegion(areas: readonly OutlineArea[]): PlaneRegion {
  return workThrough(cuttingRegion(areas));
}

/** Does the same as `cutRegion`, as long work that can be paused and cancelled. */
export function* cuttingRegion(areas: readonly OutlineArea[]): LongWork<PlaneRegion> {
  const edges = collectEdges(areas);
  const work = new RegionWork();
  const paints = createPaints(areas, work);
  // Gaps and lengths up to this count as rounding errors.
  const tiny = 1e-12 * edges.size;
  const builder = new RegionBuilder(edges, paints, tiny);
  const sweep = new RegionSweep(edges, paints, builder, tiny, work);
  const order = Array.from(edges.areas.keys()).sort((a, b) => edges.lowY[a] - edges.lowY[b]);
  const levels = findLevels(edges, tiny);
  let active: number[] = [];
  let next = 0;
  for (let k = 0; k + 1 < levels.length; k++) {
    const [low, high] = [levels[k], levels[k + 1]];
    active = active.filter((edge) => edges.highY[edge] > low + tiny);
    while (next < order.length && edges.lowY[order[next]] <= low + tiny) {
      const edge = order[next++];
      if (edges.highY[edge] > low + tiny) active.push(edge);
    }
    active = sweep.fillBand(active, low, high);
    yield;
  }
  builder.startBand([], levels[levels.length - 1] ?? 0);
  return builder.finish();
}
