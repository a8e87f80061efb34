import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { toQuadratic } from '../../motion/tet-quadratic.ts';
import { sharedPath } from '../../testing/shared.ts';
import { readTetMesh } from './read-tet-mesh.ts';
import { canonicalMesh } from './testing/canonical-mesh.ts';

const formats = sharedPath('reference/flesh/mesh/formats');
const references = formats && dirname(formats);
const assets = sharedPath('assets/mesh-tet-msh');
const missing = ' (skipped: no folder shared)';

function read(folder: string | null, ...names: string[]) {
  return readTetMesh(
    names.map((name) => {
      const bytes = readFileSync(`${folder}/${name}`);
      return { name: basename(name, '.gz'), bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes };
    }),
  );
}

const counts = (mesh: TetMesh) => [mesh.positions.length / 3, mesh.tets.length / mesh.nodesPerTet];

describe.skipIf(!formats)(`one thigh in every format${formats ? '' : missing}`, () => {
  const quadratic = formats ? canonicalMesh(read(references, 'thigh_s_t10.msh').mesh) : null;
  const linear = formats ? canonicalMesh(read(references, 'thigh_s_t4.msh').mesh) : null;

  // Name of the group with the bone's surface triangles, for each file.
  test.each([
    [['thigh_s_t10_v22bin.msh'], 'fixed/2', 'Gmsh 2.2 (binary)'],
    [['thigh_s_t10_v41.msh.gz'], 'fixed/2', 'Gmsh 4.1 (ASCII)'],
    [['thigh_s_t10_gmsh.inp.gz'], 'fixed/2', 'Abaqus (ASCII)'],
    [['thigh_s_t10.vtk.gz'], 'CellEntityIds 1/2', 'VTK 2.0 (ASCII)'],
  ])('quadratic: %j', (names, fixed, format) => {
    const reading = read(formats, ...names);
    const found = canonicalMesh(reading.mesh);
    expect(reading).toMatchObject({ format, warnings: [], inverted: 0 });
    expect(found.nodes).toEqual(quadratic?.nodes);
    expect(found.tets).toEqual(quadratic?.tets);
    expect(found.groups.get(fixed)).toEqual(quadratic?.groups.get('fixed/2'));
  });

  test.each([
    ['thigh_s_t4.mesh', '4/2', 'Medit (ASCII)'],
    ['thigh_s_t4_v41.msh', 'fixed/2', 'Gmsh 4.1 (ASCII)'],
  ])('linear: %s', (name, fixed, format) => {
    const reading = read(formats, name);
    const found = canonicalMesh(reading.mesh);
    expect(reading).toMatchObject({ format, warnings: [], inverted: 0 });
    expect(found.nodes).toEqual(linear?.nodes);
    expect(found.tets).toEqual(linear?.tets);
    expect(found.groups.get(fixed)).toEqual(linear?.groups.get('fixed/2'));
  });

  test('meshes of Netgen and TetGen have the same volume and no inverted elements', () => {
    const netgen = read(formats, 'thigh_netgen.vol.gz');
    expect(netgen).toMatchObject({ inverted: 0, warnings: [] });
    expect(counts(netgen.mesh)).toEqual([2412, 10903]);
    expect(netgen.volume).toBeCloseTo(0.0068632, 7);
    const tetgen = read(formats, 'thigh_s_tetgen.node', 'thigh_s_tetgen.ele.gz', 'thigh_s_tetgen.face');
    expect(tetgen).toMatchObject({ inverted: 0, warnings: [] });
    expect(counts(tetgen.mesh)).toEqual([2285, 8994]);
    // TetGen meshed the surface of the coarse thigh, which Gmsh had exported as STL.
    expect(tetgen.volume).toBeCloseTo(read(references, 'thigh_s_t4.msh').volume, 8);
  });

  test('a linear mesh made quadratic has the nodes and groups of Gmsh’s quadratic mesh', () => {
    const found = canonicalMesh(toQuadratic(read(references, 'thigh_s_t4.msh').mesh));
    expect(found.nodes).toEqual(quadratic?.nodes);
    expect(found.tets).toEqual(quadratic?.tets);
    expect(found.groups).toEqual(quadratic?.groups);
  });
});

describe.skipIf(!references)(`reference meshes${references ? '' : missing}`, () => {
  // File, number of nodes, number of elements, number of nodes in the group "fixed": from the README of the reference.
  test.each([
    ['beam_s_t4.msh', 176, 418, 8],
    ['beam_s_t10.msh', 943, 418, 23],
    ['beam_m_t10.msh.gz', 2146, 973, 39],
    ['beam_l_t10.msh.gz', 8840, 4696, 119],
    ['cube_s_t4.msh', 143, 387, 0],
    ['cube_l_t10.msh.gz', 4679, 2762, 0],
    ['thigh_m_t10.msh.gz', 15569, 9697, 942],
    ['thigh_l_t4.msh.gz', 6381, 30605, 504],
  ])('%s', (name, nodeCount, tetCount, fixedCount) => {
    const { mesh, volume, warnings, inverted, unusedNodes } = read(references, name);
    expect([warnings, inverted, unusedNodes]).toEqual([[], 0, 0]);
    expect(counts(mesh)).toEqual([nodeCount, tetCount]);
    expect(mesh.groups.find((group) => group.name === 'fixed')?.nodes.length ?? 0).toBe(fixedCount);
    if (name.startsWith('cube')) expect(volume).toBeCloseTo(1, 12);
    if (name.startsWith('beam')) expect(volume).toBeCloseTo(0.005, 12);
  });
});

describe.skipIf(!assets)(`meshes found in practice${assets ? '' : missing}`, () => {
  test.each([
    ['torus-4.1-ascii.msh', 200, 491, null],
    ['ball-4.1-ascii.msh', 364, 1152, null],
    ['sphere1K-4.1-ascii.msh', 1760, 6851, 0.518],
    ['rod-4.1-ascii.msh', 630, 1722, null],
    ['icosphere-2.2-binary.msh', 42, 96, null],
    ['box_cavity-2.2-binary.msh', 91, 251, 1.2e-5],
    // The elements are curved, so the volume is nearly that of the unit ball, 4.19. Straight-edged elements would have 2.86.
    ['sphere-P2-4.1-binary.msh', 80, 30, 4.05],
  ])('%s', (name, nodeCount, tetCount, expectedVolume) => {
    const { mesh, volume, warnings } = read(assets, name);
    expect(warnings).toEqual([]);
    expect(counts(mesh)).toEqual([nodeCount, tetCount]);
    expect(mesh.nodesPerTet).toBe(name.includes('P2') ? 10 : 4);
    if (expectedVolume !== null) expect(volume / expectedVolume).toBeCloseTo(1, 1);
  });
});
