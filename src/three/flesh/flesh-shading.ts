import type { Material, Mesh, Texture } from 'three';

/** What a mesh's shader reads. */
export interface FleshTextures {
  /** See `ShapeTextures`. */
  readonly rows: Texture;
  readonly shapes: Texture;
  readonly amplitudes: Texture;
  /**
   * In a crowd: RGBA32F, a row a pose, three texels a joint: the rows of the matrix from the mesh's rest to the instance's
   * space. An instance's amplitudes are the row of its number, and before them, in column 0, is the pose it stands in.
   */
  readonly joints?: Texture;
}

/** A material that moves flesh, in place of the user's own. */
export interface FleshMaterial {
  readonly material: Material;
  release(): void;
}

/** Puts flesh into materials, for one kind of renderer. */
export interface FleshShading {
  /** Null where it cannot be done: the material has a shader of its own that leaves no room. */
  dress(material: Material, textures: FleshTextures): FleshMaterial | null;
  /** What the mesh needs for shadows beside its materials; undoes it when called. */
  dressShadows(mesh: Mesh, textures: FleshTextures): () => void;
}
