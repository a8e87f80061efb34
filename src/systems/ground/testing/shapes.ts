import { cos, sin } from '../../../math/portable.ts';
import { quaternionFromAxisAngle } from '../../../math/slerp.ts';
import type { DeformingCollider, RigidCollider } from '../../../motion/collider.ts';

type Point = readonly [number, number, number];
const upward: Point = [0, 1, 0];

/** A closed surface through a list of rings with equal numbers of points, with a fan at each end. */
function loft(rings: Point[][]): { positions: Float64Array; indices: Uint32Array } {
  const sides = rings[0].length;
  const positions = rings.flat(2);
  const indices: number[] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let k = 0; k < sides; k++) {
      const a = r * sides + k;
      const b = r * sides + ((k + 1) % sides);
      indices.push(a, b, a + sides, b, b + sides, a + sides);
    }
  }
  for (let k = 1; k + 1 < sides; k++) {
    const last = (rings.length - 1) * sides;
    indices.push(0, k + 1, k, last, last + k, last + k + 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function createRigid(
  name: string,
  profile: RigidCollider['profile'],
  surface: { positions: Float64Array; indices: Uint32Array },
): RigidCollider {
  const pose = () => ({ position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) });
  return {
    kind: 'rigid',
    name,
    profile,
    vertexCount: surface.positions.length / 3,
    ...surface,
    cut: false,
    start: pose(),
    end: pose(),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
}

/** A ball about its origin. */
export function createBall(radius: number, detail = 24, profile: RigidCollider['profile'] = 'rounded') {
  const rings: Point[][] = [];
  for (let j = 1; j < detail; j++) {
    const polar = (Math.PI * j) / detail;
    rings.push(circle(2 * detail, radius * sin(polar), -radius * cos(polar)));
  }
  rings.unshift(circle(2 * detail, 0, -radius));
  rings.push(circle(2 * detail, 0, radius));
  return createRigid('ball', profile, loft(rings));
}

/** An upright cylinder with its origin at the middle of its base. */
export function createPost(radius: number, height: number, sides = 48): RigidCollider {
  return createRigid('post', 'lugged', loft([circle(sides, radius, 0), circle(sides, radius, height)]));
}

/** A tyre that rolls along x, about its origin: a rounded tread of the given radius and width. */
export function createTyre(radius: number, width: number, sides = 96): RigidCollider {
  const rings = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((across) => {
    const outline = radius - 0.15 * width * across * across;
    const ring: Point[] = [];
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      ring.push([outline * cos(angle), outline * sin(angle), (across * width) / 2]);
    }
    return ring;
  });
  return createRigid('tyre', 'rounded', loft(rings));
}

function circle(sides: number, radius: number, y: number): Point[] {
  return Array.from({ length: sides }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / sides;
    return [radius * cos(angle), y, radius * sin(angle)];
  });
}

/** A shoe of 0.28 m along x, centred, with its lowest point at y = 0: heel, arch, ball and a toe that is bent up. */
export function createShoe(stations = 64, sides = 16): RigidCollider {
  const rings: Point[][] = [];
  for (let r = 0; r <= stations; r++) {
    const u = r / stations;
    const side = 2 * u - 1;
    const taper = Math.sqrt(Math.max(0.01, 1 - side ** 6));
    const bell = (middle: number, width: number) => 1 / (1 + ((u - middle) / width) ** 4);
    const half = taper * (0.046 - 0.012 * bell(0.4, 0.16) - 0.006 * bell(0, 0.25));
    const sole = 0.01 * bell(0.42, 0.12) + 0.03 * Math.max(0, (u - 0.8) / 0.2) ** 2;
    const ring: Point[] = [];
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      const [c, s] = [cos(angle), sin(angle)];
      // A rounded rectangle: flat below, with corners of about a centimetre.
      const square = (v: number) => Math.sign(v) * Math.sqrt(Math.abs(v));
      ring.push([0.28 * (u - 0.5), sole + 0.04 * (1 + square(s)), half * square(c)]);
    }
    rings.push(ring);
  }
  return createRigid('shoe', 'lugged', loft(rings));
}

/** Sets the body's end pose, rotated by `turn` about the vertical. The previous end pose becomes the start pose. */
export function moveTo(body: RigidCollider, x: number, y: number, z: number, turn = 0): void {
  body.start.position.set(body.end.position);
  body.start.rotation.set(body.end.rotation);
  body.end.position.set([x, y, z]);
  body.end.rotation.set(quaternionFromAxisAngle(upward, turn));
}

/** Sets start and end pose of the body to the same pose. */
export function placeAt(body: RigidCollider, x: number, y: number, z: number, turn = 0): void {
  moveTo(body, x, y, z, turn);
  moveTo(body, x, y, z, turn);
}

/** The surface of a rigid body as a skin with independent vertices, for the body's current poses without rotation. */
export function createSkin(body: RigidCollider): DeformingCollider {
  const at = (pose: RigidCollider['start']) => body.positions.map((v, k) => v + pose.position[k % 3]);
  return {
    kind: 'deforming',
    name: `${body.name}/skin`,
    vertexCount: body.vertexCount,
    indices: body.indices,
    cut: false,
    start: at(body.start),
    end: at(body.end),
    velocity: new Float64Array(3 * body.vertexCount),
  };
}
