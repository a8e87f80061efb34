import { CircleGeometry, Mesh, MeshStandardMaterial, type Vector3 } from 'three';
import { groundTint } from './sky.ts';

/** Radius in metres: larger than the distance at which haze hides it. */
const radius = 160;

/** A floor for scenes without a ground: level, plain, with shadows, and with haze at a distance like any ground. */
export class Floor {
  readonly object: Mesh<CircleGeometry, MeshStandardMaterial>;

  constructor() {
    const geometry = new CircleGeometry(radius, 48).rotateX(-Math.PI / 2);
    this.object = new Mesh(geometry, new MeshStandardMaterial({ color: groundTint('floor'), roughness: 1 }));
    this.object.receiveShadow = true;
    this.object.visible = false;
  }

  /** Moves the floor below the viewed point, `height` metres high. It looks the same everywhere, so the motion is not visible. */
  show(isShown: boolean, middle: Vector3, height: number): void {
    this.object.visible = isShown;
    this.object.position.set(middle.x, height, middle.z);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
