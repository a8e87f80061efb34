/** Skis, boots and poles. Metres, Y up, along +Z. */
import { SolidBuilder } from '../bicycle/solids.ts';
import { boneIndex, bones } from '../mannequin/skeleton.ts';
import type { Surface } from '../shapes/build-surface.ts';
import type { Vector } from '../shapes/level-set.ts';

/** Half the length of a ski, and the height of the sole above the snow. */
export const skiHalf = 0.84;
export const soleHeight = 0.035;
const thickness = 0.014;

/** Returns half the width of the ski at s, from 0 (tail) to 1 (tip). The ski is narrow in the middle. */
function halfWidth(s: number): number {
  const waist = 0.034 + 0.022 * (2 * s - 1) * (2 * s - 1);
  const tip = Math.min(1, (1 - s) / 0.05);
  return waist * Math.sqrt(Math.max(0.02, tip)) * Math.min(1, 0.6 + s / 0.03);
}

/** Returns the height of the underside. The tip turns up strongly, the tail slightly. */
function rise(s: number): number {
  const ahead = Math.max(0, s - 0.86) / 0.14;
  const behind = Math.max(0, 0.05 - s) / 0.05;
  return 0.11 * ahead * ahead + 0.012 * behind * behind;
}

/** Creates a ski below its own origin, with its underside at y = 0. */
export function buildSki(): Surface {
  const slices = 44;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k <= slices; k++) {
    const s = k / slices;
    const [x, y, z] = [halfWidth(s), rise(s), skiHalf * (2 * s - 1)];
    positions.push(-x, y, z, x, y, z, x * 0.92, y + thickness, z, -x * 0.92, y + thickness, z);
  }
  for (let k = 0; k < slices; k++) {
    for (let side = 0; side < 4; side++) {
      const [a, b] = [4 * k + side, 4 * k + ((side + 1) % 4)];
      indices.push(a, a + 4, b, b, a + 4, b + 4);
    }
  }
  indices.push(0, 1, 2, 0, 2, 3);
  const last = 4 * slices;
  indices.push(last, last + 2, last + 1, last, last + 3, last + 2);
  return flatShaded(positions, indices);
}

/** Creates a boot as a shell around the foot, in the rest pose. */
export function buildBoot(side: 'L' | 'R'): Surface {
  const [x] = bones[boneIndex(`foot.${side}`)].position;
  return new SolidBuilder()
    .box([x, 0.03, 0.07], [0.052, 0, 0], [0, 0.045, 0], [0, 0, 0.15])
    .box([x, 0.085, 0.04], [0.05, 0, 0], [0, 0.03, 0], [0, 0, 0.1])
    .tube([x, 0.09, -0.012], [x, 0.27, 0.035], 0.062, 0.068, 18)
    .build();
}

/**
 * Creates a pole in a hand in the rest pose. Its grip is in the palm. If the forearm is level, the tip of the pole points down and back.
 */
export function buildPole(side: 'L' | 'R'): Surface {
  const sign = side === 'L' ? 1 : -1;
  const [x, y, z] = bones[boneIndex(`hand.${side}`)].position;
  const palm: Vector = [x + 0.045 * sign, y - 0.07, z + 0.01];
  const along: Vector = [0.15 * sign, 0.3, -0.94];
  const end = (s: number): Vector => [palm[0] + along[0] * s, palm[1] + along[1] * s, palm[2] + along[2] * s];
  return new SolidBuilder()
    .tube(end(-0.07), end(0.1), 0.015)
    .tube(end(0.08), end(1.12), 0.0075, 0.005)
    .tube(end(1.03), end(1.036), 0.045)
    .build();
}

/** Creates a surface with flat normals: each triangle has its own vertices. */
function flatShaded(positions: readonly number[], indices: readonly number[]): Surface {
  const out = { positions: [] as number[], normals: [] as number[] };
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      positions.slice(3 * indices[t + corner], 3 * indices[t + corner] + 3),
    );
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.hypot(...normal) || 1;
    for (const corner of [a, b, c]) {
      out.positions.push(...corner);
      out.normals.push(...normal.map((part) => part / size));
    }
  }
  return {
    positions: Float64Array.from(out.positions),
    normals: Float64Array.from(out.normals),
    indices: Uint32Array.from({ length: out.positions.length / 3 }, (_, k) => k),
  };
}
