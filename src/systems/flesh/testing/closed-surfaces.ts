import { cos, sin } from '../../../math/portable.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';

/** Creates a box from its low and its high corner. */
export function createBox(
  low: readonly [number, number, number],
  high: readonly [number, number, number],
): ClosedSurface {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++)
      positions[3 * corner + axis] = ((corner >> axis) & 1 ? high : low)[axis];
  }
  const triangles = Uint32Array.of(
    ...[0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    ...[0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3],
    ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
  );
  return { positions, triangles };
}

/** Creates a sphere about a point from rings of `sides` vertices. */
export function createSphere(
  radius: number,
  sides = 48,
  centre: readonly [number, number, number] = [0, 0, 0],
): ClosedSurface {
  const { positions, triangles } = createCapsule(radius, 2 * radius, sides);
  return { positions: positions.map((value, k) => value + centre[k % 3]), triangles };
}

/** Creates a capsule about the z axis whose middle is at the origin. length: from end to end, ≥ 2 · radius. */
export function createCapsule(radius: number, length: number, sides = 48): ClosedSurface {
  const half = length / 2 - radius;
  const quarter = Math.max(2, Math.round(sides / 4));
  const profile: [number, number][] = [];
  for (let k = 1; k <= quarter; k++) {
    const angle = (k / quarter - 1) * (Math.PI / 2);
    profile.push([radius * cos(angle), radius * sin(angle) - half]);
  }
  const straightCount = half > 0 ? Math.max(1, Math.round((half * sides) / (Math.PI * radius))) : 0;
  for (let k = 1; k < straightCount; k++) profile.push([radius, half * ((2 * k) / straightCount - 1)]);
  for (let k = half > 0 ? 0 : 1; k < quarter; k++) {
    const angle = (k / quarter) * (Math.PI / 2);
    profile.push([radius * cos(angle), radius * sin(angle) + half]);
  }
  return revolve(profile, [-length / 2, length / 2], sides);
}

/** Creates a cylinder about the z axis whose middle is at the origin. */
export function createCylinder(radius: number, length: number, sides = 48): ClosedSurface {
  const profile: [number, number][] = [
    [radius, -length / 2],
    [radius, length / 2],
  ];
  return revolve(profile, [-length / 2, length / 2], sides);
}

/** Creates a surface of revolution from rings [radius, z], z ascending, closed by a point on the axis at each end. */
function revolve(
  profile: readonly (readonly [number, number])[],
  ends: readonly [number, number],
  sides: number,
): ClosedSurface {
  const positions: number[] = [0, 0, ends[0]];
  const triangles: number[] = [];
  for (const [radius, z] of profile) {
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      positions.push(radius * cos(angle), radius * sin(angle), z);
    }
  }
  positions.push(0, 0, ends[1]);
  const last = positions.length / 3 - 1;
  const at = (ring: number, side: number) => 1 + ring * sides + (side % sides);
  for (let side = 0; side < sides; side++) {
    triangles.push(0, at(0, side + 1), at(0, side));
    for (let ring = 0; ring < profile.length - 1; ring++) {
      triangles.push(at(ring, side), at(ring, side + 1), at(ring + 1, side + 1));
      triangles.push(at(ring, side), at(ring + 1, side + 1), at(ring + 1, side));
    }
    triangles.push(last, at(profile.length - 1, side), at(profile.length - 1, side + 1));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
