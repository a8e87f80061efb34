import { expect, test } from 'vitest';
import { buildSampleMesh } from '../files/tet/testing/sample-mesh.ts';
import { writeGmsh4, writeTetgen } from '../files/tet/testing/write-tet-mesh.ts';
import { inspectTetMesh } from './inspect-tet-mesh.ts';

test('the content of a tetrahedral mesh: numbers and units of the file', () => {
  const inspection = inspectTetMesh([{ name: 'box.msh', bytes: writeGmsh4(buildSampleMesh(10)) }]);
  expect(inspection).toMatchObject({
    file: 'box.msh',
    format: 'Gmsh 4.1 (ASCII)',
    nodes: 45,
    tetrahedra: 12,
    nodesPerTet: 10,
    groups: [
      { name: 'fixed', dimension: 2, nodes: 9 },
      { name: 'body', dimension: 3, nodes: 45 },
    ],
    min: [0, 0, 0],
    max: [0.5, 0.25, 0.125],
    inverted: 0,
    skipped: [],
    problems: [],
  });
  expect(inspection.volume).toBeCloseTo(0.5 * 0.25 * 0.125, 15);
  // Elements have higher numbers than the two triangles of "fixed".
  expect(inspection.worstElement.number).toBeGreaterThan(2);
  expect(inspection.worstElement.radiusRatio).toBeGreaterThan(0.2);
  expect(inspection.meanRadiusRatio).toBeGreaterThanOrEqual(inspection.worstElement.radiusRatio);
});

test('the three files of TetGen are reported under the name of the requested one', () => {
  const [node, ele, face] = writeTetgen(buildSampleMesh(4));
  expect(inspectTetMesh([node, ele, face])).toMatchObject({ file: 'sample.node', tetrahedra: 12 });
});
