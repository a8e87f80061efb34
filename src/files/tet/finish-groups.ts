import { append } from '../../math/lists.ts';
import type { TetMesh, TetMeshGroup } from '../../motion/tet-mesh.ts';
import { addMidNodes, findGroupEdges } from '../../motion/tet-quadratic.ts';
import { sortPair, tetEdges } from '../../motion/tet-topology.ts';
import { TupleTable } from '../../motion/tuple-table.ts';
import { count } from './format-numbers.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/**
 * Converts the groups of a draft to node indices of the mesh. Nodes that the mesh does not contain are left out, and so are groups that
 * have no node in the mesh; both with a warning. In a quadratic mesh, if the file gives only the corners of a cell, the nodes at the
 * midpoints of its edges are added.
 */
export function finishGroups(
  draft: TetMeshDraft,
  mesh: TetMesh,
  nodeOf: (number: number) => number,
): { groups: TetMeshGroup[]; warnings: string[] } {
  const warnings: string[] = [];
  const groups: TetMeshGroup[] = [];
  const needsMidNodes = mesh.nodesPerTet === 10 && draft.groups.some((group) => group.hasBareCells);
  const midNode = needsMidNodes ? findMidNodes(mesh) : null;
  for (const { name, dimension, nodes: numbers, cells, hasBareCells } of draft.groups) {
    const known = new Set<number>();
    const absent = new Set<number>();
    for (const number of numbers) {
      const node = nodeOf(number);
      if (node < 0) absent.add(number);
      else known.add(node);
    }
    const label = `group ${JSON.stringify(name)}`;
    if (known.size === 0) {
      const why =
        absent.size === 0 ? 'it is empty' : `none of its ${count(absent.size, 'node')} belongs to an element`;
      warnings.push(`${label} was left out: ${why}`);
      continue;
    }
    if (absent.size > 0) {
      const all = known.size + absent.size;
      warnings.push(`${absent.size} of the ${all} nodes of ${label} belong to no element and are omitted`);
    }
    let group: TetMeshGroup = { name, dimension, nodes: Uint32Array.from(known).sort() };
    if (cells.length > 0) {
      group = { ...group, cells: keepCells(cells, dimension + 1, nodeOf) };
      if (midNode && hasBareCells) group = addMidNodes(group, findGroupEdges(mesh, group), midNode);
    }
    groups.push(group);
  }
  return { groups, warnings };
}

/** Converts cells to node indices of the mesh. Cells with a node that the mesh does not contain are left out. */
function keepCells(cells: readonly number[], width: number, nodeOf: (number: number) => number): Uint32Array {
  const kept: number[] = [];
  for (let start = 0; start < cells.length; start += width) {
    const nodes = cells.slice(start, start + width).map(nodeOf);
    if (nodes.every((node) => node >= 0)) append(kept, nodes);
  }
  return Uint32Array.from(kept);
}

/** Returns a function that finds the midpoint node of an edge of a quadratic mesh by its two corners; −1 if the mesh has no such edge. */
function findMidNodes({ tets }: TetMesh): (a: number, b: number) => number {
  const edges = new TupleTable(2);
  const nodes: number[] = [];
  for (let at = 0; at < tets.length; at += 10) {
    for (let k = 0; k < 6; k++) {
      const edge = edges.add(sortPair(tets[at + tetEdges[k][0]], tets[at + tetEdges[k][1]]));
      nodes[edge] = tets[at + 4 + k];
    }
  }
  return (a, b) => nodes[edges.find(sortPair(a, b))] ?? -1;
}
