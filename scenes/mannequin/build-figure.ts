/** Meshes the figure: body, uppers and soles as closed surfaces with normals and skin weights. */
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { type Box, type Build, createBody } from './body.ts';
import { type LevelSet, writeNormal } from './level-set.ts';
import { type Mesh, meshLevelSet } from './mesh-level-set.ts';
import { shoeBounds, soleLevelSet, upperLevelSet } from './shoe.ts';
import { type SkinWeights, weighBody, weighShoe } from './skin-weights.ts';

export interface FigurePart {
  readonly name: 'body' | 'shorts' | 'upper' | 'sole';
  /** [3 · vertexCount] metres. */
  readonly positions: Float32Array;
  /** [3 · vertexCount], unit. */
  readonly normals: Float32Array;
  /** [3 · triangleCount], counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  readonly skin: SkinWeights;
}

/** Cell sizes of the grids, metres, and how many triangles to keep of each part (shoes: each). */
export interface FigureDetail {
  readonly bodyCell: number;
  readonly shoeCell: number;
  readonly soleCell: number;
  readonly bodyTriangles: number;
  readonly shortsTriangles: number;
  readonly upperTriangles: number;
  readonly soleTriangles: number;
}

export const fullDetail: FigureDetail = {
  bodyCell: 0.0075,
  shoeCell: 0.0035,
  soleCell: 0.0025,
  bodyTriangles: 11000,
  shortsTriangles: 2400,
  upperTriangles: 1500,
  soleTriangles: 3600,
};

/** Finer skin, so that its flesh bends smoothly: about as many vertices as the man of James & Pai 2002 (17 953). */
export const heavyDetail: FigureDetail = {
  ...fullDetail,
  bodyTriangles: 26000,
  shortsTriangles: 5600,
};

/** The figure at rest. The right shoe is the mirror image of the left. */
export async function buildFigure(detail: FigureDetail, build: Build = 'runner'): Promise<FigurePart[]> {
  await MeshoptSimplifier.ready;
  const shape = createBody(build);
  const body = buildSurface(shape.skin, shape.boxes.skin, detail.bodyCell, detail.bodyTriangles);
  const shorts = buildSurface(shape.shorts, shape.boxes.shorts, detail.bodyCell, detail.shortsTriangles);
  const shoe = (set: LevelSet, cell: number, triangles: number, width: number) => {
    const left = buildSurface(set, shoeBounds, cell, triangles);
    const right = mirror(left);
    return join(left, weighShoe(left.positions, 'L', width), right, weighShoe(right.positions, 'R', width));
  };
  return [
    { name: 'body', ...toSingle(body), skin: weighBody(body.positions, shape.bones) },
    { name: 'shorts', ...toSingle(shorts), skin: weighBody(shorts.positions, shape.bones) },
    { name: 'upper', ...shoe(upperLevelSet, detail.shoeCell, detail.upperTriangles, 0.03) },
    { name: 'sole', ...shoe(soleLevelSet, detail.soleCell, detail.soleTriangles, 0.012) },
  ];
}

interface Surface extends Mesh {
  readonly normals: Float64Array;
}

function buildSurface(set: LevelSet, box: Box, cell: number, triangles: number): Surface {
  const mesh = simplify(meshLevelSet(set, box.low, box.high, cell), set, cell, triangles);
  return { ...mesh, normals: normalsOf(mesh.positions, set, cell) };
}

function normalsOf(positions: Float64Array, set: LevelSet, cell: number): Float64Array {
  const normals = new Float64Array(positions.length);
  const normal = new Float64Array(3);
  for (let v = 0; v < positions.length; v += 3) {
    writeNormal(normal, set, positions[v], positions[v + 1], positions[v + 2], cell / 4);
    normals.set(normal, v);
  }
  return normals;
}

/** Collapses edges where the surface is flat, down to about `triangles`; the surface stays closed. */
function simplify(mesh: Mesh, set: LevelSet, cell: number, triangles: number): Mesh {
  if (mesh.indices.length <= 3 * triangles) return mesh;
  const positions = Float32Array.from(mesh.positions);
  const normals = Float32Array.from(normalsOf(mesh.positions, set, cell));
  const weights = [0.4, 0.4, 0.4];
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    mesh.indices,
    positions,
    3,
    normals,
    3,
    weights,
    null,
    3 * triangles,
    1,
    ['Regularize'],
  );
  const [remap, count] = MeshoptSimplifier.compactMesh(indices);
  const kept = new Float64Array(3 * count);
  remap.forEach((to, from) => {
    if (to !== 0xffffffff) kept.set(mesh.positions.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  return { positions: kept, indices };
}

function mirror(surface: Surface): Surface {
  const flip = (values: Float64Array) => values.map((value, i) => (i % 3 === 0 ? -value : value));
  const indices = surface.indices.slice();
  for (let t = 0; t < indices.length; t += 3) {
    indices[t + 1] = surface.indices[t + 2];
    indices[t + 2] = surface.indices[t + 1];
  }
  return { positions: flip(surface.positions), normals: flip(surface.normals), indices };
}

function join(left: Surface, leftSkin: SkinWeights, right: Surface, rightSkin: SkinWeights) {
  const offset = left.positions.length / 3;
  return {
    positions: Float32Array.from([...left.positions, ...right.positions]),
    normals: Float32Array.from([...left.normals, ...right.normals]),
    indices: Uint32Array.from([...left.indices, ...right.indices.map((index) => index + offset)]),
    skin: {
      joints: Uint8Array.from([...leftSkin.joints, ...rightSkin.joints]),
      weights: Uint8Array.from([...leftSkin.weights, ...rightSkin.weights]),
    },
  };
}

function toSingle(surface: Surface) {
  return {
    positions: Float32Array.from(surface.positions),
    normals: Float32Array.from(surface.normals),
    indices: surface.indices,
  };
}
