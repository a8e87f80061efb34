import type { FontMetrics } from './font-metrics.ts';
import type { FontTables } from './font-tables.ts';
import { FontWork } from './font-work.ts';
import type { GlyphOutlines, PathCommand } from './glyph-path.ts';

interface GlyphPoint {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
  readonly isLast: boolean;
}

/** Maximum nesting depth of composite glyphs. */
const deepest = 32;

/** Reads the glyph outlines of the tables `glyf` and `loca`. OpenType 1.9. */
export function readTrueTypeGlyphs(tables: FontTables, metrics: FontMetrics): GlyphOutlines {
  const glyf = tables.require('glyf');
  const loca = tables.require('loca');
  return {
    kind: 'TrueType',
    count: metrics.glyphCount,
    open() {
      const reader = new GlyphReader(glyf, loca, metrics);
      return (glyph) => {
        reader.work.beginGlyph();
        return pathOf(reader.pointsOf(glyph, 0));
      };
    },
  };
}

class GlyphReader {
  readonly work = new FontWork();
  /** Points of the glyphs that were already read, by glyph index. */
  private readonly known = new Map<number, readonly GlyphPoint[]>();

  constructor(
    private readonly glyf: DataView,
    private readonly loca: DataView,
    private readonly metrics: FontMetrics,
  ) {}

  pointsOf(glyph: number, depth: number): readonly GlyphPoint[] {
    if (depth > deepest) throw new Error('a glyph contains itself');
    let points = this.known.get(glyph);
    if (!points) {
      points = this.readPoints(glyph, depth);
      this.known.set(glyph, points);
    }
    return points;
  }

  private readPoints(glyph: number, depth: number): readonly GlyphPoint[] {
    const { glyf, work } = this;
    const [at, end] = [this.placeOf(glyph), this.placeOf(glyph + 1)];
    if (at === end) return [];
    const contourCount = glyf.getInt16(at);
    if (contourCount === 0) return [];
    if (contourCount < 0) return this.joinParts(at + 10, depth);
    work.spend(1 + contourCount);
    return readSimple(glyf, at + 10, contourCount, work);
  }

  private placeOf(glyph: number): number {
    const { loca, metrics } = this;
    return metrics.locationBytes === 2 ? 2 * loca.getUint16(2 * glyph) : loca.getUint32(4 * glyph);
  }

  private joinParts(start: number, depth: number): readonly GlyphPoint[] {
    const { glyf, work } = this;
    const all: GlyphPoint[] = [];
    for (let at = start, isMore = true; isMore; ) {
      const part = readPart(glyf, at);
      at = part.end;
      isMore = part.isMore;
      if (part.glyph >= this.metrics.glyphCount)
        throw new Error('a glyph refers to a glyph that does not exist');
      const points = this.pointsOf(part.glyph, depth + 1);
      work.spend(1 + points.length);
      const shift = part.matched ? matchPoints(part, all, points) : [part.x, part.y];
      for (const point of points) {
        const [x, y] = turn(part, point);
        all.push({ x: x + shift[0], y: y + shift[1], isOnCurve: point.isOnCurve, isLast: point.isLast });
      }
    }
    return all;
  }
}

const flags = {
  isOnCurve: 1,
  isShortX: 2,
  isShortY: 4,
  repeats: 8,
  isSameX: 16,
  isSameY: 32,
} as const;

function readSimple(glyf: DataView, start: number, contourCount: number, work: FontWork): GlyphPoint[] {
  const lasts = new Set<number>();
  let count = 0;
  for (let k = 0; k < contourCount; k++) {
    const last = glyf.getUint16(start + 2 * k);
    if (last < count - 1) throw new Error('the contours of a glyph are out of order');
    lasts.add(last);
    count = last + 1;
  }
  work.spend(count);
  let at = start + 2 * contourCount;
  at += 2 + glyf.getUint16(at);
  const kinds = new Uint8Array(count);
  for (let k = 0; k < count; ) {
    const kind = glyf.getUint8(at++);
    kinds[k++] = kind;
    if (!(kind & flags.repeats)) continue;
    const repeated = glyf.getUint8(at++);
    if (k + repeated > count) throw new Error('the points of a glyph are damaged');
    kinds.fill(kind, k, k + repeated);
    k += repeated;
  }
  const readAxis = (isShort: number, isSame: number): Float64Array => {
    let value = 0;
    return Float64Array.from(kinds, (kind) => {
      if (kind & isShort) value += kind & isSame ? glyf.getUint8(at++) : -glyf.getUint8(at++);
      else if (!(kind & isSame)) {
        value += glyf.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const x = readAxis(flags.isShortX, flags.isSameX);
  const y = readAxis(flags.isShortY, flags.isSameY);
  return Array.from(kinds, (kind, k) => ({
    x: x[k],
    y: y[k],
    isOnCurve: (kind & flags.isOnCurve) !== 0,
    isLast: lasts.has(k),
  }));
}

/** A component of a composite glyph. x and y are its offset. */
interface GlyphPart {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  /**
   * A pair of point indices: of a point of the previous components, and of a point of this component. The component is shifted so that the
   * two points coincide. Null if x and y give the offset.
   */
  readonly matched: readonly [number, number] | null;
  /** Columns of the 2 × 2 matrix that transforms the component. */
  readonly matrix: readonly [number, number, number, number];
  readonly isMore: boolean;
  readonly end: number;
}

function readPart(glyf: DataView, start: number): GlyphPart {
  const bits = glyf.getUint16(start);
  const glyph = glyf.getUint16(start + 2);
  const [areWords, areOffsets] = [(bits & 1) !== 0, (bits & 2) !== 0];
  let at = start + 4;
  const argument = (): number => {
    const [word, byte] = areOffsets
      ? [() => glyf.getInt16(at), () => glyf.getInt8(at)]
      : [() => glyf.getUint16(at), () => glyf.getUint8(at)];
    const value = areWords ? word() : byte();
    at += areWords ? 2 : 1;
    return value;
  };
  const [first, second] = [argument(), argument()];
  const scale = (): number => {
    at += 2;
    return glyf.getInt16(at - 2) / 16384;
  };
  let matrix: GlyphPart['matrix'] = [1, 0, 0, 1];
  if (bits & 8) {
    const value = scale();
    matrix = [value, 0, 0, value];
  } else if (bits & 64) matrix = [scale(), 0, 0, scale()];
  else if (bits & 128) matrix = [scale(), scale(), scale(), scale()];
  return {
    glyph,
    x: areOffsets ? first : 0,
    y: areOffsets ? second : 0,
    matched: areOffsets ? null : [first, second],
    matrix,
    isMore: (bits & 32) !== 0,
    end: at,
  };
}

function turn({ matrix: [a, b, c, d] }: GlyphPart, { x, y }: GlyphPoint): [number, number] {
  return [a * x + c * y, b * x + d * y];
}

function matchPoints(
  part: GlyphPart,
  before: readonly GlyphPoint[],
  points: readonly GlyphPoint[],
): [number, number] {
  const [first, second] = part.matched ?? [0, 0];
  if (first >= before.length || second >= points.length)
    throw new Error('the parts of a glyph are joined at points that do not exist');
  const [x, y] = turn(part, points[second]);
  return [before[first].x - x, before[first].y - y];
}

/** Between two consecutive off-curve points, the contour has an implied on-curve point at their midpoint. */
function pathOf(points: readonly GlyphPoint[]): PathCommand[] {
  const path: PathCommand[] = [];
  for (let start = 0; start < points.length; ) {
    let end = start;
    while (end < points.length && !points[end].isLast) end++;
    if (end === points.length) throw new Error('a contour of a glyph has no end');
    const count = end + 1 - start;
    const at = (k: number) => points[start + (k % count)];
    const [first, last] = [at(0), points[end]];
    const from = last.isOnCurve ? last : first.isOnCurve ? first : middleOf(last, first);
    path.push({ type: 'M', x: from.x, y: from.y });
    for (let k = 0; k < count; k++) {
      const [point, next] = [at(k), at(k + 1)];
      if (point.isOnCurve) path.push({ type: 'L', x: point.x, y: point.y });
      else {
        const { x, y } = next.isOnCurve ? next : middleOf(point, next);
        path.push({ type: 'Q', x1: point.x, y1: point.y, x, y });
      }
    }
    path.push({ type: 'Z' });
    start = end + 1;
  }
  return path;
}

function middleOf(a: GlyphPoint, b: GlyphPoint): { x: number; y: number } {
  return { x: (a.x + b.x) * 0.5, y: (a.y + b.y) * 0.5 };
}
