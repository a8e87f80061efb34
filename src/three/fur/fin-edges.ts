import type { FinData } from '../../gpu/fur/gpu-fins.ts';
import { joinSurface } from '../../motion/join-surface.ts';
import { readDensities, readTints } from './fin-tints.ts';
import type { ShellsData, ShellsMotion } from './shells-data.ts';

/**
 * Cosines of the angle between view direction and skin normal. Below the first, a fin begins to appear; below the second, it is fully
 * opaque.
 */
const [firstCosine, wholeCosine] = [0.4, 0.2];

/** Number of values of a fin: seven vectors of four, see `finAttributes`. */
export const finStride = 28;
/**
 * Attributes of a fin: roots and lengths of both ends; normals and densities; offsets (with the opacity and the start in the tile); the
 * mean colour (with the width in the tile).
 */
export const finAttributes = [
  'finRootA',
  'finRootB',
  'finNormalA',
  'finNormalB',
  'finOffsetA',
  'finOffsetB',
  'finTint',
] as const;

/** The edges of a skin on which fins may be drawn. Each edge occurs once, even if the file repeats vertices. */
export class FinEdges {
  /** Vertices at both ends, [2 · edgeCount]. */
  private readonly ends: Uint32Array;
  /** Start and width in the tile, in tiles, [2 · edgeCount]. */
  private readonly spans: Float32Array;
  /** Factors of the coat's colours, [3 · vertexCount]. */
  private readonly tints: Float32Array;
  /** Fraction of the strands that exist, [vertexCount]. */
  private readonly densities: Float32Array;

  constructor(private readonly shells: ShellsData) {
    this.tints = readTints(shells);
    this.densities = readDensities(shells);
    const { indices, restPositions, lengths, look } = shells;
    const { densities } = this;
    const { vertexOf, kept } = joinSurface(Float64Array.from(restPositions), indices);
    const ends: number[] = [];
    const spans: number[] = [];
    const seen = new Set<number>();
    const hasStrand = (vertex: number) => lengths[vertex] > 0 && densities[vertex] > 0;
    for (let k = 0; k < indices.length; k++) {
      const a = indices[k];
      const b = indices[k % 3 === 2 ? k - 2 : k + 1];
      const [low, high] = [vertexOf[a], vertexOf[b]].sort((x, y) => x - y);
      if (low === high || !(hasStrand(a) || hasStrand(b))) continue;
      const key = low * kept.length + high;
      if (seen.has(key)) continue;
      seen.add(key);
      ends.push(a, b);
      let square = 0;
      for (let axis = 0; axis < 3; axis++)
        square += (restPositions[3 * a + axis] - restPositions[3 * b + axis]) ** 2;
      // Neighbouring fins must start at different positions in the tile, so the start increases by the golden ratio.
      spans.push((seen.size * 0.618034) % 1, Math.sqrt(square) / look.tile);
    }
    this.ends = Uint32Array.from(ends);
    this.spans = Float32Array.from(spans);
  }

  get count(): number {
    return this.spans.length / 2;
  }

  /** Returns the edges for a graphics card. copyOf: the drawn vertex of each vertex of the shells. */
  pack(copyOf: ArrayLike<number>): FinData {
    const { ends, spans, tints, densities } = this;
    const { lengths } = this.shells;
    const constants: number[] = [];
    for (let e = 0; e < spans.length; e += 2) {
      const [a, b] = [ends[e], ends[e + 1]];
      constants.push(lengths[a], lengths[b], densities[a], densities[b], spans[e], spans[e + 1]);
      for (let axis = 0; axis < 3; axis++) constants.push((tints[3 * a + axis] + tints[3 * b + axis]) / 2);
    }
    return {
      ends: ends.map((vertex) => copyOf[vertex]),
      constants: Float32Array.from(constants),
      cosines: [firstCosine, wholeCosine],
    };
  }

  /**
   * Writes the fins whose skin is seen edge-on from `eye` into out [finStride · count]. eye: a position in the object's own space; if w is
   * 0, a direction. Returns the number of fins.
   */
  collect(out: Float32Array, { roots, normals, offsets }: ShellsMotion, eye: readonly number[]): number {
    const { ends, spans, tints, densities } = this;
    const { lengths } = this.shells;
    const [ex, ey, ez, ew] = eye;
    let count = 0;
    for (let e = 0; e < spans.length; e += 2) {
      const a = 3 * ends[e];
      const b = 3 * ends[e + 1];
      const nx = normals[a] + normals[b];
      const ny = normals[a + 1] + normals[b + 1];
      const nz = normals[a + 2] + normals[b + 2];
      const vx = ex - (ew * (roots[a] + roots[b])) / 2;
      const vy = ey - (ew * (roots[a + 1] + roots[b + 1])) / 2;
      const vz = ez - (ew * (roots[a + 2] + roots[b + 2])) / 2;
      const dot = nx * vx + ny * vy + nz * vz;
      const square = (nx * nx + ny * ny + nz * nz) * (vx * vx + vy * vy + vz * vz);
      const cosine = Math.abs(dot) / Math.sqrt(square);
      if (!(cosine < firstCosine)) continue;
      const o = finStride * count++;
      for (let axis = 0; axis < 3; axis++) {
        out[o + axis] = roots[a + axis];
        out[o + 4 + axis] = roots[b + axis];
        out[o + 8 + axis] = normals[a + axis];
        out[o + 12 + axis] = normals[b + axis];
        out[o + 16 + axis] = offsets[a + axis];
        out[o + 20 + axis] = offsets[b + axis];
        out[o + 24 + axis] = (tints[a + axis] + tints[b + axis]) / 2;
      }
      out[o + 3] = lengths[ends[e]];
      out[o + 7] = lengths[ends[e + 1]];
      out[o + 11] = densities[ends[e]];
      out[o + 15] = densities[ends[e + 1]];
      out[o + 19] = Math.min(1, (firstCosine - cosine) / (firstCosine - wholeCosine));
      out[o + 23] = spans[e];
      out[o + 27] = spans[e + 1];
    }
    return count;
  }
}
