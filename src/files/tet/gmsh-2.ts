import { addElement, type ElementKind } from './element-kinds.ts';
import { countLine, findKind, type GmshFile, groupNames } from './gmsh-file.ts';

/** Reads `$Nodes` of version 2: number x y z. */
export function readNodes2({ cursor, draft }: GmshFile): void {
  const count = countLine(cursor, 'the number of nodes');
  for (let k = 0; k < count; k++) {
    const number = cursor.integer("a node's number");
    draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
  }
}

/** Reads `$ParametricNodes` of version 2: number x y z dimension entity, then the node's parameters on that entity. */
export function readParametricNodes2({ cursor, draft }: GmshFile): void {
  const count = countLine(cursor, 'the number of nodes');
  for (let k = 0; k < count; k++) {
    const number = cursor.integer("a node's number");
    draft.addNode(number, cursor.real('x'), cursor.real('y'), cursor.real('z'));
    const dimension = cursor.integer("its entity's dimension");
    cursor.integer("its entity's number");
    if (!cursor.isBinary) cursor.skipLine();
    else if (dimension === 1 || dimension === 2)
      cursor.skipBytes(dimension * cursor.realBytes, 'its parameters');
  }
}

/**
 * Reads `$Elements` of version 2. ASCII: number type tagCount tags nodes. Binary: blocks of one type. A block begins with type elementCount
 * tagCount; for each element, number tags nodes follow. The first tag is the physical group.
 */
export function readElements2(file: GmshFile): void {
  const { cursor } = file;
  const count = countLine(cursor, 'the number of elements');
  if (!cursor.isBinary) {
    for (let k = 0; k < count; k++) {
      const number = cursor.integer("an element's number");
      const kind = findKind(file, cursor.integer('its type'));
      if (kind) readElement(file, kind, number, cursor.size('its number of tags'));
      else skipUnknown(file);
    }
    return;
  }
  for (let done = 0; done < count; ) {
    const kind = findKind(file, cursor.integer('an element type'));
    const inBlock = cursor.integer('the number of elements that follow');
    const tagCount = cursor.integer('their number of tags');
    if (inBlock < 1 || inBlock > count - done || tagCount < 0) {
      throw cursor.fault(
        `expected a block of 1 to ${count - done} elements with 0 or more tags, got ${inBlock} with ${tagCount}`,
      );
    }
    for (let k = 0; k < inBlock; k++)
      readElement(file, kind!, cursor.integer("an element's number"), tagCount);
    done += inBlock;
  }
}

function readElement(file: GmshFile, kind: ElementKind, number: number, tagCount: number): void {
  const { cursor, draft } = file;
  const physical = tagCount > 0 ? cursor.integer('its physical group') : 0;
  for (let tag = 1; tag < tagCount; tag++) cursor.integer('its tags');
  const nodes: number[] = [];
  for (let k = 0; k < kind.nodeCount; k++) nodes.push(cursor.integer(`the nodes of element ${number}`));
  addElement(draft, kind, number, nodes, groupNames(file, kind.dimension, [physical]));
}

function skipUnknown({ cursor, draft }: GmshFile): void {
  cursor.skipLine();
  draft.skip('elements of unknown type');
}
