import { boundsOfPoints } from '../../../geometry/bounds.ts';
import { InputError } from '../../../input-error.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { buildShape } from './build-shape.ts';
import { countOpenEdges, createMeshSolid, type MeshSolid } from './mesh-solid.ts';
import { createPlacement } from './placement.ts';
import { centerMesh, createTrianglePick, supportOfMesh } from './triangle-shape.ts';

type MeshParams = Extract<ShapeParams, { shape: 'mesh' }>;

/**
 * Creates a shape from the surface of a mesh, or from the volume that it encloses. A closed surface also has a distance. Throws an
 * InputError if the mesh has no area or encloses no volume, and if both scale and height are given.
 */
export function createMeshShape(params: MeshParams, given: TriangleMesh, path: string): Shape {
  const { name, file } = params;
  const mesh = centerMesh(dropUnused(given), scaleOf(params, given, path));
  const placement = createPlacement(params.position, params.rotation);
  const { pick, measure } = createTrianglePick(mesh);
  if (!(measure > 0)) {
    throw InputError.at(
      `${path}.file`,
      `expected a mesh with triangles, got ${file}, which has no area: the shape "${name}" is empty`,
    );
  }
  const openEdges = countOpenEdges(mesh);
  const support = supportOfMesh(mesh);
  if (params.part === 'surface') {
    // Created on first use, since most surfaces never need a distance.
    let solid: MeshSolid | null = null;
    const distance = (x: number, y: number, z: number) => {
      solid ??= createMeshSolid(mesh, true);
      return solid.distance(x, y, z);
    };
    const isClosed = openEdges === 0;
    return buildShape(
      { name, dimension: 2, measure, normals: true, pick, support, distance: isClosed ? distance : null },
      placement,
    );
  }
  const solid = createMeshSolid(mesh, openEdges === 0);
  if (!(solid.volume > 0)) {
    throw InputError.at(
      `${path}.part`,
      `expected a mesh that encloses a volume, got ${file}, which does not: the shape "${name}" is empty; use its "surface"`,
    );
  }
  return buildShape(
    {
      name,
      dimension: 3,
      measure: solid.volume,
      pick: solid.pick,
      support,
      distance: solid.distance,
      warnings:
        openEdges > 0
          ? [
              `${file} is not closed (${openEdges} edges without a neighbour): its volume is uncertain near them`,
            ]
          : [],
    },
    placement,
  );
}

/** Removes vertices that no triangle uses, since they would change the bounds, and so the centre and the height. */
function dropUnused({ positions, indices }: TriangleMesh): TriangleMesh {
  const newIndices = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const renamed = indices.map((vertex) => {
    if (newIndices[vertex] < 0) {
      newIndices[vertex] = kept.length / 3;
      kept.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    }
    return newIndices[vertex];
  });
  return { positions: Float64Array.from(kept), indices: renamed };
}

function scaleOf({ scale, height, file }: MeshParams, mesh: TriangleMesh, path: string): number {
  if (height === undefined) return scale ?? 1;
  if (scale !== undefined) {
    throw InputError.at(`${path}.height`, 'expected a scale or a height, got both: leave one out');
  }
  const { min, max } = boundsOfPoints(dropUnused(mesh).positions);
  if (max[1] > min[1]) return height / (max[1] - min[1]);
  throw InputError.at(
    `${path}.height`,
    `expected a mesh that has a height, got ${file}, which is flat: give a scale`,
  );
}
