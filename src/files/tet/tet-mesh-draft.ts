import { InputError } from '../../input-error.ts';

export type TetGroupDimension = 0 | 1 | 2 | 3;

/** A named set of the file. Its nodes have the numbers of the file. */
export interface DraftGroup {
  readonly name: string;
  readonly dimension: TetGroupDimension;
  /** Node numbers, possibly repeated. */
  readonly nodes: number[];
  /** (dimension + 1) corners of each cell. Empty if the set consists of nodes. */
  readonly cells: number[];
  /** Whether the file gave only the corners of some cells. */
  hasBareCells: boolean;
}

/** Elements that were ignored. */
export interface SkippedElements {
  readonly kind: string;
  readonly count: number;
}

/** The unchecked content of a mesh file, with the file's numbers. `finishTetMesh` creates a mesh from it. */
export class TetMeshDraft {
  /** Name of the file, for messages. */
  readonly name: string;
  readonly nodeNumbers: number[] = [];
  /** x y z of each node. */
  readonly positions: number[] = [];
  /** Number of nodes of an element; 0 before the first element. */
  nodesPerTet: 0 | 4 | 10 = 0;
  readonly tetNumbers: number[] = [];
  /** Node numbers, `nodesPerTet` for each element, in the order of `TetMesh.tets`. */
  readonly tets: number[] = [];
  readonly groups: DraftGroup[] = [];
  readonly warnings: string[] = [];
  private readonly groupsByKey = new Map<string, DraftGroup>();
  private readonly skippedByKind = new Map<string, number>();
  private filling: SkippedElements | null = null;

  constructor(name: string) {
    this.name = name;
  }

  addNode(number: number, x: number, y: number, z: number): void {
    this.nodeNumbers.push(number);
    this.positions.push(x, y, z);
  }

  /** Adds a tetrahedron. nodes: 4 or 10 node numbers in the order of `TetMesh.tets`. Throws InputError if a file contains both kinds. */
  addTet(number: number, nodes: readonly number[]): void {
    if (this.nodesPerTet === 0) this.nodesPerTet = nodes.length as 4 | 10;
    if (this.nodesPerTet !== nodes.length) {
      throw InputError.at(
        this.name,
        `expected elements of one order, got element ${this.tetNumbers[0]} with ${this.nodesPerTet} nodes and ` +
          `element ${number} with ${nodes.length}: save all of them as linear, or all as quadratic`,
      );
    }
    this.tetNumbers.push(number);
    for (const node of nodes) this.tets.push(node);
  }

  /** Returns the group with this name and dimension. The group is created if it does not exist. */
  group(dimension: TetGroupDimension, name: string): DraftGroup {
    const key = `${dimension} ${name}`;
    let group = this.groupsByKey.get(key);
    if (!group) {
      group = { name, dimension, nodes: [], cells: [], hasBareCells: false };
      this.groupsByKey.set(key, group);
      this.groups.push(group);
    }
    return group;
  }

  /** Adds a point, edge, triangle or tetrahedron to a group. nodes: all of its nodes, corners first. */
  addToGroup(dimension: TetGroupDimension, name: string, nodes: readonly number[]): void {
    const group = this.group(dimension, name);
    for (const node of nodes) group.nodes.push(node);
    if (nodes.length === dimension + 1) group.hasBareCells = true;
    for (let corner = 0; corner <= dimension; corner++) group.cells.push(nodes[corner]);
  }

  /** Counts ignored elements. kind: name of the kind in the plural, such as `quadrilaterals`. */
  skip(kind: string, count = 1): void {
    this.skippedByKind.set(kind, (this.skippedByKind.get(kind) ?? 0) + count);
  }

  /** Counts elements with a volume that are not tetrahedra of 4 or 10 nodes. A mesh with such elements is refused. */
  skipFilling(kind: string, count = 1): void {
    this.filling = { kind: this.filling?.kind ?? kind, count: (this.filling?.count ?? 0) + count };
  }

  get skipped(): SkippedElements[] {
    return [...this.skippedByKind].map(([kind, count]) => ({ kind, count }));
  }

  get skippedFilling(): SkippedElements | null {
    return this.filling;
  }
}
