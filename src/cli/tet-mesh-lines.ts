import type { TetGroupInspection, TetMeshInspection } from '../scene/inspect-tet-mesh.ts';
import { count, problemLines, short } from './inspection-text.ts';

/** Describes the contents of a tetrahedral mesh, in lines for a terminal. */
export function tetMeshLines(inspection: TetMeshInspection): string[] {
  const { file, format, nodes, tetrahedra, nodesPerTet, groups, volume, min, max, skipped } = inspection;
  const { worstElement, meanRadiusRatio, problems } = inspection;
  const order = nodesPerTet === 4 ? 'linear' : 'quadratic';
  const extents = [0, 1, 2].map((axis) => short(max[axis] - min[axis])).join(' × ');
  const reach = [0, 1, 2].map((axis) => `${short(min[axis])} … ${short(max[axis])}`).join(', ');
  const lines = [
    `${file}: ${format}, ${count(tetrahedra, `${order} tetrahedron`, `${order} tetrahedra`)}, ${count(nodes, 'node')}`,
    `Extents ${extents} units (x y z: ${reach}), volume ${short(volume)} units³.`,
    `Shape of elements, 1 regular and 0 flat: mean ${meanRadiusRatio.toFixed(2)}, worst ${short(worstElement.radiusRatio)} (element ${worstElement.number}).`,
    groups.length === 0 ? 'No groups.' : `${count(groups.length, 'group')}:`,
    ...groups.map((group) => `  ${group.name}: ${count(group.nodes, 'node')} of ${kindOf(group)}`),
  ];
  if (skipped.length > 0) {
    lines.push(`Ignored: ${skipped.map(({ kind, count: own }) => `${kind} (${own})`).join(', ')}.`);
  }
  return [...lines, '', ...problemLines(problems)];
}

function kindOf({ dimension }: TetGroupInspection): string {
  return ['a set of nodes', 'edges', 'triangles', 'tetrahedra'][dimension];
}
