import type { Material, Mesh } from 'three';
import type { FleshMaterial, FleshShading, FleshTextures } from './flesh-shading.ts';
import type { SurfaceShapes } from './pack-shapes.ts';
import { takeShapeTextures } from './shape-textures.ts';
import { originalOf } from './stand-in.ts';

/** A mesh whose materials are replaced by materials that move flesh. `dispose` restores the original materials. */
export class DressedMesh {
  private readonly textures: FleshTextures;
  private readonly undressShadows: () => void;
  private readonly releaseShapes: () => void;
  /** The stand-in of each of the user's materials. Null if flesh cannot be added to the material. */
  private readonly stands = new Map<Material, FleshMaterial | null>();
  /** The value that `mesh.material` was set to. */
  private shown: Material | Material[] | null = null;

  constructor(
    private readonly mesh: Mesh,
    moved: readonly SurfaceShapes[],
    given: Pick<FleshTextures, 'amplitudes' | 'joints'>,
    private readonly shading: FleshShading,
    private readonly onNote: (note: string) => void,
  ) {
    const { count } = mesh.geometry.getAttribute('position');
    const shapes = takeShapeTextures(moved, count, mesh.name);
    this.releaseShapes = () => shapes.release();
    this.textures = { rows: shapes.rows, shapes: shapes.shapes, ...given };
    this.undressShadows = shading.dressShadows(mesh, this.textures);
    this.dress();
  }

  /** If the user has assigned another material to the mesh, it is replaced by a stand-in too. */
  update(): void {
    if (this.mesh.material !== this.shown) this.dress();
  }

  dispose(): void {
    const { mesh } = this;
    if (mesh.material === this.shown) mesh.material = mapMaterials(mesh.material, originalOf);
    for (const stand of this.stands.values()) stand?.release();
    this.stands.clear();
    this.undressShadows();
    this.releaseShapes();
  }

  private dress(): void {
    const { mesh } = this;
    const used = new Set<Material>();
    this.shown = mapMaterials(mesh.material, (given) => {
      const original = originalOf(given);
      used.add(original);
      if (!this.stands.has(original)) this.stands.set(original, this.standFor(original));
      return this.stands.get(original)?.material ?? original;
    });
    mesh.material = this.shown;
    for (const [original, stand] of this.stands) {
      if (used.has(original)) continue;
      stand?.release();
      this.stands.delete(original);
    }
  }

  private standFor(original: Material): FleshMaterial | null {
    const stand = this.shading.dress(original, this.textures);
    if (!stand) {
      const name = original.name || original.type;
      this.onNote(`flesh does not move "${this.mesh.name}": its material "${name}" has a shader of its own`);
    }
    return stand;
  }
}

function mapMaterials(
  material: Material | Material[],
  change: (one: Material) => Material,
): Material | Material[] {
  return Array.isArray(material) ? material.map(change) : change(material);
}
