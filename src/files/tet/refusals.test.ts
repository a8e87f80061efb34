import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TetMeshReading } from './finish-tet-mesh.ts';
import { readTetMesh, tetMeshCompanions } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writeGmsh2, writeGmsh4, writeTetgen } from './testing/write-tet-mesh.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const readText = (name: string, text: string) => readTetMesh([{ name, bytes: encode(text) }]);

/** Returns a Gmsh 2.2 mesh of nodes and elements. Each is given as a line without its number. */
function gmsh(nodes: readonly string[], elements: readonly string[], names: readonly string[] = []): string {
  const numbered = (lines: readonly string[]) => lines.map((line, k) => `${k + 1} ${line}`).join('\n');
  return (
    `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n${names.length}\n${names.map((name) => `${name}\n`).join('')}` +
    `$EndPhysicalNames\n$Nodes\n${nodes.length}\n${numbered(nodes)}\n$EndNodes\n` +
    `$Elements\n${elements.length}\n${numbered(elements)}\n$EndElements\n`
  );
}

const corners = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
const one = '4 2 0 0 1 2 3 4';
const readElements = (nodes: readonly string[], elements: readonly string[]) =>
  readText('a.msh', gmsh(nodes, elements));

describe('elements', () => {
  test('that are inverted are corrected and reported by number; duplicates are left out', () => {
    const { mesh, inverted, warnings } = readElements(
      [...corners, '1 1 1'],
      [one, '4 2 0 0 2 3 4 5', '4 2 0 0 2 3 5 4'],
    );
    expect([...mesh.tets]).toEqual([0, 1, 2, 3, 1, 2, 3, 4]);
    expect([inverted, ...warnings]).toEqual([0, '1 element repeated with the same corners; omitted']);
    const turned = readElements(corners, ['4 2 0 0 2 1 3 4']);
    expect([...turned.mesh.tets]).toEqual([0, 1, 2, 3]);
    expect(turned.warnings).toEqual(['1 element stood inside out (1) and got turned']);
  });

  test('of ten nodes that are inverted keep their mid-edge nodes on their edges', () => {
    const mesh = buildSampleMesh(10);
    // Swaps the last two corners, and accordingly the mid-edge nodes 02 with 03 and 12 with 13.
    const order = [0, 1, 3, 2, 4, 8, 7, 6, 5, 9];
    const inverted = { ...mesh, tets: mesh.tets.map((_, k) => mesh.tets[k - (k % 10) + order[k % 10]]) };
    const reading = readTetMesh([
      {
        name: 'a.msh',
        bytes: writeGmsh2({
          ...inverted,
          groups: mesh.groups.slice(0, 1).concat({
            name: 'body',
            dimension: 3,
            nodes: mesh.groups[1].nodes,
            cells: Uint32Array.from(inverted.tets.filter((_, k) => k % 10 < 4)),
          }),
        }),
      },
    ]);
    const tetCount = mesh.tets.length / 10;
    expect(reading.inverted).toBe(tetCount);
    expect(reading.warnings).toEqual([
      `${tetCount} elements stood inside out (9, 10, 11, 12, 13 and ${tetCount - 5} more) and got turned`.replace(
        '9, 10, 11, 12, 13',
        Array.from({ length: 5 }, (_, k) => reading.tetNumbers[k]).join(', '),
      ),
    ]);
  });

  test.each([
    ['flat', ['0 0 0', '1 0 0', '0 1 0', '1 1 0'], [one], /element 1 \(nodes 1 2 3 4\), which is flat/],
    ['flat at any scale', ['0 0 0', '1e-9 0 0', '0 1e-9 0', '1e-9 1e-9 1e-25'], [one], /which is flat/],
    ['of nodes at one place', ['0 0 0', '0 0 0', '0 0 0', '0 0 0'], [one], /which is flat/],
    ['with a node that is not there', corners, ['4 2 0 0 1 2 3 9'], /element 1 with node 9$/],
    ['with a node twice', corners, ['4 2 0 0 1 2 3 3'], /element 1 with node 3 twice/],
    [
      'of both orders',
      [...corners, ...corners, '0 0 0', '0 0 0'],
      [one, '11 2 0 0 1 2 3 4 5 6 7 8 9 10'],
      /of one order, got element 1 with 4 nodes and element 2 with 10/,
    ],
    [
      'hexahedra',
      [...corners, ...corners],
      ['5 2 0 0 1 2 3 4 5 6 7 8', one],
      /expected only tetrahedra, got hexahedra \(1\)/,
    ],
    [
      'of higher order',
      corners,
      ['29 2 0 0 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4'],
      /got tetrahedra of higher order \(1\)/,
    ],
    [
      'that are all triangles',
      corners,
      ['2 2 0 0 1 2 3'],
      /Gmsh 2.2 \(ASCII\) with 4 nodes, triangles of no group \(1\) and no tetrahedron/,
    ],
    ['none at all', corners, [], /with 4 nodes and no tetrahedron/],
    ['too far away', ['0 0 0', '1e60 0 0', '0 1e60 0', '0 0 1e60'], [one], /node 2 at 1e\+60 0 0/],
    [
      'at infinity',
      ['0 0 0', '1e999 0 0', '0 1 0', '0 0 1'],
      [one],
      /a.msh line 10: expected x, a finite number, got Infinity/,
    ],
  ])('%s are refused', (_, nodes, elements, words) => {
    expect(() => readElements(nodes, elements)).toThrow(words);
  });

  test('with thousands of errors: five are reported, the rest is counted', () => {
    const flat = Array.from({ length: 3000 }, (_, k) => `4 2 0 0 ${k + 1} ${k + 2} ${k + 3} ${k + 4}`);
    const nodes = Array.from({ length: 3003 }, (_, k) => `${k} ${k * k} 0`);
    expect(() => readElements(nodes, flat)).toThrow(/element 5 [\s\S]*2995 more like these$/);
  });

  test('that are folded by their mid-edge nodes are refused, curved ones are not', () => {
    const mesh = buildSampleMesh(10);
    const move = (x: number) => {
      const positions = mesh.positions.slice();
      positions[3 * mesh.tets[4]] += x;
      return readTetMesh([
        { name: 'a.msh', bytes: writeGmsh4({ ...mesh, positions }, { binary: 'little' }) },
      ]);
    };
    expect(move(0.01)).toMatchObject({ warnings: [] });
    expect(() => move(2)).toThrow(
      /expected mid-edge nodes near their edges, got element \d+ \(nodes [\d ]+\), which they invert/,
    );
  });

  test('with the mid-edge node order of another program are corrected', () => {
    const mesh = buildSampleMesh(10);
    // A mesh as written by a program that uses the order of Abaqus in a Gmsh file.
    const wrong = mesh.tets.map((_, k) => mesh.tets[k - (k % 10) + [0, 1, 2, 3, 4, 5, 6, 7, 9, 8][k % 10]]);
    const lines = ['*NODE'];
    for (let node = 0; node < mesh.positions.length / 3; node++)
      lines.push([node + 1, ...mesh.positions.subarray(3 * node, 3 * node + 3)].join(','));
    lines.push('*ELEMENT, TYPE=C3D10');
    for (let at = 0; at < wrong.length; at += 10)
      lines.push([at / 10 + 1, ...wrong.subarray(at, at + 10).map((node) => node + 1)].join(','));
    const reading = readText('a.inp', lines.join('\n'));
    expect([...reading.mesh.tets]).toEqual([...mesh.tets]);
    expect(reading.warnings).toEqual([
      'the order of the mid-edge nodes differs from that of this format; they were identified by their positions',
    ]);
  });
});

describe('unusual contents are reported', () => {
  const warningsOf = (reading: TetMeshReading) => reading.warnings.join('\n');

  test('unused nodes, empty groups, groups that lose nodes', () => {
    const text = gmsh(
      [...corners, '5 5 5', '6 6 6'],
      [one, '15 2 1 0 5', '1 2 2 0 1 5', '15 2 3 0 1'],
      ['0 1 "far"', '1 2 "half"'],
    );
    const reading = readText('a.msh', text);
    expect(reading.unusedNodes).toBe(2);
    expect(reading.mesh.positions.length).toBe(12);
    expect(reading.mesh.groups.map(({ name, nodes }) => [name, ...nodes])).toEqual([
      ['half', 0],
      ['3', 0],
    ]);
    expect(warningsOf(reading)).toMatch(/2 nodes of no element; omitted/);
    expect(warningsOf(reading)).toMatch(/group "far" was left out: none of its 1 node belongs to an element/);
    expect(warningsOf(reading)).toMatch(/1 of the 2 nodes of group "half" belong to no element/);
  });

  test('separate components, duplicate nodes, faces of more than two elements, thin elements', () => {
    const apart = readElements([...corners, ...corners], [one, '4 2 0 0 5 6 7 8']);
    expect(warningsOf(apart)).toMatch(/2 pieces that share no node/);
    expect(warningsOf(apart)).toMatch(/4 nodes lie at the position of another/);
    const crowded = readElements([...corners, '0 0 2', '0 0 3'], [one, '4 2 0 0 1 2 3 5', '4 2 0 0 1 2 3 6']);
    expect(warningsOf(crowded)).toMatch(/1 face belongs to more than two elements/);
    const thin = readElements(['0 0 0', '1 0 0', '0 1 0', '0 0 1e-5'], [one]);
    expect(warningsOf(thin)).toMatch(/1 element almost flat \(1\)/);
  });

  test('a node given twice: at one position it counts once, at two it is refused', () => {
    const text = gmsh(corners, [one]);
    const again = (line: string) =>
      text.replace('$Nodes\n4', '$Nodes\n5').replace('$EndNodes', `${line}\n$EndNodes`);
    expect(readText('a.msh', again('4 0 0 1')).mesh.positions.length).toBe(12);
    expect(() => readText('a.msh', again('4 0 0 2'))).toThrow(/node 4 at 0 0 1 and at 0 0 2/);
  });

  test('a file extension that does not match', () => {
    const { warnings, format } = readText('a.inp', gmsh(corners, [one]));
    expect(format).toBe('Gmsh 2.2 (ASCII)');
    expect(warnings).toEqual(['it is a Gmsh mesh (.msh), though its name ends in .inp']);
  });
});

describe('other files are refused with a message', () => {
  test.each([
    ['a.msh', '', /a.msh: expected a Gmsh mesh, got an empty file/],
    ['a.msh', 'hello', /expected a Gmsh mesh, got something else/],
    ['a.xyz', 'hello', /expected a mesh of tetrahedra: Gmsh .msh \(2.2, 4.1\), Medit/],
    ['a.msh', '$NOD\n1\n', /got a Gmsh mesh of version 1: open it in Gmsh/],
    ['a.msh', '(0 "made")\n(2 3)\n', /got a Fluent mesh/],
    ['a.mesh', 'MFEM mesh v1.0\n', /got an MFEM mesh/],
    ['a.mesh', 'v 0 0 0\n', /got an OBJ file: it is a surface: fill it with tetrahedra/],
    ['a.stl', 'solid a\n', /got an STL file/],
    ['a.inp', '*KEYWORD\n*NODE\n', /got an LS-DYNA input/],
    ['a.vtu', '<?xml version="1.0"?>', /got an XML file \(perhaps VTU\).* legacy .vtk/],
    ['a.geo', '// geometry\nPoint(1) = {0,0,0};', /got a Gmsh geometry: mesh it first/],
    [
      'a.msh',
      gmsh(corners, [one]).replace('2.2', '4'),
      /a.msh line 2: expected version 2.2 or 4.1 of Gmsh's format, got "4"/,
    ],
    ['a.msh', gmsh(corners, [one]).replace('2.2', '3.0'), /got "3.0"/],
    [
      'a.msh',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0\n',
      /line 6: expected z, the file ends before it/,
    ],
    [
      'a.msh',
      gmsh(corners, [one]).replace('$Elements\n1', '$Elements\n2'),
      /expected an element's number, a whole number, got "\$EndElements"/,
    ],
    [
      'a.msh',
      gmsh(corners, [one]).replace('$Elements\n1', '$Elements\n0'),
      /expected \$EndElements after the stated content of the section, got "1"/,
    ],
    [
      'a.vtk',
      '# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\n',
      /line 4: expected DATASET UNSTRUCTURED_GRID/,
    ],
    ['a.mesh', 'MeshVersionFormatted 1\nDimension 2\n', /line 2: expected a mesh of dimension 3, got 2/],
  ])('%s: %j', (name, text, words) => {
    expect(() => readText(name, text)).toThrow(words);
  });

  test('compressed', () => {
    const bytes = gzipSync(gmsh(corners, [one]));
    expect(() => readTetMesh([{ name: 'a.msh', bytes }])).toThrow(
      /a.msh: .*got a compressed file: unpack it first/,
    );
  });

  test('TetGen: half a mesh, two files of one kind, other files among them', () => {
    const [node, ele, face] = writeTetgen(buildSampleMesh(4));
    expect(readTetMesh([ele, node]).mesh.groups.map(({ name }) => name)).toEqual(['2']);
    expect(() => readTetMesh([node, face])).toThrow(
      /sample.node: expected its .ele file too.* give sample.ele/,
    );
    expect(() => readTetMesh([ele])).toThrow(/give sample.node/);
    expect(() => readTetMesh([node, node, ele])).toThrow(/expected one .node file, got two/);
    expect(() => readTetMesh([node, { name: 'b.msh', bytes: ele.bytes }])).toThrow(/got sample.node, b.msh/);
    expect(() => readTetMesh([node, { ...ele, bytes: encode('$MeshFormat') }])).toThrow(
      /got a Gmsh mesh: name it .msh/,
    );
    expect(tetMeshCompanions('parts/a.1.ele')).toEqual(['parts/a.1.node', 'parts/a.1.face']);
    expect(tetMeshCompanions('a.msh')).toEqual([]);
    expect(() => readTetMesh([])).toThrow(/expected a mesh file/);
  });
});

describe('Gmsh', () => {
  test('entities in several groups, groups without a name, a named group with reversed orientation', () => {
    const text = new TextDecoder()
      .decode(writeGmsh4(buildSampleMesh(4)))
      .replace('1 1 1 1 -1 0', '1 1 1 3 -1 5 6 0');
    const { groups } = readText('a.msh', text).mesh;
    expect(groups.map(({ name, dimension }) => [name, dimension])).toEqual([
      ['fixed', 2],
      ['5', 2],
      ['6', 2],
      ['body', 3],
    ]);
  });

  test('an element listed once for each of its groups is one element in both', () => {
    const reading = readText('a.msh', gmsh(corners, ['4 2 1 1 1 2 3 4', '4 2 2 1 1 2 3 4']));
    expect(reading).toMatchObject({ repeated: 1 });
    expect(reading.mesh.groups.map(({ name, nodes }) => [name, nodes.length])).toEqual([
      ['1', 4],
      ['2', 4],
    ]);
  });

  test('partitioned entities', () => {
    const text = gmsh([], [])
      .replace('2.2', '4.1')
      .replace(/\$Nodes[\s\S]*/, '');
    const sections =
      '$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 4 0\n$EndEntities\n$PartitionedEntities\n2\n1\n9 1\n0 0 0 1\n' +
      '8 3 1 1 2 0 0 0 1 1 1 1 4 0\n$EndPartitionedEntities\n' +
      '$Nodes\n1 4 1 4\n3 8 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n' +
      '$Elements\n1 1 1 1\n3 8 4 1\n1 1 2 3 4\n$EndElements\n';
    const { groups } = readText('a.msh', text + sections).mesh;
    expect(groups.map(({ name, dimension }) => [name, dimension])).toEqual([['4', 3]]);
  });

  test('parametric nodes of version 2, elements of unknown type in text, sections in between', () => {
    const text = gmsh(corners, ['99 2 0 0 1 2', one])
      .replaceAll('Nodes', 'ParametricNodes')
      .replace('1 0 0 0', '1 0 0 0 2 7 0.5 0.25')
      .replace(/^(2|3|4) (\d \d \d)$/gm, '$1 $2 3 1')
      .replace('$Elements', '$NodeData\n1\n"odd"\n$EndNodeData\n$Elements');
    const reading = readText('a.msh', text);
    expect([...reading.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(reading.skipped).toEqual([{ kind: 'elements of unknown type', count: 1 }]);
  });
});
