import { Mesh, MeshBasicMaterial, RingGeometry } from 'three';

/** Shows on the ground where a brush would press. */
export class BrushRing {
  readonly object: Mesh<RingGeometry, MeshBasicMaterial>;

  constructor() {
    const geometry = new RingGeometry(0.94, 1, 64).rotateX(-Math.PI / 2);
    const material = new MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.85, fog: false });
    // Visible through bumps too, because it is a mark and not an object.
    material.depthTest = false;
    this.object = new Mesh(geometry, material);
    this.object.renderOrder = 1;
    this.object.visible = false;
  }

  /** Metres. */
  show(brush: { x: number; z: number; radius: number } | null, height: number): void {
    this.object.visible = brush !== null;
    if (!brush) return;
    this.object.position.set(brush.x, height, brush.z);
    this.object.scale.setScalar(brush.radius);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
