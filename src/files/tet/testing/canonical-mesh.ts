import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';

/**
 * A mesh told without its order of nodes and elements: equal for equal meshes whose coordinates agree to the given number
 * of digits behind the point.
 */
export interface CanonicalMesh {
  readonly nodes: readonly string[];
  /** Corners of each element by their places, and the node in the middle of every edge. */
  readonly tets: readonly string[];
  /** Nodes of every group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

export function canonicalMesh(mesh: TetMesh, digits = 9): CanonicalMesh {
  const places = Array.from({ length: mesh.positions.length / 3 }, (_, node) =>
    // Adding 0 makes −0 into 0.
    [0, 1, 2]
      .map((axis) => (Number(mesh.positions[3 * node + axis].toFixed(digits)) + 0).toFixed(digits))
      .join(' '),
  );
  const tets: string[] = [];
  for (let at = 0; at < mesh.tets.length; at += mesh.nodesPerTet) {
    const nodes = [...mesh.tets.subarray(at, at + mesh.nodesPerTet)].map((node) => places[node]);
    const mids = nodes.slice(4).map((place, k) => {
      const [from, to] = tetEdges[k].map((corner) => nodes[corner]).sort();
      return `${from} | ${to} | ${place}`;
    });
    tets.push([...nodes.slice(0, 4).sort(), ...mids.sort()].join('\n'));
  }
  return {
    nodes: [...places].sort(),
    tets: tets.sort(),
    groups: new Map(
      mesh.groups.map(({ name, dimension, nodes }) => [
        `${name}/${dimension}`,
        [...nodes].map((n) => places[n]).sort(),
      ]),
    ),
  };
}
