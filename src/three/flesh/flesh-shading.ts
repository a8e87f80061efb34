import type { Material, Mesh, Texture } from 'three';

/** The inputs of a mesh's shader. */
export interface FleshTextures {
  /** See `ShapeTextures`. */
  readonly rows: Texture;
  readonly shapes: Texture;
  readonly amplitudes: Texture;
  /**
   * In a crowd: RGBA32F, one row for each pose, three texels for each joint: the rows of the matrix from the mesh's rest shape to the
   * instance's space. The amplitudes of an instance are in the row of its index. Column 0 of this row contains the index of its pose.
   */
  readonly joints?: Texture;
}

/** A material that moves flesh and is used instead of the user's own material. */
export interface FleshMaterial {
  readonly material: Material;
  release(): void;
}

/** Adds flesh to materials, for one kind of renderer. */
export interface FleshShading {
  /** Returns a material with flesh. Null if this is impossible, because the material has a custom shader without the required chunks. */
  dress(material: Material, textures: FleshTextures): FleshMaterial | null;
  /** Prepares the mesh for shadows, in addition to its materials. Returns a function that undoes this. */
  dressShadows(mesh: Mesh, textures: FleshTextures): () => void;
}
