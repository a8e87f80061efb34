import { InputError } from '../../../input-error.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { buildShape } from './build-shape.ts';
import { countOpenEdges, createMeshSolid, type MeshSolid } from './mesh-solid.ts';
import { createPlacement } from './placement.ts';
import { boundsOfPoints, centerMesh, createTrianglePick, supportOfMesh } from './triangle-shape.ts';

type MeshParams = Extract<ShapeParams, { shape: 'mesh' }>;

/**
 * The surface of a mesh, or what it encloses. A surface without holes has a distance too. Throws InputError where there is
 * no area, or nothing enclosed, and for a scale beside a height.
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
    // Made when first asked for: most surfaces are never kept to.
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
      `expected a mesh that encloses something, got ${file}, which does not: the shape "${name}" is empty; take its "surface"`,
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
              `${file} is not closed (${openEdges} edges without a neighbour): what it encloses is a guess near them`,
            ]
          : [],
    },
    placement,
  );
}

/** Vertices that no triangle uses would move the middle and the height. */
function dropUnused({ positions, indices }: TriangleMesh): TriangleMesh {
  const places = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const renamed = indices.map((vertex) => {
    if (places[vertex] < 0) {
      places[vertex] = kept.length / 3;
      kept.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    }
    return places[vertex];
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
