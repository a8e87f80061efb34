import { quaternionFromAxisAngle } from '../../../../math/slerp.ts';
import type { RigidCollider } from '../../../../motion/collider.ts';
import { createTyre } from '../../testing/shapes.ts';

/** Moves a body over one step of dt to a position and a rotation about +Z, with the velocities of that motion. */
export function roll(
  body: RigidCollider,
  position: readonly [x: number, y: number, z: number],
  angle: number,
  dt: number,
): void {
  const oldAngle = angles.get(body) ?? 0;
  angles.set(body, angle);
  body.start.position.set(body.end.position);
  body.start.rotation.set(body.end.rotation);
  body.end.position.set(position);
  body.end.rotation.set(quaternionFromAxisAngle([0, 0, 1], angle));
  for (let axis = 0; axis < 3; axis++) {
    body.linearVelocity[axis] = (body.end.position[axis] - body.start.position[axis]) / dt;
  }
  body.angularVelocity.set([0, 0, (angle - oldAngle) / dt]);
}

const angles = new WeakMap<RigidCollider, number>();

/** Sets a body to a pose, with velocity 0. */
export function rest(
  body: RigidCollider,
  position: readonly [x: number, y: number, z: number],
  angle = 0,
): void {
  roll(body, position, angle, 1);
  roll(body, position, angle, 1);
}

/** A flat plate of side × side metres about its origin, with n × n pairs of triangles that face down. */
export function createPlate(side: number, n: number, name = 'plate'): RigidCollider {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) positions.push(side * (i / n - 0.5), 0, side * (j / n - 0.5));
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      indices.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
    }
  }
  const pose = () => ({ position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) });
  return {
    kind: 'rigid',
    name,
    profile: 'lugged',
    vertexCount: positions.length / 3,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    cut: false,
    start: pose(),
    end: pose(),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
}

/** The tread of a tyre that rolls along x, without sides: an open strip of triangles. */
export function createTread(radius: number, width: number, sides = 96): RigidCollider {
  const tyre = createTyre(radius, width, sides);
  const onSide = (vertex: number) =>
    Math.sign(tyre.positions[3 * vertex + 2]) *
    Number(Math.abs(tyre.positions[3 * vertex + 2]) > 0.49 * width);
  const triangles = Array.from({ length: tyre.indices.length / 3 }, (_, k) =>
    tyre.indices.subarray(3 * k, 3 * k + 3),
  );
  const kept = triangles.filter(
    ([a, b, c]) => onSide(a) === 0 || onSide(a) !== onSide(b) || onSide(a) !== onSide(c),
  );
  return { ...tyre, indices: Uint32Array.from(kept.flatMap((corners) => [...corners])) };
}
