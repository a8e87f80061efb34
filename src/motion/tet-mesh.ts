/** A body cut into tetrahedra, as a file or the mesher gives it. */
export interface TetMesh {
  /** [3 · nodeCount], metres or the file's own units, as whoever made it says. */
  readonly positions: Float64Array;
  /** 4: linear; 10: quadratic. */
  readonly nodesPerTet: 4 | 10;
  /**
   * [nodesPerTet · tetCount] node indices. Corners first, positively oriented: (b − a) × (c − a) · (d − a) > 0. Then the
   * mid-edge nodes in VTK's and Abaqus' order: 01, 12, 02, 03, 13, 23.
   */
  readonly tets: Uint32Array;
  /** Named sets of nodes: a file's physical groups and surfaces. What is called "fixed" is held to the bone. */
  readonly groups: readonly TetMeshGroup[];
}

/** A named group of nodes of a tetrahedral mesh, from a physical group of its file. */
export interface TetMeshGroup {
  readonly name: string;
  /** Of the elements that the group came from: 0 nodes, 1 edges, 2 triangles, 3 tetrahedra. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Distinct node indices, rising. */
  readonly nodes: Uint32Array;
  /** [(dimension + 1) · cellCount] corners of the points, edges, triangles or tetrahedra it came from, where known. */
  readonly cells?: Uint32Array;
}

/** A closed surface: every edge is shared by two triangles that run along it in opposite directions. */
export interface ClosedSurface {
  /** [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** [3 · triangleCount], counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}
