import { describe, expect, test } from 'vitest';
import { readTetMesh } from './read-tet-mesh.ts';

const read = (text: string) => readTetMesh([{ name: 'a.inp', bytes: new TextEncoder().encode(text) }]);
const groupsOf = (text: string) =>
  read(text).mesh.groups.map(({ name, dimension, nodes }) => [`${name}/${dimension}`, ...nodes]);

const nodes = '*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n5,1,1,1\n';
const tets = '*ELEMENT, TYPE=C3D4, ELSET=Body\n10,1,2,3,4\n20,2,3,4,5\n';

describe('groups', () => {
  test('of sets of nodes: listed over lines, by range, by other sets before and after', () => {
    const text =
      `${nodes}${tets}*NSET, NSET=all\nlow, later, 5\n*NSET, NSET=low, GENERATE\n1, 3, 2\n` +
      '*NSET, NSET=later\n2,\n4\n*nset, nset=LOW\n2\n';
    expect(groupsOf(text)).toEqual([
      ['Body/3', 0, 1, 2, 3, 4],
      ['all/0', 0, 1, 2, 3, 4],
      ['low/0', 0, 1, 2],
      ['later/0', 1, 3],
    ]);
  });

  test('of listed nodes, and of the elements of a set', () => {
    const text = `*NODE, NSET=few\n1,0,0,0\n2,1,0,0\n${nodes.replace('1,0,0,0\n2,1,0,0\n', '')}${tets}*ELSET, ELSET=one\n10\n*NSET, NSET=ofOne, ELSET=ONE\n`;
    expect(groupsOf(text)).toEqual([
      ['Body/3', 0, 1, 2, 3, 4],
      ['one/3', 0, 1, 2, 3],
      ['few/0', 0, 1],
      ['ofOne/0', 0, 1, 2, 3],
    ]);
  });

  test.each([
    ['S1', [0, 1, 2]],
    ['S2', [0, 1, 3]],
    ['S3', [1, 2, 3]],
    ['S4', [0, 2, 3]],
  ])('of surfaces: face %s', (side, corners) => {
    const text = `${nodes}${tets}*ELSET, ELSET=one\n10\n*SURFACE, TYPE=ELEMENT, NAME=side\none, ${side}\n`;
    expect(groupsOf(text)[2]).toEqual(['side/2', ...corners]);
    expect(groupsOf(text.replace(`one, ${side}`, `10, ${side}`))[2]).toEqual(['side/2', ...corners]);
  });

  test('of a face of a quadratic element: with the nodes in the middle of its edges', () => {
    const text =
      '*NODE\n1,0,0,0\n2,2,0,0\n3,0,2,0\n4,0,0,2\n5,1,0,0\n6,1,1,0\n7,0,1,0\n8,0,0,1\n9,1,0,1\n10,0,1,1\n' +
      '*ELEMENT, TYPE=C3D10M\n1, 1,2,3,4,5,6,7,8,9,\n10\n*SURFACE, NAME=side\n1, S3\n';
    const reading = read(text);
    expect([...reading.mesh.tets]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reading.warnings).toEqual([]);
    expect(groupsOf(text)).toEqual([['side/2', 1, 2, 3, 5, 8, 9]]);
  });

  test('of surfaces of nodes, and of triangles; a set of both kinds of elements is two groups', () => {
    const text =
      `${nodes}${tets}*ELEMENT, TYPE=S3R, ELSET=skin\n30,1,2,3\n*ELSET, ELSET=both\nskin, 10\n` +
      '*SURFACE, NAME=top, TYPE=NODE\n5, 1.0\n*SURFACE, NAME=shell\nskin, SPOS\n';
    expect(groupsOf(text)).toEqual([
      ['Body/3', 0, 1, 2, 3, 4],
      ['skin/2', 0, 1, 2],
      ['both/2', 0, 1, 2],
      ['both/3', 0, 1, 2, 3],
      ['shell/2', 0, 1, 2],
      ['top/0', 4],
    ]);
  });

  test('a range of billions selects the existing nodes', () => {
    const start = performance.now();
    expect(groupsOf(`${nodes}${tets}*NSET, NSET=a, GENERATE\n2, 900000000000000, 2\n`)[1]).toEqual([
      'a/0',
      1,
      3,
    ]);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test('sets that contain themselves or do not exist are reported', () => {
    const { warnings } = read(
      `${nodes}${tets}*NSET, NSET=a\nb, 1\n*NSET, NSET=b\na, 2, c\n*ELSET, ELSET=d\n10, 77\n`,
    );
    expect(warnings).toEqual([
      'set "d" refers to elements other than tetrahedra, triangles or lines: 77',
      'set "b" names "a", which is no set',
      'set "b" names "c", which is no set',
    ]);
  });
});

describe('parts', () => {
  const part = `*Heading\n*Part, name=leg\n${nodes}${tets}*End Part\n`;
  const assembly = (content: string) =>
    `${part}*Assembly, name=A\n*Instance, name=leg-1, part=leg\n*End Instance\n${content}*End Assembly\n*Step\n*Static\n`;

  test('one part and one instance, sets of the assembly, ignored reference points', () => {
    const text = assembly(
      '*Node\n 1, 9., 9., 9.\n*Nset, nset=RP\n 1,\n*Nset, nset=held, instance=leg-1\n 1, 2\n*Nset, nset=dotted\nleg-1.4\n' +
        '*Elset, elset=_side_S1, internal, instance=leg-1\n 20,\n*Surface, type=ELEMENT, name=side\n_side_S1, S1\n',
    );
    const reading = read(text);
    expect(reading.warnings).toEqual([]);
    expect(groupsOf(text)).toEqual([
      ['Body/3', 0, 1, 2, 3, 4],
      ['_side_S1/3', 1, 2, 3, 4],
      ['side/2', 1, 2, 3],
      ['held/0', 0, 1],
      ['dotted/0', 3],
    ]);
  });

  test('a moved instance is reported', () => {
    const text = assembly('').replace('part=leg\n', 'part=leg\n 0., 0., 5.\n 0, 0, 5, 1, 0, 5, 90\n');
    expect(read(text).warnings).toEqual(['the translation of its instance is ignored']);
  });

  test.each([
    [part + part, /line 14: expected one part, got "leg" and "leg": write each to a separate file/],
    [
      assembly('*Instance, name=leg-2, part=leg\n*End Instance\n'),
      /expected one instance, got "leg-1" and "leg-2"/,
    ],
  ])('several are refused', (text, words) => {
    expect(() => read(text)).toThrow(words);
  });
});

describe('ignored contents', () => {
  test('steps, materials, comments, springs and masses, omitted coordinates', () => {
    const text =
      `** made\n*Heading\na, b\n${nodes.replace('2,1,0,0', '2, 1.D0')}** between\n${tets}` +
      '*ELEMENT, TYPE=SPRINGA\n90, 1, 2\n91, 1,\n3\n*Material, name=m\n*Elastic\n1., .3\n*Step\n*Boundary\nfixed, 1, 3\n';
    const reading = read(text);
    expect([...reading.mesh.positions.subarray(3, 6)]).toEqual([1, 0, 0]);
    expect(reading.skipped).toEqual([{ kind: 'elements of type SPRINGA', count: 2 }]);
  });

  test.each([
    [
      '*INCLUDE, INPUT=nodes.inp',
      /expected the whole mesh in this file, got \*INCLUDE: replace it by the content of that file/,
    ],
    ['*NODE, INPUT=nodes.inp', /got \*NODE: replace it by the content of that file/],
    ['*NGEN\n1, 9, 1', /got \*NGEN: write all nodes out/],
    ['*ELGEN\n1, 9, 1', /got \*ELGEN: write all elements out/],
    ['*NODE, SYSTEM=C\n1,1,0,0', /expected nodes in rectangular coordinates, got SYSTEM=C/],
    ['*NODE\n1, zero', /line 11: expected a number, got "zero"/],
    ['*NODE\nx', /expected a whole number, got "x"/],
    ['*ELEMENT, TYPE=C3D4\n30, 1, 2, 3,\n*NODE', /expected more nodes of element 30/],
    ['*ELEMENT, TYPE=C3D4\n30, 1, 2, 3, 4, 5', /expected 4 nodes in element 30 of type C3D4, got 5/],
    ['*ELEMENT, TYPE=C3D4\n10, 1, 2, 3, 5', /expected every element once, got element 10 again/],
    ['*ELEMENT, TYPE=C3D8R\n30, 1, 2, 3, 4, 1, 2,\n3, 4', /expected only tetrahedra, got hexahedra \(1\)/],
    ['*NSET\n1, 2', /expected the name of a set/],
    ['*NSET, NSET=a, GENERATE\n5, 1', /expected first, last and a step ≥ 1, got "5, 1"/],
    ['*SURFACE\n10, S1', /expected the name of a surface/],
  ])('but %j is refused', (lines, words) => {
    expect(() => read(`${nodes}${tets}${lines}\n`)).toThrow(words);
  });
});
