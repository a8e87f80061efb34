import type { ShownShapes } from './modal-warp.ts';

/** Number of vertices that are checked first, in addition to the vertex of each mode that has the maximum displacement. */
const spreadCount = 24;
/**
 * Factor by which the maximum displacement of all vertices may exceed that of the checked ones. The maximum that was measured
 * is 1.43.
 */
const safetyFactor = 2;

/**
 * Measures the maximum displacement of the render surface. First checks a few vertices: for every mode the vertex with the maximum
 * displacement, and some vertices that are distributed over the part. Checks all vertices only if the result may reach the value that
 * matters.
 */
export class ReachProbe {
  readonly count: number;
  /** Displacements of the checked vertices, metres at amplitude 1, [count · modeCount · 3]. */
  private readonly shapes: Float64Array;
  private readonly modeCount: number;

  /** Work arrays: for each surface [3 · vertices.length]. */
  private readonly moves: readonly Float64Array[];

  constructor(private readonly part: ShownShapes) {
    this.moves = part.surfaces.map(({ vertices }) => new Float64Array(3 * vertices.length));
    this.modeCount = part.modeCount;
    const chosen = chooseVertices(part);
    this.count = chosen.length;
    this.shapes = new Float64Array(chosen.length * part.modeCount * 3);
    chosen.forEach(([surface, vertex], probe) => {
      const { shapes, vertices } = part.surfaces[surface];
      for (let mode = 0; mode < part.modeCount; mode++) {
        for (let axis = 0; axis < 3; axis++) {
          this.shapes[(probe * part.modeCount + mode) * 3 + axis] =
            shapes[(mode * vertices.length + vertex) * 3 + axis] * part.scale;
        }
      }
    });
  }

  /**
   * Returns the maximum displacement in metres at these amplitudes [modeCount]. The result is exact if it is at least `exactFrom` metres.
   * Below that, the error is a few per cent of the maximum displacement.
   */
  measure(amplitudes: Float64Array, exactFrom: number): number {
    const near = this.measureFew(amplitudes);
    return near * safetyFactor < exactFrom ? near : this.measureAll(amplitudes);
  }

  private measureAll(amplitudes: Float64Array): number {
    let max = 0;
    this.part.surfaces.forEach(({ shapes }, surface) => {
      const moves = this.moves[surface];
      moves.fill(0);
      for (let mode = 0, from = 0; mode < this.modeCount; mode++, from += moves.length) {
        const amplitude = amplitudes[mode];
        for (let k = 0; k < moves.length; k++) moves[k] += amplitude * shapes[from + k];
      }
      for (let k = 0; k < moves.length; k += 3) {
        const square = moves[k] * moves[k] + moves[k + 1] * moves[k + 1] + moves[k + 2] * moves[k + 2];
        if (square > max) max = square;
      }
    });
    return this.part.scale * Math.sqrt(max);
  }

  private measureFew(amplitudes: Float64Array): number {
    const { shapes, modeCount } = this;
    let max = 0;
    for (let from = 0; from < shapes.length; from += 3 * modeCount) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let mode = 0, k = from; mode < modeCount; mode++, k += 3) {
        const amplitude = amplitudes[mode];
        x += amplitude * shapes[k];
        y += amplitude * shapes[k + 1];
        z += amplitude * shapes[k + 2];
      }
      const square = x * x + y * y + z * z;
      if (square > max) max = square;
    }
    return Math.sqrt(max);
  }
}

/** Returns distinct pairs: a surface, and an index into its list of vertices. */
function chooseVertices(part: ShownShapes): [number, number][] {
  const chosen = new Map<string, [number, number]>();
  const add = (surface: number, vertex: number) => chosen.set(`${surface} ${vertex}`, [surface, vertex]);
  for (let mode = 0; mode < part.modeCount; mode++) {
    let best: [number, number] | null = null;
    let max = 0;
    part.surfaces.forEach(({ shapes, vertices }, surface) => {
      for (let vertex = 0; vertex < vertices.length; vertex++) {
        const k = 3 * (mode * vertices.length + vertex);
        const square = shapes[k] ** 2 + shapes[k + 1] ** 2 + shapes[k + 2] ** 2;
        if (square > max) [max, best] = [square, [surface, vertex]];
      }
    });
    if (best) add(...(best as [number, number]));
  }
  const total = part.surfaces.reduce((sum, { vertices }) => sum + vertices.length, 0);
  const every = Math.max(1, Math.ceil(total / spreadCount));
  let next = 0;
  part.surfaces.forEach(({ vertices }, surface) => {
    for (; next < vertices.length; next += every) add(surface, next);
    next -= vertices.length;
  });
  return [...chosen.values()];
}

/** Returns `FleshPart.reach`: for each mode [modeCount] the maximum displacement of a render vertex at amplitude 1, metres. */
export function measureReach(part: ShownShapes): Float64Array {
  const reach = new Float64Array(part.modeCount);
  for (const { shapes, vertices } of part.surfaces) {
    const length = 3 * vertices.length;
    for (let mode = 0; mode < part.modeCount; mode++) {
      let max = 0;
      for (let k = mode * length; k < (mode + 1) * length; k += 3) {
        max = Math.max(max, shapes[k] ** 2 + shapes[k + 1] ** 2 + shapes[k + 2] ** 2);
      }
      reach[mode] = Math.max(reach[mode], Math.sqrt(max) * part.scale);
    }
  }
  return reach;
}
