import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { createBox, createCapsule } from '../../systems/flesh/testing/closed-surfaces.ts';

export interface ShipPose {
  readonly position: readonly number[];
  /** Quaternion x, y, z, w. Absent: no rotation. */
  readonly rotation?: readonly number[];
}

const keyCount = 61;
/** One full turn, rad: the motion repeats every second. */
export const turns = 2 * Math.PI;

/**
 * Creates a file with a character on a ship. The function `ship` gives the motion of the ship at a time; the motion repeats every second.
 * Nodes: Ship, figure (a capsule that nods and sways on the deck), ear (on the capsule), Deck (fixed to the ship), Buoy (in the world).
 */
export function makeCrew(ship: (t: number) => ShipPose): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, triangles } = createCapsule(0.2, 0.8, 12);
  const box = createBox([-0.05, -0.05, -0.05], [0.05, 0.05, 0.05]);
  const capsule = builder.addMesh([...positions], [...triangles]);
  const small = builder.addMesh([...box.positions], [...box.triangles]);
  builder.addNode({ name: 'Ship', children: [1, 3] });
  builder.addNode({ name: 'figure', mesh: capsule, translation: [1, 0.5, 2], children: [2] });
  builder.addNode({ name: 'ear', translation: [0, 0, 0.5] });
  builder.addNode({ name: 'Deck', translation: [0, 0.1, 0] });
  builder.addNode({ name: 'Buoy', mesh: small, translation: [5, 0, 5] });
  const times = Array.from({ length: keyCount }, (_, k) => k / (keyCount - 1));
  const poses = times.map(ship);
  const nod = times.map((t) => 0.3 * Math.sin(turns * t));
  builder.addAnimation('sail', [
    { node: 0, path: 'translation', times, values: poses.flatMap(({ position }) => [...position]) },
    {
      node: 0,
      path: 'rotation',
      times,
      values: poses.flatMap(({ rotation = [0, 0, 0, 1] }) => [...rotation]),
    },
    {
      node: 1,
      path: 'translation',
      times,
      values: times.flatMap((t) => [1 + 0.05 * Math.sin(2 * turns * t), 0.5, 2]),
    },
    {
      node: 1,
      path: 'rotation',
      times,
      values: nod.flatMap((angle) => [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]),
    },
  ]);
  return builder.toGlb();
}
