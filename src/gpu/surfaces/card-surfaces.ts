import type { MovingSurface } from '../../motion/moving-surface.ts';
import { WordList } from '../word-list.ts';

/** What the card keeps of a surface. Offsets in the table. */
interface KeptSurface {
  readonly nodes: number;
  readonly triangles: number;
  /** The vertices of a surface that rests, and their offsets; null if it moves. */
  readonly pose: Float64Array | null;
  readonly places: Places | null;
}

/** Offsets of the boxes of the nodes, and of the vertices at the start and the end of a tick. */
interface Places {
  readonly boxes: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Surfaces in the table of a shader: see `surfaceFunctions`. Trees, triangles and the vertices of surfaces that rest stay on the card; those of
 * surfaces that move are written for each tick. Without an `origin`, to which positions are relative, each tick states it, and all vertices are
 * written for each tick.
 */
export class CardSurfaces {
  /** What stays on the card, from the start of the table. Offset 0 means that there is nothing. */
  readonly words = new WordList();
  private kept = new Map<MovingSurface, KeptSurface>();

  constructor(private readonly origin: readonly number[] | null) {
    this.words.push(0);
  }

  /** Updates what stays on the card, before the first tick of a frame. Returns true if it has changed. */
  keep(surfaces: readonly MovingSurface[]): boolean {
    const { origin } = this;
    if (origin) for (const surface of surfaces) surface.refresh();
    const isSame = surfaces.length === this.kept.size && surfaces.every((surface) => this.isKept(surface));
    if (isSame) return false;
    const { words } = this;
    words.clear();
    words.push(0);
    this.kept = new Map();
    for (const surface of surfaces) {
      const { tree, indices } = surface;
      const nodes = words.length;
      for (let node = 0; node < tree.children.length; node++)
        words.push(tree.children[node], tree.starts[node], tree.ends[node]);
      const triangles = words.length;
      for (const triangle of tree.order) {
        const t = 3 * triangle;
        words.push(indices[t], indices[t + 1], indices[t + 2]);
      }
      const places = origin && isResting(surface) ? addPlaces(words, 0, surface, origin) : null;
      this.kept.set(surface, { nodes, triangles, pose: places ? surface.end.slice() : null, places });
    }
    return true;
  }

  /** Adds the surfaces of a tick to the words of a frame, which begin at `base` in the table. Returns their offset. */
  add(words: WordList, base: number, surfaces: readonly MovingSurface[]): number {
    const placed = surfaces.map((surface) => this.place(words, base, surface));
    const at = base + words.length;
    for (const five of placed) for (const word of five) words.push(word);
    return at;
  }

  /** Adds the vertices of a surface in a tick, unless they are on the card. Returns the words of the surface. */
  place(words: WordList, base: number, surface: MovingSurface, origin = this.origin!): readonly number[] {
    surface.refresh();
    const { nodes, triangles, pose, places } = this.kept.get(surface)!;
    const isSame = pose !== null && isResting(surface) && areEqual(pose, surface.end);
    const { boxes, start, end } = isSame ? places! : addPlaces(words, base, surface, origin);
    return [nodes, triangles, boxes, start, end];
  }

  /** Offset of the triangles of a kept surface, in the order of its tree. */
  trianglesOf(surface: MovingSurface): number {
    return this.kept.get(surface)!.triangles;
  }

  /** A surface that starts or stops to move is kept anew. */
  private isKept(surface: MovingSurface): boolean {
    const kept = this.kept.get(surface);
    if (!kept) return false;
    if (!this.origin) return true;
    if (!isResting(surface)) return kept.pose === null;
    return kept.pose !== null && areEqual(kept.pose, surface.end);
  }
}

function addPlaces(
  words: WordList,
  base: number,
  { tree, start, end }: MovingSurface,
  origin: readonly number[],
): Places {
  const relative = (positions: Float64Array) => positions.map((value, k) => value - origin[k % 3]);
  const boxes = base + words.length;
  words.pushFloats(relative(tree.boxes));
  const startAt = base + words.length;
  words.pushFloats(relative(start));
  if (start === end) return { boxes, start: startAt, end: startAt };
  const endAt = base + words.length;
  words.pushFloats(relative(end));
  return { boxes, start: startAt, end: endAt };
}

function isResting({ start, end }: MovingSurface): boolean {
  return start === end || areEqual(start, end);
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
