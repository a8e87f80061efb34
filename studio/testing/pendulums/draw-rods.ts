import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { OutputDrawer } from '../../../src/three/output-drawer.ts';

/** Creates line segments whose ends are overwritten. */
export function createRodsObject(count: number) {
  const positions = new BufferAttribute(new Float32Array(6 * count), 3);
  const geometry = new BufferGeometry().setAttribute('position', positions);
  const material = new LineBasicMaterial({ color: 0x222222 });
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  return {
    object,
    show(ends: ArrayLike<number>) {
      positions.array.set(ends);
      positions.needsUpdate = true;
    },
    dispose() {
      object.removeFromParent();
      geometry.dispose();
      material.dispose();
    },
  };
}

/** Draws rods in three.js scenes of other programs. */
export const rodsDrawer: OutputDrawer<'rods'> = {
  kind: 'rods',
  draw(output) {
    const { object, show, dispose } = createRodsObject(output.count);
    return { object, update: () => show(output.ends), dispose };
  },
};
