import { append } from '../../../math/lists.ts';
import type { OutlineArea } from '../../../motion/outline.ts';
import type { RegionWork } from './region-work.ts';

/** Tracks which areas cover a point that moves across edges, and the colour that these areas have together. */
export interface Paints {
  /** Moves the point across an edge of an area. turn: change of the area's winding number. */
  cross(area: number, turn: number): void;
  /** Returns the colour index at the point; −1 if no area covers it. */
  current(): number;
  /**
   * Returns true if the first colour covers the second: its topmost area is the later one (or the same), or the second colour is
   * −1.
   */
  isAbove(paint: number, other: number): boolean;
  /** Returns red, green, blue (linear light) and opacity of each paint: [4 · paintCount]. Returns null if no area has a colour. */
  colors(): Float32Array | null;
}

const plain = [1, 1, 1, 1] as const;

/** Creates paints. areas: in drawing order; later ones cover earlier ones. Areas with opacity 0 cover nothing. */
export function createPaints(areas: readonly OutlineArea[], work: RegionWork): Paints {
  const hasColor = areas.some(({ color }) => color !== null);
  const windings = new Int32Array(areas.length);
  /** Indices of the areas that cover the point, ascending. */
  const covering: number[] = [];
  const known = new Map<string, number>();
  const colors: number[] = [];
  /** By colour index: the topmost area at the point where the colour was first found. */
  const tops: number[] = hasColor ? [] : [0];
  const paintOfArea = new Int32Array(areas.length).fill(-1);
  /** By area: 1 if its opacity is above 0; 1 if its fill rule is nonzero (0: even-odd). */
  const isSeen = Uint8Array.from(areas, ({ color }) => ((color ?? plain)[3] > 0 ? 1 : 0));
  const isNonzero = Uint8Array.from(areas, ({ fillRule }) => (fillRule === 'nonzero' ? 1 : 0));
  const colorOf = (area: number) => areas[area].color ?? plain;
  const covers = (area: number) => (isNonzero[area] === 1 ? windings[area] !== 0 : windings[area] % 2 !== 0);

  const mix = (): [number, number, number, number] => {
    const sum: [number, number, number, number] = [0, 0, 0, 0];
    for (let k = covering.length - 1; k >= 0 && sum[3] < 1; k--) {
      work.step(1);
      const color = colorOf(covering[k]);
      const fraction = (1 - sum[3]) * color[3];
      for (let c = 0; c < 3; c++) sum[c] += fraction * color[c];
      sum[3] += fraction;
    }
    for (let c = 0; c < 3; c++) sum[c] /= sum[3];
    return sum;
  };

  return {
    cross(area, turn) {
      if (isSeen[area] === 0) return;
      const before = covers(area);
      windings[area] += turn;
      if (covers(area) === before) return;
      let position = covering.length;
      while (position > 0 && covering[position - 1] >= area) position--;
      work.step((covering.length - position) / 16);
      if (before) covering.splice(position, 1);
      else covering.splice(position, 0, area);
    },
    current() {
      if (covering.length === 0) return -1;
      if (!hasColor) return 0;
      const top = covering[covering.length - 1];
      const isOpaque = colorOf(top)[3] >= 1;
      if (isOpaque && paintOfArea[top] >= 0) return paintOfArea[top];
      const color = mix();
      const key = color.join(' ');
      let paint = known.get(key);
      if (paint === undefined) {
        paint = known.size;
        work.color(paint);
        known.set(key, paint);
        append(colors, color);
        tops.push(top);
      }
      if (isOpaque) paintOfArea[top] = paint;
      return paint;
    },
    isAbove: (paint, other) => paint >= 0 && (other < 0 || tops[paint] >= tops[other]),
    colors: () => (hasColor ? Float32Array.from(colors) : null),
  };
}
