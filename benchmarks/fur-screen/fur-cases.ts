import { projectCoat } from '../../src/coats/strands/coat-projection.ts';
import {
  dogMesh,
  elephantMesh,
  grassMesh,
  type PlacedMesh,
} from '../../src/systems/fur/topology/testing/paper-meshes.ts';
import { type ColumnFur, growColumns } from './column-fur.ts';

/** A picture that both sides draw. Metres, y up. */
export interface FurCase {
  readonly name: FurCaseName;
  readonly width: number;
  readonly height: number;
  readonly layerCount: number;
  readonly mesh: FurCaseMesh;
  /** Length of the fur, and the side of the tile that repeats. */
  readonly length: number;
  readonly tile: number;
  readonly fur: ColumnFur;
  /** Position and target of the camera, and its vertical field of view, rad. */
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly fieldOfView: number;
}

export interface FurCaseMesh {
  /** Positions of the vertices, m, [3 · vertexCount]. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Positions in the tile, for FurMaterial, [2 · vertexCount]. */
  readonly texcoords: Float32Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · faceCount]. */
  readonly indices: Uint32Array;
}

export const furCaseNames = ['elephant', 'dog', 'grass'] as const;
export type FurCaseName = (typeof furCaseNames)[number];

/** Width and height of the pictures, pixels. They are those of the paper. */
export const pictureSizes: Readonly<Record<FurCaseName, readonly [number, number]>> = {
  elephant: [640, 480],
  dog: [1024, 768],
  grass: [640, 480],
};

/** Direction to the lamp; colours of the fur and of the background, 0..1, written to the screen without conversion. */
export const toLamp = normalize([-0.45, 0.7, 0.55]);
export const furColor = [0.92, 0.7, 0.42] as const;
export const backColor = [0.1, 0.12, 0.2] as const;

/**
 * Creates the three models of the paper, with its sizes of mesh, texture, layers and picture. The meshes of the paper are unavailable, so
 * the elephant is a ball, the dog two balls, and the grass a horizontal square.
 */
export function createFurCase(name: FurCaseName): FurCase {
  const [width, height] = pictureSizes[name];
  const from = { name, width, height, target: [0, 0, 0] as const, fieldOfView: 0.6 };
  switch (name) {
    case 'elephant': {
      const [flat, tile] = [elephantMesh(), 0.45];
      return {
        ...{ ...from, layerCount: 16, length: 0.12, tile },
        mesh: wrapBalls(flat, tile, [{ end: flat.vertexCount, radius: 0.5, middle: [0, 0, 0] }]),
        fur: growColumns(128, 1),
        eye: [0.5, 0.7, 2],
      };
    }
    case 'dog': {
      const [flat, tile] = [dogMesh(), 0.28];
      return {
        ...{ ...from, layerCount: 12, length: 0.07, tile },
        mesh: wrapBalls(flat, tile, [
          { end: 960, radius: 0.4, middle: [-0.2, -0.08, 0] },
          { end: flat.vertexCount, radius: 0.25, middle: [0.46, 0.2, 0.2] },
        ]),
        fur: growColumns(128, 2),
        eye: [0.5, 0.5, 2.1],
      };
    }
    case 'grass': {
      const tile = 0.25;
      return {
        ...{ ...from, layerCount: 64, length: 0.12, tile, fieldOfView: 0.5 },
        mesh: levelMesh(grassMesh(), tile),
        fur: growColumns(64, 3),
        eye: [0.4, 1.1, 1.5],
        target: [0, 0.02, 0],
      };
    }
  }
}

/** A ball made from the vertices of a grid up to the index `end`. */
interface Ball {
  readonly end: number;
  readonly radius: number;
  readonly middle: readonly [number, number, number];
}

/**
 * Rolls grids up to balls, x from pole to pole, z around the axis. An integer number of tiles fits around each ball, so texture coordinates
 * are continuous. At the equator the tiles are square.
 */
function wrapBalls(flat: PlacedMesh, tile: number, balls: readonly Ball[]): FurCaseMesh {
  const positions = new Float32Array(3 * flat.vertexCount);
  const normals = new Float32Array(3 * flat.vertexCount);
  const texcoords = new Float32Array(2 * flat.vertexCount);
  let begin = 0;
  for (const { end, radius, middle } of balls) {
    const along = fractionAlong(flat.positions, 0, begin, end);
    const around = fractionAlong(flat.positions, 2, begin, end);
    const tilesAround = Math.round((2 * Math.PI * radius) / tile);
    for (let v = begin; v < end; v++) {
      const polar = Math.PI * along(v);
      const turn = 2 * Math.PI * around(v);
      const normal = [Math.sin(polar) * Math.sin(turn), Math.cos(polar), Math.sin(polar) * Math.cos(turn)];
      for (let c = 0; c < 3; c++) {
        normals[3 * v + c] = normal[c];
        positions[3 * v + c] = middle[c] + radius * normal[c];
      }
      texcoords[2 * v] = around(v) * tilesAround;
      texcoords[2 * v + 1] = (along(v) * tilesAround) / 2;
    }
    begin = end;
  }
  return { positions, normals, texcoords, indices: turnOutward(positions, normals, flat.triangles) };
}

/** Returns the position along an axis of each vertex from `begin` to `end`, 0..1, relative to the minimum and maximum of these vertices. */
function fractionAlong(
  positions: Float64Array,
  axis: number,
  begin: number,
  end: number,
): (vertex: number) => number {
  let [min, greatest] = [Infinity, -Infinity];
  for (let v = begin; v < end; v++) {
    min = Math.min(min, positions[3 * v + axis]);
    greatest = Math.max(greatest, positions[3 * v + axis]);
  }
  return (vertex) => (positions[3 * vertex + axis] - min) / (greatest - min);
}

/** Returns a horizontal square about the origin. Its texture coordinates are the same that our side uses for blades. */
function levelMesh(flat: PlacedMesh, tile: number): FurCaseMesh {
  const positions = Float32Array.from(flat.positions, (value, k) => (k % 3 === 1 ? 0 : value - 0.5));
  const texcoords = new Float32Array(2 * flat.vertexCount);
  const position = [0, 0];
  for (let v = 0; v < flat.vertexCount; v++) {
    projectCoat(position, 1, 1, positions.subarray(3 * v, 3 * v + 3), tile);
    texcoords.set(position, 2 * v);
  }
  const normals = Float32Array.from(flat.normals);
  return { positions, normals, texcoords, indices: turnOutward(positions, normals, flat.triangles) };
}

/** Returns the triangles in the order that is counter-clockwise when seen from the side of their normals. */
function turnOutward(positions: Float32Array, normals: Float32Array, triangles: Uint32Array): Uint32Array {
  const indices = triangles.slice();
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[k + corner]);
    const u = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const v = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const facing = [0, 1, 2].reduce(
      (sum, axis) => sum + across[axis] * (normals[a + axis] + normals[b + axis] + normals[c + axis]),
      0,
    );
    if (facing < 0) [indices[k + 1], indices[k + 2]] = [indices[k + 2], indices[k + 1]];
  }
  return indices;
}

function normalize([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
