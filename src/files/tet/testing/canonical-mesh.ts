import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';

/**
 * Describes a mesh independently of the order of nodes and elements. If two meshes are equal and their coordinates agree to the given
 * number of decimals, their descriptions are equal.
 */
export interface CanonicalMesh {
  readonly nodes: readonly string[];
  /** Positions of the corners of each element, and of the node at the midpoint of each edge. */
  readonly tets: readonly string[];
  /** Nodes of each group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

export function canonicalMesh(mesh: TetMesh, digits = 9): CanonicalMesh {
  const positions = Array.from({ length: mesh.positions.length / 3 }, (_, node) =>
    // Adding 0 changes −0 to 0.
    [0, 1, 2]
      .map((axis) => (Number(mesh.positions[3 * node + axis].toFixed(digits)) + 0).toFixed(digits))
      .join(' '),
  );
  const tets: string[] = [];
  for (let at = 0; at < mesh.tets.length; at += mesh.nodesPerTet) {
    const nodes = [...mesh.tets.subarray(at, at + mesh.nodesPerTet)].map((node) => positions[node]);
    const mids = nodes.slice(4).map((position, k) => {
      const [from, to] = tetEdges[k].map((corner) => nodes[corner]).sort();
      return `${from} | ${to} | ${position}`;
    });
    tets.push([...nodes.slice(0, 4).sort(), ...mids.sort()].join('\n'));
  }
  return {
    nodes: [...positions].sort(),
    tets: tets.sort(),
    groups: new Map(
      mesh.groups.map(({ name, dimension, nodes }) => [
        `${name}/${dimension}`,
        [...nodes].map((n) => positions[n]).sort(),
      ]),
    ),
  };
}
