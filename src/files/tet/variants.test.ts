import { describe, expect, test } from 'vitest';
import { readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writeGmsh4, writeMedit, writeNetgen, writeTetgen, writeVtk } from './testing/write-tet-mesh.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const readText = (name: string, text: string) =>
  readTetMesh([{ name, bytes: new TextEncoder().encode(text) }]);
const groupNames = ({ mesh }: ReturnType<typeof readTetMesh>) => mesh.groups.map(({ name }) => name);

const linear = buildSampleMesh(4);
const quadratic = buildSampleMesh(10);

describe('Medit', () => {
  test('quadratic elements under the keywords of linear ones, as Gmsh writes them', () => {
    const text = decode(writeMedit(quadratic)).replaceAll('P2', '');
    const reading = readText('a.mesh', text);
    expect([...reading.mesh.tets]).toEqual([...quadratic.tets]);
    expect(reading.mesh.groups.map(({ nodes }) => nodes)).toEqual(quadratic.groups.map(({ nodes }) => nodes));
  });

  test('keywords and counts on one line, comments between, no End', () => {
    const text = decode(writeMedit(linear))
      .replace(/Dimension\n3/, 'Dimension 3')
      .replace(/Vertices\n/, 'Vertices ')
      .replace(/Tetrahedra\n/, '# elements\nTetrahedra # so many\n')
      .replace('End', '');
    expect([...readText('a.mesh', text).mesh.tets]).toEqual([...linear.tets]);
  });

  test('a keyword code that points backwards is refused', () => {
    const bytes = writeMedit(linear, { binary: 'little', version: 2 });
    new DataView(bytes.buffer).setInt32(12, 4, true);
    expect(() => readTetMesh([{ name: 'a.meshb', bytes }])).toThrow(
      /a.meshb byte \d+: expected the next keyword at a later offset, got byte 4/,
    );
  });
});

describe('Netgen', () => {
  test('missing or empty names are replaced by the number', () => {
    const text = decode(writeNetgen(linear))
      .replace('1 fixed', '1 ')
      .replace(/materials\n1\n2 body\n/, '');
    expect(groupNames(readText('a.vol', text))).toEqual(['1', '2']);
  });

  test('a report states that curved elements are read as straight ones', () => {
    const text = decode(writeNetgen(linear)).replace('endmesh', 'curvedelements\n1 2 3\nendmesh');
    expect(readText('a.vol', text).warnings.join()).toMatch(/curved elements are read as straight ones/);
  });

  test('elements of an unknown number of nodes are refused, with the line', () => {
    const text = decode(writeNetgen(linear)).replace(/^2 4 /m, '2 7 ');
    expect(() => readText('a.vol', text)).toThrow(
      /a.vol line \d+: expected an element of 4, 10, .* nodes, got 7/,
    );
  });
});

describe('TetGen', () => {
  test('markers of nodes become groups; headers may omit zeros', () => {
    const [node, ele] = writeTetgen(linear).map(({ bytes }) => decode(bytes));
    const files = (nodeText: string, eleText: string) => [
      { name: 'a.node', bytes: new TextEncoder().encode(nodeText) },
      { name: 'a.ele', bytes: new TextEncoder().encode(eleText) },
    ];
    const marked = readTetMesh(files(node.replace(/^(0 .*) 0 $/m, '$1 5'), ele)).mesh.groups;
    expect(marked.map(({ name, dimension, nodes }) => [name, dimension, nodes.length])).toEqual([
      ['5', 0, 1],
      ['2', 3, 12],
    ]);
    const bare = node.replace(' 3 1 1', ' 3').replace(/ 9 0 $/gm, '');
    expect(groupNames(readTetMesh(files(bare, ele.replace(' 4 1', ' 4'))))).toEqual([]);
    expect(() => readTetMesh(files(node.replace(' 3 1 1', ' 2 1 1'), ele))).toThrow(
      /a.node line 2: expected nodes of dimension 3, got 2/,
    );
    expect(() => readTetMesh(files(node, ele.replace(' 4 1', ' 6 1')))).toThrow(
      /a.ele line 1: expected elements of 4 or 10/,
    );
  });
});

describe('VTK', () => {
  const text = decode(writeVtk(linear));
  test('integers that only number the cells are not groups, and real numbers are not groups', () => {
    const cellCount = linear.tets.length / 4 + 2;
    const many = readText(
      'a.vtk',
      `${text}SCALARS weight double 1\nLOOKUP_TABLE default\n${'nan '.repeat(cellCount)}\n`,
    );
    expect(groupNames(many)).toEqual(['part 1', 'part 2']);
    const box = buildSampleMesh(4, [4, 4, 4]);
    const own = decode(writeVtk(box));
    const ids = Array.from({ length: box.tets.length / 4 + box.groups[0].cells!.length / 3 }, (_, k) => k);
    const numbered = readText('a.vtk', `${own}SCALARS id int 1\nLOOKUP_TABLE default\n${ids.join(' ')}\n`);
    expect(groupNames(numbered)).toEqual(['part 1', 'part 2']);
  });

  test.each([
    ['CELL_TYPES 14', 'CELL_TYPES 13', /expected as many cells as cell types, got 14 and 13/],
    ['CELL_TYPES 14\n5 ', 'CELL_TYPES 14\n10 ', /expected 4 nodes in cell 0 of type 10, got 3/],
    ['double', 'string', /a.vtk line 5: expected a type of values such as double, got "string"/],
    ['ASCII', 'TEXT', /a.vtk line 3: expected ASCII or BINARY, got "TEXT"/],
    ['CELLS 14', 'SELLS 14', /expected POINTS, CELLS or CELL_TYPES, got "SELLS 14/],
  ])('%j changed to %j is refused', (from, to, words) => {
    expect(text).toContain(from);
    expect(() => readText('a.vtk', text.replace(from, to))).toThrow(words);
  });

  test('descending offsets are refused', () => {
    const changed = decode(writeVtk(linear, { version: 5 })).replace('0 3 6 10', '0 6 3 10');
    expect(() => readText('a.vtk', changed)).toThrow(/expected increasing offsets up to \d+, got 6 and 3/);
  });
});

test('Gmsh: bounds of an entity may be anything', () => {
  const text = decode(writeGmsh4(linear)).replace('7 0 0 0 1 1 1 ', '7 inf inf nan 1 1 1 ');
  expect(groupNames(readText('a.msh', text))).toEqual(['fixed', 'body']);
});
