import { type Camera, Mesh, MeshBasicMaterial, type Object3D, Raycaster, RingGeometry, Vector2 } from 'three';

/** Shows on the ground where a brush would press, and finds the ground under a pointer. */
export class BrushRing {
  readonly object: Mesh<RingGeometry, MeshBasicMaterial>;
  private readonly caster = new Raycaster();

  constructor() {
    const geometry = new RingGeometry(0.94, 1, 64).rotateX(-Math.PI / 2);
    const material = new MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.85, fog: false });
    // Seen through humps too: it is a mark, not a thing.
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

  /** Where the ray through a point of the picture (−1..1 right and up) meets a ground. */
  pick(camera: Camera, right: number, up: number, ground: Object3D): [number, number, number] | null {
    this.caster.setFromCamera(new Vector2(right, up), camera);
    return this.caster.intersectObject(ground, false)[0]?.point.toArray() ?? null;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
