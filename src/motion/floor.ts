/**
 * The untouched height of a ground: x and z in, height out, world metres. Finite for every finite place: beyond an edge, and
 * where nothing is known, that of the nearest place. Always the same answer; portable functions only.
 */
export type Floor = (x: number, z: number) => number;

/** The floor of one of several grounds, and how far it goes. */
export interface GroundFloor {
  readonly heightAt: Floor;
  /** It stands at one height everywhere: nobody needs to follow it. */
  readonly isLevel: boolean;
  /** World x and z of its outermost columns, m; null where it has no edge. */
  readonly extent: {
    readonly least: readonly [x: number, z: number];
    readonly most: readonly [x: number, z: number];
  } | null;
}

/**
 * The floor of several grounds together: the highest of those that reach a place, of the nearest ones where none does. Null
 * where all are level.
 */
export function joinFloors(grounds: readonly GroundFloor[]): Floor | null {
  if (grounds.every(({ isLevel }) => isLevel)) return null;
  if (grounds.length === 1) return grounds[0].heightAt;
  return (x, z) => {
    let nearest = Number.POSITIVE_INFINITY;
    let height = Number.NEGATIVE_INFINITY;
    for (const { heightAt, extent } of grounds) {
      const distance = extent ? distanceTo(extent, x, z) : 0;
      if (distance > nearest) continue;
      const own = heightAt(x, z);
      height = distance < nearest ? own : Math.max(height, own);
      nearest = distance;
    }
    return height;
  };
}

/** How far outside a rectangle a place lies, along the axis in which it lies further; 0 within. */
function distanceTo({ least, most }: NonNullable<GroundFloor['extent']>, x: number, z: number): number {
  return Math.max(0, least[0] - x, x - most[0], least[1] - z, z - most[1]);
}
