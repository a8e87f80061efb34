import { CircleGeometry, Mesh, MeshStandardMaterial, type Vector3 } from 'three';
import { groundTint } from './sky.ts';

/** Radius in metres: beyond where the haze hides it. */
const radius = 160;

/** Something to stand on where a scene has no ground: level, plain, with shadows, and hazy far away like any ground. */
export class Floor {
  readonly object: Mesh<CircleGeometry, MeshStandardMaterial>;

  constructor() {
    const geometry = new CircleGeometry(radius, 48).rotateX(-Math.PI / 2);
    this.object = new Mesh(geometry, new MeshStandardMaterial({ color: groundTint('floor'), roughness: 1 }));
    this.object.receiveShadow = true;
    this.object.visible = false;
  }

  /** Lies `height` metres high under what is looked at; it is the same everywhere, so nobody sees it move along. */
  show(isShown: boolean, middle: Vector3, height: number): void {
    this.object.visible = isShown;
    this.object.position.set(middle.x, height, middle.z);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
