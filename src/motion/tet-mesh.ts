/** A body divided into tetrahedra, from a file or the mesher. */
export interface TetMesh {
  /** Positions of the nodes, [3 · nodeCount], in metres or in the file's own units, depending on the source. */
  readonly positions: Float64Array;
  /** 4: linear; 10: quadratic. */
  readonly nodesPerTet: 4 | 10;
  /**
   * Node indices, [nodesPerTet · tetCount]. Corners first, positively oriented: (b − a) × (c − a) · (d − a) > 0. Then the mid-edge nodes in
   * VTK's and Abaqus' order: 01, 12, 02, 03, 13, 23.
   */
  readonly tets: Uint32Array;
  /** Named sets of nodes: a file's physical groups and surfaces. Those called "fixed" are held by the bone. */
  readonly groups: readonly TetMeshGroup[];
}

/** A named group of nodes of a tetrahedral mesh, from a physical group of its file. */
export interface TetMeshGroup {
  readonly name: string;
  /** Dimension of the elements that defined the group: 0 nodes, 1 edges, 2 triangles, 3 tetrahedra. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Distinct node indices, ascending. */
  readonly nodes: Uint32Array;
  /** Corners of the points, edges, triangles or tetrahedra that defined the group, if known. [(dimension + 1) · cellCount] */
  readonly cells?: Uint32Array;
}

/** A closed surface: each edge belongs to two triangles that traverse it in opposite directions. */
export interface ClosedSurface {
  /** Positions of the vertices, [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly triangles: Uint32Array;
}
