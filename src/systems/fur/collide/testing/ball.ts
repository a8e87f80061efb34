import type { RigidCollider } from '../../../../motion/collider.ts';
import type { ColliderDriver } from '../../../../motion/collider-driver.ts';
import { createKeyedCollider } from '../../../../motion/keyed-collider.ts';

/** Creates a closed sphere of triangles about the origin, with `rings` − 1 rings of vertices and two poles. */
export function ballMesh(radius: number, rings = 24): { positions: Float64Array; indices: Uint32Array } {
  const positions: number[] = [0, radius, 0];
  const around = 2 * rings;
  for (let ring = 1; ring < rings; ring++) {
    const polar = (Math.PI * ring) / rings;
    for (let k = 0; k < around; k++) {
      const longitude = (2 * Math.PI * k) / around;
      positions.push(
        radius * Math.sin(polar) * Math.cos(longitude),
        radius * Math.cos(polar),
        radius * Math.sin(polar) * Math.sin(longitude),
      );
    }
  }
  const last = positions.length / 3;
  positions.push(0, -radius, 0);
  const at = (ring: number, k: number) => 1 + (ring - 1) * around + (k % around);
  const indices: number[] = [];
  for (let k = 0; k < around; k++) {
    indices.push(0, at(1, k + 1), at(1, k), last, at(rings - 1, k), at(rings - 1, k + 1));
    for (let ring = 1; ring < rings - 1; ring++) {
      indices.push(at(ring, k), at(ring, k + 1), at(ring + 1, k));
      indices.push(at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Creates a body whose centre moves at constant velocity from one position to another in `duration` s. */
export function movingBody(
  name: string,
  mesh: { positions: Float64Array; indices: Uint32Array },
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  duration: number,
  startTime = -1,
): ColliderDriver & { readonly collider: RigidCollider } {
  const rotation = [0, 0, 0, 1] as const;
  const driver = createKeyedCollider(
    name,
    mesh,
    [
      { time: 0, position: from, rotation },
      { time: duration, position: to, rotation },
    ],
    { startTime },
  );
  return { ...driver, collider: driver.colliders[0] as RigidCollider };
}
