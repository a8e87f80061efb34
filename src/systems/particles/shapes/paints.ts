import { append } from '../../../math/lists.ts';
import type { OutlineArea } from '../../../motion/outline.ts';
import type { RegionWork } from './region-work.ts';

/** Which areas cover a place as one moves across edges, and what colour they make together. */
export interface Paints {
  /** One steps over an edge of an area, whose winding number changes by that much. */
  cross(area: number, turn: number): void;
  /** Index of the colour here, −1 where nothing covers. */
  current(): number;
  /** True where the first paint covers the second: it has the later area on top, or the other is none. */
  isAbove(paint: number, other: number): boolean;
  /** [4 · paintCount]; null where no area has a colour. */
  colors(): Float32Array | null;
}

const plain = [1, 1, 1, 1] as const;

/** For areas in the order in which they cover each other. Those that cannot be seen cover nothing. */
export function createPaints(areas: readonly OutlineArea[], work: RegionWork): Paints {
  const hasColor = areas.some(({ color }) => color !== null);
  const windings = new Int32Array(areas.length);
  /** Indices of the areas that cover, rising. */
  const covering: number[] = [];
  const known = new Map<string, number>();
  const colors: number[] = [];
  /** By paint: the area on top where it was first seen. */
  const tops: number[] = hasColor ? [] : [0];
  const paintOfArea = new Int32Array(areas.length).fill(-1);
  /** By area: whether it can be seen, and whether it is filled wherever it winds at all. */
  const isSeen = Uint8Array.from(areas, ({ color }) => ((color ?? plain)[3] > 0 ? 1 : 0));
  const isNonzero = Uint8Array.from(areas, ({ fillRule }) => (fillRule === 'nonzero' ? 1 : 0));
  const colorOf = (area: number) => areas[area].color ?? plain;
  const covers = (area: number) => (isNonzero[area] === 1 ? windings[area] !== 0 : windings[area] % 2 !== 0);

  const mix = (): [number, number, number, number] => {
    const sum: [number, number, number, number] = [0, 0, 0, 0];
    for (let k = covering.length - 1; k >= 0 && sum[3] < 1; k--) {
      work.step(1);
      const color = colorOf(covering[k]);
      const share = (1 - sum[3]) * color[3];
      for (let c = 0; c < 3; c++) sum[c] += share * color[c];
      sum[3] += share;
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
      let place = covering.length;
      while (place > 0 && covering[place - 1] >= area) place--;
      work.step((covering.length - place) / 16);
      if (before) covering.splice(place, 1);
      else covering.splice(place, 0, area);
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
