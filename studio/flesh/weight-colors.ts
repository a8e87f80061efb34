import { BufferAttribute, Color, type Material, type Mesh, MeshStandardMaterial } from 'three';
import type { FrozenCharacter } from './frozen-character.ts';

const bare = new Color('#cdc8be');
const faint = new Color('#e6b48c');
const full = new Color('#d9432f');

/** Shows weights of vertices as colours instead of the character's own materials. */
export class WeightColors {
  private readonly own: { mesh: Mesh; material: Material | Material[]; color: unknown }[] = [];
  private readonly meshes: readonly (Mesh | null)[];
  private readonly plain = new MeshStandardMaterial({ vertexColors: true, roughness: 0.75 });

  constructor(private readonly character: FrozenCharacter) {
    character.stage.holdMorphs(true);
    this.meshes = character.shown.meshes?.() ?? [];
    for (const mesh of new Set(this.meshes)) {
      if (!mesh) continue;
      const { material } = mesh;
      this.own.push({ mesh, material, color: mesh.geometry.getAttribute('color') });
      mesh.material = Array.isArray(material) ? material.map(() => this.plain) : this.plain;
    }
    this.show([], 1);
  }

  /**
   * Shows, for each surface of the rig, weights 0 to 1; null for a surface without weights. Weights of at least the threshold count as
   * inside.
   */
  show(weights: readonly (Float32Array | null)[], threshold: number): void {
    this.character.stage.touch();
    const color = new Color();
    this.meshes.forEach((mesh, surface) => {
      if (!mesh) return;
      const { count } = mesh.geometry.getAttribute('position');
      const values = new Float32Array(3 * count);
      const own = weights[surface];
      for (let vertex = 0; vertex < count; vertex++) {
        const weight = own?.[vertex] ?? 0;
        if (weight <= 0) color.copy(bare);
        else if (weight < threshold) color.lerpColors(bare, faint, weight / threshold);
        else color.lerpColors(faint, full, 0.35 + 0.65 * weight);
        color.toArray(values, 3 * vertex);
      }
      const before = mesh.geometry.getAttribute('color');
      if (before instanceof BufferAttribute && before.count === count && this.isOurs(mesh)) {
        before.array.set(values);
        before.needsUpdate = true;
      } else {
        mesh.geometry.setAttribute('color', new BufferAttribute(values, 3));
      }
    });
  }

  dispose(): void {
    for (const { mesh, material, color } of this.own) {
      mesh.material = material;
      if (color) mesh.geometry.setAttribute('color', color as BufferAttribute);
      else mesh.geometry.deleteAttribute('color');
    }
    this.plain.dispose();
    this.character.stage.holdMorphs(false);
  }

  private isOurs(mesh: Mesh): boolean {
    return mesh.geometry.getAttribute('color') !== this.own.find((one) => one.mesh === mesh)?.color;
  }
}
