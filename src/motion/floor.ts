/**
 * The height of an untouched ground as a function of x and z, world metres. Finite at every finite position: beyond the boundary, and where
 * data is missing, the height is that of the nearest position with data. The result for a position never changes. Portable functions only.
 */
export type Floor = (x: number, z: number) => number;

/** The floor of one of several grounds, and the extent of that ground. */
export interface GroundFloor {
  readonly heightAt: Floor;
  /** True if the floor has the same height everywhere, so that no character needs to follow it. */
  readonly isLevel: boolean;
  /** World x and z of the outermost columns, m; null if the ground has no boundary. */
  readonly extent: {
    readonly min: readonly [x: number, z: number];
    readonly max: readonly [x: number, z: number];
  } | null;
}

/**
 * Combines the floors of several grounds. The height at a position is the maximum of those grounds that contain it. If none does, it is the
 * height of the nearest ground. Null if all grounds are level.
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

/** Returns the distance of a position from a rectangle: the larger one of the distances along the two axes; 0 inside. */
function distanceTo({ min, max }: NonNullable<GroundFloor['extent']>, x: number, z: number): number {
  return Math.max(0, min[0] - x, x - max[0], min[1] - z, z - max[1]);
}
