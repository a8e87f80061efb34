import { type NamedBytes, readTetMesh } from '../files/tet/read-tet-mesh.ts';
import { measureElements } from '../motion/element-quality.ts';

/** Contents of the file of a tetrahedral mesh. Lengths are in the units of the file. */
export interface TetMeshInspection {
  readonly file: string;
  /** Format, such as `Gmsh 4.1 (binary)`. */
  readonly format: string;
  readonly nodes: number;
  readonly tetrahedra: number;
  /** 4: linear tetrahedra; 10: quadratic ones. */
  readonly nodesPerTet: 4 | 10;
  readonly groups: readonly TetGroupInspection[];
  /** Volume in cubic units of the file, including curved edges. */
  readonly volume: number;
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /**
   * The element with the minimum quality: its number in the file, and 3 · inradius / circumradius of its corners (1 for a regular element,
   * 0 for a flat one).
   */
  readonly worstElement: { readonly number: number; readonly radiusRatio: number };
  /** Mean of `radiusRatio` over all elements. */
  readonly meanRadiusRatio: number;
  /** Number of inverted elements that were corrected. */
  readonly inverted: number;
  /** Elements other than tetrahedra that are in no group. */
  readonly skipped: readonly { readonly kind: string; readonly count: number }[];
  /** Descriptions of all problems. */
  readonly problems: readonly string[];
}

/** The report of `inspect` about one group of nodes of a tetrahedral mesh. */
export interface TetGroupInspection {
  readonly name: string;
  /** Dimension of the group's elements: 0 nodes, 1 edges, 2 triangles, 3 tetrahedra. */
  readonly dimension: 0 | 1 | 2 | 3;
  readonly nodes: number;
}

/**
 * Inspects a tetrahedral mesh. files: the files that `readTetMesh` reads, beginning with the mesh itself. Throws InputError for a mesh that
 * cannot be used.
 */
export function inspectTetMesh(files: readonly NamedBytes[]): TetMeshInspection {
  const { mesh, format, tetNumbers, inverted, volume, skipped, warnings } = readTetMesh(files);
  const { positions, tets, nodesPerTet, groups } = mesh;
  const quality = measureElements(positions, tets, nodesPerTet);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    min[k % 3] = Math.min(min[k % 3], positions[k]);
    max[k % 3] = Math.max(max[k % 3], positions[k]);
  }
  return {
    file: files[0].name,
    format,
    nodes: positions.length / 3,
    tetrahedra: tets.length / nodesPerTet,
    nodesPerTet,
    groups: groups.map(({ name, dimension, nodes }) => ({ name, dimension, nodes: nodes.length })),
    volume,
    min,
    max,
    worstElement: { number: tetNumbers[quality.worstTet], radiusRatio: quality.worst },
    meanRadiusRatio: quality.mean,
    inverted,
    skipped,
    problems: warnings,
  };
}
