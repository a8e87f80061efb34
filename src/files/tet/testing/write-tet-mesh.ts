import type { TetMesh, TetMeshGroup } from '../../../motion/tet-mesh.ts';
import { sortPair, tetEdges } from '../../../motion/tet-topology.ts';
import { MeshWriter } from '../../testing/mesh-writer.ts';
import type { NamedBytes } from '../read-tet-mesh.ts';

/** Options for writing a mesh. If no byte order is given, the file is text. Groups must consist of triangles or tetrahedra with cells. */
export interface WriteOptions {
  readonly binary?: 'little' | 'big';
}

/** An element with its group. Triangles of the surfaces come first, then all tetrahedra. */
interface WrittenElement {
  readonly nodes: readonly number[];
  readonly group: number;
}

/** Returns all nodes of each cell of a group, mid-edge nodes after the corners. */
function cellsOf(mesh: TetMesh, group: TetMeshGroup): number[][] {
  const width = group.dimension + 1;
  const edges = tetEdges.slice(0, group.dimension === 2 ? 3 : 6);
  const middles = new Map<string, number>();
  for (let at = 0; mesh.nodesPerTet === 10 && at < mesh.tets.length; at += 10) {
    tetEdges.forEach(([from, to], k) => {
      middles.set(sortPair(mesh.tets[at + from], mesh.tets[at + to]).join(), mesh.tets[at + 4 + k]);
    });
  }
  const cells = group.cells ?? new Uint32Array();
  return Array.from({ length: cells.length / width }, (_, cell) => {
    const corners = [...cells.subarray(width * cell, width * (cell + 1))];
    if (mesh.nodesPerTet === 4) return corners;
    const mids = edges.map(
      ([from, to]) => middles.get(sortPair(corners[from], corners[to]).join()) as number,
    );
    return [...corners, ...mids];
  });
}

/** Lists the triangles of the group `fixed` and the tetrahedra of the group `body`, as in `buildSampleMesh`: groups 1 and 2. */
function listElements(mesh: TetMesh): { triangles: WrittenElement[]; tets: WrittenElement[] } {
  const [fixed, body] = mesh.groups;
  return {
    triangles: cellsOf(mesh, fixed).map((nodes) => ({ nodes, group: 1 })),
    tets: cellsOf(mesh, body).map((nodes) => ({ nodes, group: 2 })),
  };
}

const positionOf = (mesh: TetMesh, node: number) => mesh.positions.subarray(3 * node, 3 * node + 3);
const nodesOf = (mesh: TetMesh) => Array.from({ length: mesh.positions.length / 3 }, (_, node) => node);
const reorder = (nodes: readonly number[], order: readonly number[]) =>
  nodes.map((_, k) => nodes[order[k] ?? k]);

/** Gmsh's order of a ten-node tetrahedron: the last two nodes are swapped. */
const gmshOrder = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8];

function startGmsh(version: string, options: WriteOptions, sizeBytes: 4 | 8): MeshWriter {
  const writer = new MeshWriter();
  writer.line('$MeshFormat').line(`${version} ${options.binary ? 1 : 0} ${sizeBytes}`);
  writer.isBinary = options.binary !== undefined;
  writer.isLittleEndian = options.binary !== 'big';
  writer.sizeBytes = sizeBytes;
  if (writer.isBinary) writer.integers(1).line();
  return writer
    .line('$EndMeshFormat')
    .line('$PhysicalNames')
    .line('2')
    .line('2 1 "fixed"')
    .line('3 2 "body"')
    .line('$EndPhysicalNames');
}

export function writeGmsh2(mesh: TetMesh, options: WriteOptions = {}): Uint8Array {
  const writer = startGmsh('2.2', options, 8);
  writer.line('$Nodes').line(`${mesh.positions.length / 3}`);
  for (const node of nodesOf(mesh))
    writer
      .integers(node + 1)
      .reals(...positionOf(mesh, node))
      .endLine();
  if (writer.isBinary) writer.line();
  const { triangles, tets } = listElements(mesh);
  writer
    .line('$EndNodes')
    .line('$Elements')
    .line(`${triangles.length + tets.length}`);
  const isLinear = mesh.nodesPerTet === 4;
  let number = 1;
  for (const [elements, type] of [
    [triangles, isLinear ? 2 : 9],
    [tets, isLinear ? 4 : 11],
  ] as const) {
    if (writer.isBinary) writer.integers(type, elements.length, 2);
    for (const { nodes, group } of elements) {
      writer.integers(number++);
      if (!writer.isBinary) writer.integers(type, 2);
      writer
        .integers(
          group,
          7,
          ...reorder(
            nodes.map((node) => node + 1),
            type === 11 ? gmshOrder : [],
          ),
        )
        .endLine();
    }
  }
  if (writer.isBinary) writer.line();
  return writer.line('$EndElements').finish();
}

/** Writes Gmsh 4.1. Node numbers are sparse and unsorted. Nodes form two blocks; the first block has parameters. */
export function writeGmsh4(
  mesh: TetMesh,
  options: WriteOptions & { readonly sizeBytes?: 4 | 8 } = {},
): Uint8Array {
  const writer = startGmsh('4.1', options, options.sizeBytes ?? 8);
  const endBlock = () => (writer.isBinary ? writer.line() : writer);
  const nodes = nodesOf(mesh);
  const numberOf = (node: number) => 1000 - 3 * node;
  writer.line('$Entities').sizes(0, 0, 1, 1).endLine();
  writer.integers(7).reals(0, 0, 0, 1, 1, 1).sizes(1).integers(-1).sizes(0).endLine();
  writer.integers(9).reals(0, 0, 0, 1, 1, 1).sizes(1).integers(2).sizes(1).integers(7).endLine();
  endBlock().line('$EndEntities').line('$Nodes').sizes(2, nodes.length, 1, 1000).endLine();
  for (const [dimension, block] of [
    [2, nodes.slice(0, 5)],
    [3, nodes.slice(5)],
  ] as const) {
    writer
      .integers(dimension, 7, dimension === 2 ? 1 : 0)
      .sizes(block.length)
      .endLine();
    for (const node of block) writer.sizes(numberOf(node)).endLine();
    for (const node of block) {
      writer.reals(...positionOf(mesh, node));
      if (dimension === 2) writer.reals(0.5, 0.5);
      writer.endLine();
    }
  }
  const { triangles, tets } = listElements(mesh);
  endBlock()
    .line('$EndNodes')
    .line('$Elements')
    .sizes(2, triangles.length + tets.length, 1, 99)
    .endLine();
  const isLinear = mesh.nodesPerTet === 4;
  let number = 1;
  for (const [elements, type, dimension, tag] of [
    [triangles, isLinear ? 2 : 9, 2, 7],
    [tets, isLinear ? 4 : 11, 3, 9],
  ] as const) {
    writer.integers(dimension, tag, type).sizes(elements.length).endLine();
    for (const element of elements) {
      const ordered = reorder(element.nodes.map(numberOf), type === 11 ? gmshOrder : []);
      writer.sizes(number++, ...ordered).endLine();
    }
  }
  endBlock().line('$EndElements');
  return writer.line('$Periodic').line('anything').line('$EndPeriodic').finish();
}

export function writeMedit(
  mesh: TetMesh,
  options: WriteOptions & { readonly version?: 1 | 2 | 3 | 4 } = {},
): Uint8Array {
  const { triangles, tets } = listElements(mesh);
  const isLinear = mesh.nodesPerTet === 4;
  const version = options.version ?? 2;
  const writer = new MeshWriter();
  writer.isBinary = options.binary !== undefined;
  writer.isLittleEndian = options.binary !== 'big';
  writer.realBytes = version === 1 ? 4 : 8;
  writer.sizeBytes = version < 3 ? 4 : 8;
  if (writer.isBinary) writer.integers(1, version);
  else writer.line(`MeshVersionFormatted ${version}`).line('# a comment');
  // A binary section begins with its code and the offset of the next section.
  const section = (keyword: string, code: number, byteCount: number, fill: () => void) => {
    writer.integerBytes = 4;
    if (writer.isBinary) writer.integers(code).sizes(writer.length + writer.sizeBytes + byteCount);
    else writer.line(keyword);
    if (code !== 3) writer.integerBytes = writer.isBinary && version === 4 ? 8 : 4;
    fill();
    writer.endLine();
  };
  const whole = version === 4 ? 8 : 4;
  section('Dimension', 3, 4, () => writer.integers(3));
  const nodes = nodesOf(mesh);
  section('Vertices', 4, whole + nodes.length * (3 * writer.realBytes + whole), () => {
    writer.integers(nodes.length).endLine();
    for (const node of nodes)
      writer
        .reals(...positionOf(mesh, node))
        .integers(0)
        .endLine();
  });
  // The section Corners, which readers must skip.
  section('Corners', 13, 2 * whole, () => writer.integers(1).endLine().integers(1).endLine());
  for (const [elements, keyword, code] of [
    [triangles, isLinear ? 'Triangles' : 'TrianglesP2', isLinear ? 6 : 24],
    [tets, isLinear ? 'Tetrahedra' : 'TetrahedraP2', isLinear ? 8 : 30],
  ] as const) {
    const width = elements[0].nodes.length + 1;
    section(keyword, code, whole * (1 + width * elements.length), () => {
      writer.integers(elements.length).endLine();
      for (const element of elements) {
        writer.integers(...element.nodes.map((node) => node + 1), element.group).endLine();
      }
    });
  }
  writer.integerBytes = 4;
  if (writer.isBinary) writer.integers(54).sizes(0);
  else writer.line('End');
  return writer.finish();
}

export function writeNetgen(mesh: TetMesh): Uint8Array {
  const { triangles, tets } = listElements(mesh);
  const writer = new MeshWriter();
  writer
    .line('mesh3d')
    .line('dimension')
    .line('3')
    .line('geomtype')
    .line('0')
    .line()
    .line('# surfnr bcnr domin domout np');
  writer.line('surfaceelementsgi').line(`${triangles.length}`);
  for (const { nodes, group } of triangles) {
    const ordered = reorder(nodes, [0, 1, 2, 4, 5, 3]).map((node) => node + 1);
    writer.integers(5, group, 1, 0, nodes.length, ...ordered, 0, 0, 0).line();
  }
  writer.line('volumeelements').line(`${tets.length}`);
  for (const { nodes, group } of tets) {
    // The second and third corner are swapped, and so are the mid-edge nodes of their edges.
    const ordered = reorder(nodes, [0, 2, 1, 3, 6, 4, 7, 5, 9, 8]).map((node) => node + 1);
    writer.integers(group, nodes.length, ...ordered).line();
  }
  writer.line('points').line(`${mesh.positions.length / 3}`);
  for (const node of nodesOf(mesh)) writer.reals(...positionOf(mesh, node)).line();
  writer.line('materials').line('1').line('2 body').line('bcnames').line('1').line('1 fixed').line('endmesh');
  return writer.finish();
}

/** Writes TetGen files with numbers from 0, one attribute per node, markers, and a comment at the end. */
export function writeTetgen(mesh: TetMesh, stem = 'sample'): NamedBytes[] {
  const { triangles, tets } = listElements(mesh);
  const node = new MeshWriter().line(`# nodes\n${mesh.positions.length / 3} 3 1 1`);
  for (const index of nodesOf(mesh))
    node
      .integers(index)
      .reals(...positionOf(mesh, index))
      .integers(9, 0)
      .line();
  const ele = new MeshWriter().line(`${tets.length} ${mesh.nodesPerTet} 1`);
  tets.forEach(({ nodes, group }, index) => {
    ele.integers(index, ...reorder(nodes, [0, 1, 2, 3, 9, 7, 4, 5, 8, 6]), group).line();
  });
  const face = new MeshWriter().line(`${triangles.length} 1`);
  triangles.forEach(({ nodes, group }, index) => {
    face.integers(index, ...nodes, group, 3, -1).line();
  });
  return [
    { name: `${stem}.node`, bytes: node.finish() },
    { name: `${stem}.ele`, bytes: ele.line('# Generated').finish() },
    { name: `${stem}.face`, bytes: face.finish() },
  ];
}

/** Writes one part with a set of nodes `fixed` (ranges) and a set of all elements `body`. */
export function writeAbaqus(mesh: TetMesh): Uint8Array {
  const { triangles, tets } = listElements(mesh);
  const isLinear = mesh.nodesPerTet === 4;
  const writer = new MeshWriter()
    .line('** a comment')
    .line('*Heading')
    .line(' a title')
    .line('*Part, name=Part-1')
    .line('*Node');
  for (const node of nodesOf(mesh)) writer.line(`${node + 1}, ${[...positionOf(mesh, node)].join(', ')}`);
  writer.line(`*ELEMENT, TYPE=${isLinear ? 'S3' : 'STRI65'},`).line(' ELSET=fixed');
  triangles.forEach(({ nodes }, k) => {
    writer.line([100 + k, ...nodes.map((node) => node + 1)].join(', '));
  });
  writer.line(`*Element, type=C3D${mesh.nodesPerTet}`);
  tets.forEach(({ nodes }, k) => {
    const numbers = [200 + k, ...nodes.map((node) => node + 1)];
    writer.line(`${numbers.slice(0, 4).join(', ')},`).line(numbers.slice(4).join(', '));
  });
  writer.line('*Elset, elset=body, generate').line(`200, ${199 + tets.length}, 1`);
  return writer.line('*End Part').finish();
}

export function writeVtk(
  mesh: TetMesh,
  options: { readonly binary?: boolean; readonly version?: 2 | 5 } = {},
): Uint8Array {
  const { triangles, tets } = listElements(mesh);
  const cells = [...triangles, ...tets];
  const isLinear = mesh.nodesPerTet === 4;
  const writer = new MeshWriter();
  writer.isLittleEndian = false;
  const values = (fill: () => void) => {
    writer.isBinary = options.binary === true;
    fill();
    writer.isBinary = false;
    writer.line();
  };
  writer
    .line(`# vtk DataFile Version ${options.version ?? 2}.0`)
    .line('a title')
    .line(options.binary ? 'BINARY' : 'ASCII');
  writer.line('DATASET UNSTRUCTURED_GRID').line(`POINTS ${mesh.positions.length / 3} double`);
  values(() => writer.reals(...mesh.positions));
  const connectivity = cells.flatMap(({ nodes }) => [...nodes]);
  if (options.version === 5) {
    writer.line(`CELLS ${cells.length + 1} ${connectivity.length}`).line('OFFSETS vtktypeint64');
    writer.integerBytes = 8;
    let end = 0;
    values(() => writer.integers(0, ...cells.map(({ nodes }) => (end += nodes.length))));
    writer.line('CONNECTIVITY vtktypeint64');
    values(() => writer.integers(...connectivity));
    writer.integerBytes = 4;
  } else {
    writer.line(`CELLS ${cells.length} ${cells.length + connectivity.length}`);
    values(() => cells.map(({ nodes }) => writer.integers(nodes.length, ...nodes).endLine()));
  }
  writer.line(`CELL_TYPES ${cells.length}`);
  const types = isLinear ? [5, 10] : [22, 24];
  values(() => writer.integers(...cells.map(({ group }) => types[group - 1])));
  writer.line(`POINT_DATA ${mesh.positions.length / 3}`).line('VECTORS displacement float');
  writer.realBytes = 4;
  values(() => writer.reals(...mesh.positions));
  writer.line(`CELL_DATA ${cells.length}`).line('FIELD FieldData 1').line(`part 1 ${cells.length} int`);
  values(() => writer.integers(...cells.map(({ group }) => group)));
  writer.line('METADATA').line('INFORMATION 0').line();
  return writer.finish();
}
