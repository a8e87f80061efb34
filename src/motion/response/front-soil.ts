import { type EnvelopeColumn, keyOffset } from './lower-envelope.ts';
import { passiveResistance, type Soil } from './soil.ts';

/** The soil in front of the vertical sides of a body that face one direction. SI units. */
export interface FrontSoil {
  /** The direction, a horizontal unit vector. */
  readonly x: number;
  readonly z: number;
  /** Force that it resists with before it fails, N, and where this force acts on average, world metres. */
  readonly strength: number;
  readonly position: readonly [number, number, number];
  /** Mean height of the sides, weighted by the force, m. */
  readonly height: number;
}

/** A lower side that is steeper than this counts as vertical. */
export const maxSlope = 4;

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/**
 * Finds the vertical sides of a body below the surface, and how much the soil in front of them resists: the passive pressure of Rankine, which is that of
 * the wedge of McKyes in front of a smooth vertical blade. A side is where the lower side of the body ends, or steps up by more than its slope. Sides between
 * the axes appear as stairs, whose width seen along each axis is exact. `depthOf`: depth of a column below the surface, m. `pressedAt`: depth to which the
 * column with a key was pressed, m. `faces`: the keys of columns under sides that lean forward, which are counted here, are added to it. Returns the directions
 * +x, −x, +z, −z.
 */
export function findFrontSoil(
  soil: Soil,
  columns: ReadonlyMap<number, EnvelopeColumn>,
  cell: number,
  depthOf: (column: EnvelopeColumn) => number,
  pressedAt: (key: number) => number,
  faces?: Set<number>,
): FrontSoil[] {
  return directions.map(([x, z]) => {
    let [strength, px, py, pz, heights] = [0, 0, 0, 0, 0];
    const offset = keyOffset(x, z);
    for (const column of columns.values()) {
      const depth = depthOf(column);
      if (!(depth > 0)) continue;
      const next = columns.get(column.key + offset);
      const slope = x * column.slopeX + z * column.slopeZ;
      if (slope > maxSlope) continue;
      const nextSlope = next ? x * next.slopeX + z * next.slopeZ : 0;
      const isFace = nextSlope > maxSlope;
      if (isFace) faces?.add(column.key + offset);
      const rise = (Math.max(0, slope + (isFace ? 0 : nextSlope)) * cell) / 2;
      const top = isFace ? 0 : Math.max(0, next ? depthOf(next) : 0, pressedAt(column.key + offset));
      const height = depth - rise - top;
      if (!(height > 0)) continue;
      const force = passiveResistance(soil, cell, height);
      strength += force;
      px += force * (column.x + (x * cell) / 2);
      py += force * (column.y + height / 3);
      pz += force * (column.z + (z * cell) / 2);
      heights += force * height;
    }
    if (!(strength > 0)) return { x, z, strength: 0, position: [0, 0, 0], height: 0 };
    return {
      x,
      z,
      strength,
      position: [px / strength, py / strength, pz / strength],
      height: heights / strength,
    };
  });
}
