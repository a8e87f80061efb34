import type { TetMesh } from '../../../../motion/tet-mesh.ts';
import { toQuadratic } from '../../../../motion/tet-quadratic.ts';
import { readTetMesh } from '../../../tet/read-tet-mesh.ts';
import { buildSampleMesh } from '../../../tet/testing/sample-mesh.ts';
import { writtenFormats } from '../../../tet/testing/written-formats.ts';
import { sixVolumes } from '../../../tet/tet-shape.ts';
import { check, checkFinite, type FuzzSubject } from '../fuzz-subject.ts';

/** Checks the properties that every valid tetrahedral mesh has. */
export function checkTetMesh({ positions, tets, nodesPerTet, groups }: TetMesh): void {
  const nodeCount = positions.length / 3;
  check(tets.length > 0 && tets.length % nodesPerTet === 0, 'its length');
  checkFinite(positions, 'positions');
  check(
    tets.every((node) => node < nodeCount),
    'a node of an element',
  );
  check(new Set(tets).size === nodeCount, 'a node that no element has');
  for (let at = 0; at < tets.length; at += nodesPerTet)
    check(sixVolumes(positions, tets, at) > 0, `volume of element ${at / nodesPerTet}`);
  for (const { name, nodes, cells } of groups) {
    check(
      nodes.every((node, k) => node < nodeCount && (k === 0 || node > nodes[k - 1])),
      `group ${name}`,
    );
    const known = new Set(nodes);
    check(!cells || cells.every((node) => known.has(node)), `cells of group ${name}`);
  }
}

export const tetSubjects: readonly FuzzSubject[] = Object.entries(writtenFormats).map(
  ([name, { write, is }]): FuzzSubject => ({
    name,
    kind: is.includes('binary') ? 'binary' : 'text',
    sources: () => ([4, 10] as const).map((nodesPerTet) => write(buildSampleMesh(nodesPerTet, [1, 1, 1]))),
    read(files) {
      const { mesh } = readTetMesh(files);
      checkTetMesh(mesh);
      if (mesh.nodesPerTet === 4) checkTetMesh(toQuadratic(mesh));
    },
  }),
);
