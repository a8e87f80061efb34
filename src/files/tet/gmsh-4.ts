import type { MeshCursor } from '../mesh-cursor.ts';
import { addElement } from './element-kinds.ts';
import { findKind, type GmshFile, groupNames } from './gmsh-file.ts';

const dimensions = [0, 1, 2, 3] as const;

/** Reads `$Entities` of version 4.1, or `$PartitionedEntities`: the physical groups of each point, curve, surface and volume. */
export function readEntities4(file: GmshFile, isPartitioned: boolean): void {
  const { cursor, physicals } = file;
  if (isPartitioned) {
    cursor.size('the number of partitions');
    const ghostCount = cursor.size('the number of ghost entities');
    for (let k = 0; k < 2 * ghostCount; k++) cursor.integer('a ghost entity');
  }
  const counts = dimensions.map((dimension) =>
    cursor.size(`the number of entities of dimension ${dimension}`),
  );
  for (const dimension of dimensions) {
    for (let k = 0; k < counts[dimension]; k++) {
      const tag = cursor.integer("an entity's number");
      if (isPartitioned) {
        cursor.integer("its parent's dimension");
        cursor.integer("its parent's number");
        readIntegers(cursor, 'its partitions');
      }
      // A point has a position, while the other entities have a bounding box.
      cursor.skipReals(dimension === 0 ? 3 : 6, 'the bounds of an entity');
      physicals.set(`${dimension} ${tag}`, readIntegers(cursor, 'its physical groups'));
      if (dimension > 0) readIntegers(cursor, 'what bounds it');
    }
  }
}

/** Returns a count and that many integers. */
function readIntegers(cursor: MeshCursor, what: string): number[] {
  const count = cursor.size(`the number of ${what.replace(/^its /, '')}`);
  const values: number[] = [];
  for (let k = 0; k < count; k++) values.push(cursor.integer(what));
  return values;
}

/** Reads `$Nodes` of version 4.1: blocks of one entity. Each block contains first the numbers of all its nodes, then their positions. */
export function readNodes4({ cursor, draft }: GmshFile): void {
  const blockCount = cursor.size('the number of node blocks');
  for (const what of ['the number of nodes', 'the smallest node number', 'the largest node number'])
    cursor.size(what);
  for (let block = 0; block < blockCount; block++) {
    const dimension = cursor.integer("an entity's dimension");
    cursor.integer("an entity's number");
    const parametric = cursor.integer('whether the nodes have parameters (0 or 1)');
    if (dimension < 0 || dimension > 3 || parametric < 0 || parametric > 1) {
      throw cursor.fault(
        `expected a block of nodes of dimension 0 to 3, with or without parameters (0 or 1), got ${dimension} and ${parametric}`,
      );
    }
    const count = cursor.size('the number of nodes in a block');
    const numbers: number[] = [];
    for (let k = 0; k < count; k++) numbers.push(cursor.size("a node's number"));
    for (const number of numbers) {
      draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
      cursor.skipReals(parametric * dimension, 'the parameters of a node');
    }
  }
}

/** Reads `$Elements` of version 4.1: blocks of one entity and one type. Each element has its number and its nodes. */
export function readElements4(file: GmshFile): void {
  const { cursor, draft, physicals } = file;
  const blockCount = cursor.size('the number of element blocks');
  for (const what of [
    'the number of elements',
    'the smallest element number',
    'the largest element number',
  ]) {
    cursor.size(what);
  }
  for (let block = 0; block < blockCount; block++) {
    const dimension = cursor.integer("an entity's dimension");
    const tag = cursor.integer("an entity's number");
    const kind = findKind(file, cursor.integer('an element type'));
    const count = cursor.size('the number of elements in a block');
    const groups = groupNames(file, dimension, physicals.get(`${dimension} ${tag}`) ?? []);
    for (let k = 0; k < count; k++) {
      const number = cursor.size("an element's number");
      if (!kind) {
        cursor.skipLine();
        draft.skip('elements of unknown type');
        continue;
      }
      const nodes: number[] = [];
      for (let n = 0; n < kind.nodeCount; n++) nodes.push(cursor.size(`the nodes of element ${number}`));
      addElement(draft, kind, number, nodes, groups);
    }
  }
}
