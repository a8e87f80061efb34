import { cos, sin } from '../../../math/portable.ts';
import type { LocalShape } from './build-shape.ts';
import { draw, draws, type PickPoint, pickWeighted, sumWeights } from './shape-point.ts';

export type SolidPart = 'volume' | 'surface';

/** Creates a ball about the origin; radius > 0 m. */
export function createBall(name: string, radius: number, part: SolidPart): LocalShape {
  const isVolume = part === 'volume';
  return {
    name,
    dimension: isVolume ? 3 : 2,
    measure: isVolume ? (4 / 3) * Math.PI * radius ** 3 : 4 * Math.PI * radius * radius,
    normals: !isVolume,
    pick(point, index, seed) {
      // The height is uniformly distributed on a sphere (Archimedes).
      const height = 2 * draw(seed, index, draws.first) - 1;
      const angle = 2 * Math.PI * draw(seed, index, draws.second);
      const ring = Math.sqrt(1 - height * height);
      const x = ring * cos(angle);
      const y = height;
      const z = ring * sin(angle);
      // The maximum of three uniform numbers is distributed like the cube root of one.
      const distance = isVolume
        ? radius *
          Math.max(
            draw(seed, index, draws.third),
            draw(seed, index, draws.third, 1),
            draw(seed, index, draws.third, 2),
          )
        : radius;
      point.x = distance * x;
      point.y = distance * y;
      point.z = distance * z;
      point.normalX = x;
      point.normalY = y;
      point.normalZ = z;
    },
    support: (x, y, z) => radius * Math.sqrt(x * x + y * y + z * z),
    distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
  };
}

/** Creates a box about the origin; size [3] ≥ 0 m. If one of them is 0, it is a rectangle. */
export function createBox(name: string, size: readonly number[], part: SolidPart): LocalShape {
  const flat = size.indexOf(0);
  const isVolume = part === 'volume' && flat < 0;
  const half = size.map((length) => length / 2);
  const faces = flat < 0 ? [0, 1, 2] : [flat];
  const faceAreas = faces.map((axis) => size[(axis + 1) % 3] * size[(axis + 2) % 3]);
  const sums = sumWeights(faceAreas);
  const area = sums[sums.length - 1];
  const at = [0, 0, 0];
  const normal = [0, 0, 0];
  const pick: PickPoint = (point, index, seed) => {
    for (let axis = 0; axis < 3; axis++) {
      at[axis] = size[axis] * (draw(seed, index, draws.first + axis) - 0.5);
      normal[axis] = 0;
    }
    if (!isVolume) {
      const fraction = 2 * draw(seed, index, draws.which);
      const side = flat < 0 && fraction >= 1 ? -1 : 1;
      const axis = faces[pickWeighted(sums, fraction % 1)];
      at[axis] = side * half[axis];
      normal[axis] = side;
    }
    [point.x, point.y, point.z] = at;
    [point.normalX, point.normalY, point.normalZ] = normal;
  };
  return {
    name,
    dimension: isVolume ? 3 : 2,
    measure: isVolume ? size[0] * size[1] * size[2] : flat < 0 ? 2 * area : area,
    normals: !isVolume,
    pick,
    support: (x, y, z) => half[0] * Math.abs(x) + half[1] * Math.abs(y) + half[2] * Math.abs(z),
    distance(x, y, z) {
      if (flat < 0) return joinDistances(Math.abs(x) - half[0], Math.abs(y) - half[1], Math.abs(z) - half[2]);
      const [first, second] = [(flat + 1) % 3, (flat + 2) % 3];
      const point = [x, y, z];
      return joinDistances(
        Math.abs(point[first]) - half[first],
        Math.abs(point[second]) - half[second],
        Number.NEGATIVE_INFINITY,
      );
    },
  };
}

/** Creates a cylinder about the origin with its axis along y; radius and height > 0 m. */
export function createCylinder(name: string, radius: number, height: number, part: SolidPart): LocalShape {
  const isVolume = part === 'volume';
  const cap = Math.PI * radius * radius;
  const side = 2 * Math.PI * radius * height;
  const sums = sumWeights([side, cap, cap]);
  return {
    name,
    dimension: isVolume ? 3 : 2,
    measure: isVolume ? cap * height : side + 2 * cap,
    normals: !isVolume,
    pick(point, index, seed) {
      const angle = 2 * Math.PI * draw(seed, index, draws.first);
      const [x, z] = [cos(angle), sin(angle)];
      const which = isVolume ? -1 : pickWeighted(sums, draw(seed, index, draws.which));
      const ring = which === 0 ? radius : radius * Math.sqrt(draw(seed, index, draws.second));
      point.x = ring * x;
      point.z = ring * z;
      point.y = which > 0 ? (1.5 - which) * height : height * (draw(seed, index, draws.third) - 0.5);
      point.normalX = which === 0 ? x : 0;
      point.normalY = which === 1 ? 1 : which === 2 ? -1 : 0;
      point.normalZ = which === 0 ? z : 0;
    },
    support: (x, y, z) => radius * Math.sqrt(x * x + z * z) + (height / 2) * Math.abs(y),
    distance: (x, y, z) =>
      joinDistances(Math.sqrt(x * x + z * z) - radius, Math.abs(y) - height / 2, Number.NEGATIVE_INFINITY),
  };
}

/** Combines signed distances in three orthogonal directions to the signed distance of the intersection. */
export function joinDistances(a: number, b: number, c: number): number {
  const max = Math.max(a, b, c);
  if (max <= 0) return max;
  const [outA, outB, outC] = [Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)];
  return Math.sqrt(outA * outA + outB * outB + outC * outC);
}

/** Creates a disc about the origin in the plane z = 0, or a flat cylinder if depth is above 0. radius > 0 m, depth ≥ 0 m. */
export function createDisc(name: string, radius: number, depth: number): LocalShape {
  const area = Math.PI * radius * radius;
  return {
    name,
    dimension: depth > 0 ? 3 : 2,
    measure: depth > 0 ? area * depth : area,
    normals: depth === 0,
    pick(point, index, seed) {
      const angle = 2 * Math.PI * draw(seed, index, draws.first);
      const ring = radius * Math.sqrt(draw(seed, index, draws.second));
      point.x = ring * cos(angle);
      point.y = ring * sin(angle);
      point.z = depth * (draw(seed, index, draws.third) - 0.5);
      point.normalX = 0;
      point.normalY = 0;
      point.normalZ = 1;
    },
    support: (x, y, z) => radius * Math.sqrt(x * x + y * y) + (depth / 2) * Math.abs(z),
    distance(x, y, z) {
      const flat = Math.sqrt(x * x + y * y) - radius;
      return depth === 0 ? flat : joinDistances(flat, Math.abs(z) - depth / 2, Number.NEGATIVE_INFINITY);
    },
  };
}
