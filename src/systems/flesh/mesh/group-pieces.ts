import { BoxTree } from '../../../geometry/box-tree.ts';
import { areaVector } from '../../../geometry/simplex.ts';
import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import type { LongWork } from '../../../long-work.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { Region } from './extract-region.ts';
import { findCarriers } from './region-weights.ts';

/** To find out whether a piece intersects another one, this many of its triangles are checked. */
const sampleCount = 64;
/** A point counts as inside if it is deeper below the surface than this fraction of the piece's size. */
const depth = 1e-3;

/**
 * Groups the pieces of a region. Two pieces are in one group if they have a vertex in common, or if they have the same
 * skeleton and one intersects or contains the other. Pieces that only touch are separate. Returns for each piece the first
 * piece of its group.
 */
export function* groupPieces(rig: Rig, region: Region): LongWork<number[]> {
  const { surface, pieceOf } = region;
  const { positions, triangles } = surface;
  const trianglesOf: number[][] = [];
  pieceOf.forEach((piece, triangle) => {
    trianglesOf[piece] ??= [];
    trianglesOf[piece].push(triangle);
  });
  const { find, join } = createGroups(trianglesOf.length);
  const pieceAt = new Int32Array(positions.length / 3).fill(-1);
  triangles.forEach((vertex, k) => {
    const piece = pieceOf[Math.floor(k / 3)];
    if (pieceAt[vertex] >= 0) join(pieceAt[vertex], piece);
    pieceAt[vertex] = piece;
  });
  const skeletons = findSkeletons(rig, region, trianglesOf.length);
  const boxes = trianglesOf.map((own) => boxAround(positions, triangles, own));
  const trees: SurfaceTree[] = [];
  const treeOf = (piece: number) => {
    trees[piece] ??= new SurfaceTree(
      positions,
      trianglesOf[piece].flatMap((triangle) => [...triangles.subarray(3 * triangle, 3 * triangle + 3)]),
    );
    return trees[piece];
  };
  // Pieces are closed, so a point outside the box of a piece is not inside the piece.
  const boxTree = new BoxTree(Float64Array.from(boxes.flat()));
  for (const [a, own] of trianglesOf.entries()) {
    yield;
    const step = Math.max(1, Math.floor(own.length / sampleCount));
    for (let k = 0; k < own.length; k += step) {
      const point = pointBelow(positions, triangles, own[k], depth * sizeOf(boxes[a]));
      if (!point) continue;
      const [x, y, z] = point;
      boxTree.someNear(x, y, z, 0, (b) => {
        const mayHold = holds(boxes[b], point) && skeletons[a] === skeletons[b] && doMeet(boxes[a], boxes[b]);
        if (mayHold && find(a) !== find(b) && treeOf(b).winding(x, y, z) > 0.5) join(a, b);
        return false;
      });
    }
  }
  return trianglesOf.map((_, piece) => find(piece));
}

/** Creates a disjoint-set forest over the numbers below `count`. `find` returns the lowest number of a group. */
function createGroups(count: number): { find(one: number): number; join(a: number, b: number): void } {
  const above = Array.from({ length: count }, (_, one) => one);
  const find = (one: number): number => {
    let at = one;
    while (above[at] !== at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  };
  return {
    find,
    join(a, b) {
      above[Math.max(find(a), find(b))] = Math.min(find(a), find(b));
    },
  };
}

/**
 * Returns for each piece the number of the skeleton that moves it, [pieceCount]. Skins with a joint in common have the same skeleton. A
 * rigid surface has the skeleton of the joint that carries it.
 */
function findSkeletons(rig: Rig, { pieces }: Region, pieceCount: number): number[] {
  const { find, join } = createGroups(rig.nodes.length);
  for (const { joints } of rig.skins) for (const joint of joints) join(joint, joints[0]);
  const carriers = findCarriers(rig, []);
  const out = new Array<number>(pieceCount).fill(-1);
  pieces.forEach((own, index) => {
    const { skin } = rig.surfaces[index];
    const skeleton = find(skin < 0 ? carriers[index] : rig.skins[skin].joints[0]);
    for (const piece of own ?? []) if (piece >= 0) out[piece] = skeleton;
  });
  return out;
}

/** Returns a point just below the middle of a triangle; null if the triangle has no area. */
function pointBelow(
  positions: Float64Array,
  triangles: Uint32Array,
  triangle: number,
  distance: number,
): number[] | null {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
  const normal = areaVector(positions, a, b, c);
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(size > 0)) return null;
  return normal.map((value, axis) => {
    const middle = (positions[3 * a + axis] + positions[3 * b + axis] + positions[3 * c + axis]) / 3;
    return middle - (distance * value) / size;
  });
}

/** Returns the low and the high corner of the bounding box of some triangles. */
function boxAround(positions: Float64Array, triangles: Uint32Array, own: readonly number[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const triangle of own) {
    for (const vertex of triangles.subarray(3 * triangle, 3 * triangle + 3)) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], positions[3 * vertex + axis]);
        box[3 + axis] = Math.max(box[3 + axis], positions[3 * vertex + axis]);
      }
    }
  }
  return box;
}

function sizeOf(box: readonly number[]): number {
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** Returns whether a point is inside a box or on its faces. */
function holds(box: readonly number[], point: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => box[axis] <= point[axis] && point[axis] <= box[3 + axis]);
}

function doMeet(a: readonly number[], b: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => a[axis] <= b[3 + axis] && b[axis] <= a[3 + axis]);
}
