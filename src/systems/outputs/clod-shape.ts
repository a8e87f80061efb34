import { cbrt } from '../../math/portable.ts';
import { hashUnit } from '../../math/random.ts';

/** An icosahedron of which each triangle is divided into four, on the unit sphere: [3] coordinates of each vertex, and triangles. */
function createBall(): { corners: number[][]; triangles: number[][] } {
  const g = (1 + Math.sqrt(5)) / 2;
  const corners = [-1, 1].flatMap((a) =>
    [-g, g].flatMap((b) => [
      [0, a, b],
      [a, b, 0],
      [b, 0, a],
    ]),
  );
  const far = (a: number, b: number) =>
    (corners[a][0] - corners[b][0]) ** 2 +
    (corners[a][1] - corners[b][1]) ** 2 +
    (corners[a][2] - corners[b][2]) ** 2;
  const middles = new Map<string, number>();
  const between = (a: number, b: number) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    corners.push([0, 1, 2].map((c) => corners[a][c] + corners[b][c]));
    middles.set(key, corners.length - 1);
    return corners.length - 1;
  };
  const triangles: number[][] = [];
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      for (let c = b + 1; c < 12; c++) {
        // The edges of this icosahedron have length 2.
        if (far(a, b) > 4.1 || far(b, c) > 4.1 || far(a, c) > 4.1) continue;
        const [d, e] = isOutward(corners[a], corners[b], corners[c]) ? [b, c] : [c, b];
        const [ad, de, ea] = [between(a, d), between(d, e), between(e, a)];
        triangles.push([a, ad, ea], [d, de, ad], [e, ea, de], [ad, de, ea]);
      }
    }
  }
  return { corners, triangles };
}

/** Six times the volume of the tetrahedron of a triangle and the origin: positive if the triangle is seen counter-clockwise from outside. */
function volumeOf([ax, ay, az]: number[], [bx, by, bz]: number[], [cx, cy, cz]: number[]): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

function isOutward(a: number[], b: number[], c: number[]): boolean {
  return volumeOf(a, b, c) > 0;
}

/** Creates an irregular lump of volume 1, so that its size is the cube root of its volume. */
function createClod() {
  const { corners, triangles } = createBall();
  const lump = corners.map(([x, y, z], k) => {
    const radius = (0.74 + 0.52 * hashUnit(11, k)) / Math.sqrt(x * x + y * y + z * z);
    return [1.16 * radius * x, 0.84 * radius * y, radius * z];
  });
  let volume = 0;
  for (const [a, b, c] of triangles) volume += volumeOf(lump[a], lump[b], lump[c]) / 6;
  const scale = 1 / cbrt(volume);
  return {
    positions: Float32Array.from(lump.flat(), (value) => value * scale),
    triangles: Uint16Array.from(triangles.flat()),
  };
}

const clod = createClod();

/** Vertices of a clod of volume 1, [3 · count]. Their distance from the middle is less than `clodReach`. */
export const clodPositions: Float32Array = clod.positions;

/** Triangles of a clod: counter-clockwise seen from outside. */
export const clodTriangles: Uint16Array = clod.triangles;

/** Upper bound of the distance of a vertex from the middle. */
export const clodReach = 0.95;
