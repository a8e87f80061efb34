import type { FleshPart } from './part.ts';

/** Vertices to look at first, beside the furthest of every mode. */
const spreadCount = 24;
/** How much further than those the furthest vertex of all may move, as a factor: 1.43 has been seen. */
const missed = 2;

/**
 * Measures how far the render surface moves: at a few vertices, the furthest of every mode and some spread over the part,
 * and at all of them where these tell that it matters.
 */
export class ReachProbe {
  readonly count: number;
  /** [count · modeCount · 3], metres a unit amplitude. */
  private readonly shapes: Float64Array;
  private readonly modeCount: number;

  /** For each surface [3 · vertices.length]. Scratch. */
  private readonly moves: readonly Float64Array[];

  constructor(private readonly part: FleshPart) {
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
   * The largest displacement, metres, at these amplitudes [modeCount]: exact where it is `exactFrom` metres or more, and
   * below that within a few per cent of the furthest of all.
   */
  measure(amplitudes: Float64Array, exactFrom: number): number {
    const near = this.measureFew(amplitudes);
    return near * missed < exactFrom ? near : this.measureAll(amplitudes);
  }

  private measureAll(amplitudes: Float64Array): number {
    let largest = 0;
    this.part.surfaces.forEach(({ shapes }, surface) => {
      const moves = this.moves[surface];
      moves.fill(0);
      for (let mode = 0, from = 0; mode < this.modeCount; mode++, from += moves.length) {
        const amplitude = amplitudes[mode];
        for (let k = 0; k < moves.length; k++) moves[k] += amplitude * shapes[from + k];
      }
      for (let k = 0; k < moves.length; k += 3) {
        const square = moves[k] * moves[k] + moves[k + 1] * moves[k + 1] + moves[k + 2] * moves[k + 2];
        if (square > largest) largest = square;
      }
    });
    return this.part.scale * Math.sqrt(largest);
  }

  private measureFew(amplitudes: Float64Array): number {
    const { shapes, modeCount } = this;
    let largest = 0;
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
      if (square > largest) largest = square;
    }
    return Math.sqrt(largest);
  }
}

/** Pairs of a surface and a place in its list of vertices, each once. */
function chooseVertices(part: FleshPart): [number, number][] {
  const chosen = new Map<string, [number, number]>();
  const add = (surface: number, vertex: number) => chosen.set(`${surface} ${vertex}`, [surface, vertex]);
  for (let mode = 0; mode < part.modeCount; mode++) {
    let best: [number, number] | null = null;
    let largest = 0;
    part.surfaces.forEach(({ shapes, vertices }, surface) => {
      for (let vertex = 0; vertex < vertices.length; vertex++) {
        const k = 3 * (mode * vertices.length + vertex);
        const square = shapes[k] ** 2 + shapes[k + 1] ** 2 + shapes[k + 2] ** 2;
        if (square > largest) [largest, best] = [square, [surface, vertex]];
      }
    });
    if (best) add(...(best as [number, number]));
  }
  const total = part.surfaces.reduce((sum, { vertices }) => sum + vertices.length, 0);
  const every = Math.max(1, Math.ceil(total / spreadCount));
  let place = 0;
  part.surfaces.forEach(({ vertices }, surface) => {
    for (; place < vertices.length; place += every) add(surface, place);
    place -= vertices.length;
  });
  return [...chosen.values()];
}

/** [modeCount] largest displacement of a render vertex at amplitude 1, metres: `FleshPart.reach`. */
export function measureReach(part: Pick<FleshPart, 'modeCount' | 'scale' | 'surfaces'>): Float64Array {
  const reach = new Float64Array(part.modeCount);
  for (const { shapes, vertices } of part.surfaces) {
    const length = 3 * vertices.length;
    for (let mode = 0; mode < part.modeCount; mode++) {
      let largest = 0;
      for (let k = mode * length; k < (mode + 1) * length; k += 3) {
        largest = Math.max(largest, shapes[k] ** 2 + shapes[k + 1] ** 2 + shapes[k + 2] ** 2);
      }
      reach[mode] = Math.max(reach[mode], Math.sqrt(largest) * part.scale);
    }
  }
  return reach;
}
