import { cos, sin } from '../../math/portable.ts';
import type { PosedMesh } from '../posed-mesh.ts';

/** Creates a closed ellipsoid whose poles are along y before it is rotated by `lean` radians about z. */
export function makeEllipsoid(
  center: readonly [number, number, number],
  radii: readonly [number, number, number],
  lean = 0,
  color: readonly [number, number, number] = [0.6, 0.6, 0.6],
): PosedMesh {
  const [rings, spokes] = [12, 16];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r <= rings; r++) {
    for (let s = 0; s < spokes; s++) {
      const a = (Math.PI * r) / rings;
      const b = (2 * Math.PI * s) / spokes;
      const [x, y, z] = [radii[0] * sin(a) * cos(b), radii[1] * cos(a), radii[2] * sin(a) * sin(b)];
      positions.push(
        center[0] + x * cos(lean) - y * sin(lean),
        center[1] + x * sin(lean) + y * cos(lean),
        center[2] + z,
      );
    }
  }
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < spokes; s++) {
      const a = r * spokes + s;
      const b = r * spokes + ((s + 1) % spokes);
      indices.push(a, b, a + spokes, b, b + spokes, a + spokes);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), color };
}

/** Creates a simple walking person at distance u along the track and v across it. It consists of head, trunk, arms, legs and shoes. */
export function makeWalker(u: number, v: number, alongZ = false): PosedMesh[] {
  const skin = [0.62, 0.4, 0.28] as const;
  const shirt = [0.75, 0.16, 0.1] as const;
  const trousers = [0.08, 0.1, 0.2] as const;
  const parts = [
    makeEllipsoid([u + 0.1, 1.62, v], [0.1, 0.13, 0.085], 0, skin),
    makeEllipsoid([u, 1.2, v], [0.13, 0.33, 0.19], -0.15, shirt),
    makeEllipsoid([u + 0.18, 1.15, v - 0.25], [0.05, 0.3, 0.05], 0.6, shirt),
    makeEllipsoid([u - 0.18, 1.15, v + 0.25], [0.05, 0.3, 0.05], -0.6, shirt),
    makeEllipsoid([u + 0.2, 0.5, v + 0.11], [0.07, 0.45, 0.08], 0.4, trousers),
    makeEllipsoid([u - 0.25, 0.5, v - 0.11], [0.07, 0.45, 0.08], -0.5, trousers),
    makeEllipsoid([u + 0.45, 0.08, v + 0.11], [0.15, 0.05, 0.05], 0, skin),
    makeEllipsoid([u - 0.45, 0.12, v - 0.11], [0.15, 0.05, 0.05], -0.5, skin),
  ];
  if (!alongZ) return parts;
  return parts.map((part) => {
    const turned = Float64Array.from(part.positions);
    for (let k = 0; k < turned.length; k += 3)
      [turned[k], turned[k + 2]] = [2 * v - part.positions[k + 2], part.positions[k]];
    return { ...part, positions: turned };
  });
}
