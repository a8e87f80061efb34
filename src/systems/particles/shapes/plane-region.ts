import { type LongWork, workThrough } from '../../../long-work.ts';
import type { OutlineArea } from '../../../motion/outline.ts';
import { createPaints } from './paints.ts';
import { RegionBuilder } from './region-builder.ts';
import { collectEdges, findLevels } from './region-edges.ts';
import { RegionSweep } from './region-sweep.ts';
import { RegionWork } from './region-work.ts';

/** What is filled in a plane, cut into pieces that do not overlap. Colours of areas below others are gone. */
export interface PlaneRegion {
  readonly trapezoids: Trapezoids;
  readonly edges: RegionEdges;
  /** [4 · paintCount] red, green, blue (linear light), opacity; null where no area has a colour. */
  readonly colors: Float32Array | null;
  /** The sum of the trapezoids, in the square of the areas' unit. */
  readonly area: number;
}

/** Trapezoids whose upper and lower sides are level. */
export interface Trapezoids {
  readonly count: number;
  /** [6 · count] y below, left x, right x there; y above, left x, right x there. */
  readonly corners: Float64Array;
  /** [count] index of the colour. */
  readonly paints: Uint32Array;
}

/** Where what is filled ends, or changes its colour. */
export interface RegionEdges {
  readonly count: number;
  /** [4 · count] x y to x y. What is filled, or covers the other, lies on the left hand. */
  readonly corners: Float64Array;
  /** [count] index of the colour on the left hand. */
  readonly paints: Uint32Array;
  /** [count] 1 where nothing is filled on the right hand. */
  readonly isRim: Uint8Array;
}

/**
 * Cuts areas, which may overlap and cross themselves, into trapezoids, and finds the edges of what is filled: a sweep
 * from below over bands between the heights of corners, in each of which edges stand side by side but for those that cross.
 *
 * Later areas cover earlier ones. An area's fill rule decides what is a hole. About n log n for drawings as they are; each
 * crossing costs what lies around it. Throws RegionTooLarge for more crossings, or more bands and edges in them, than can be cut
 * in seconds.
 */
export function cutRegion(areas: readonly OutlineArea[]): PlaneRegion {
  return workThrough(cuttingRegion(areas));
}

/** The same in pieces. */
export function* cuttingRegion(areas: readonly OutlineArea[]): LongWork<PlaneRegion> {
  const edges = collectEdges(areas);
  const work = new RegionWork();
  const paints = createPaints(areas, work);
  // Gaps and lengths below this are rounding.
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
