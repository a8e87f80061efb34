import { Ray, Vector3 } from 'three';
import { furForceKinds } from '../../systems/fur/force-params.ts';
import type { FurForceParams } from '../../systems/fur/params.ts';
import { fillParams } from '../../systems/params.ts';
import type { ShellsData } from './shells-data.ts';

type Strands = Pick<ShellsData, 'roots' | 'offsets' | 'vertexCount'>;

/** Returns the force of a hand: see `LiveFur.push`. Null if the ray hits nothing. origin: of the strands, world metres. */
export function createPush(
  strands: Strands,
  origin: Vector3,
  at: Vector3 | Ray,
  radius: number,
  force: Vector3 | number,
): FurForceParams | null {
  const position = at instanceof Ray ? meet(strands, origin, at, radius) : at;
  if (!position) return null;
  const fields = fillParams(furForceKinds.push.fields, {
    center: position.clone().sub(origin).toArray(),
    radius,
    ...(typeof force === 'number' ? { outward: force } : { acceleration: force.toArray() }),
  });
  return { force: 'push', ...fields } as FurForceParams;
}

/** Returns the point at which a ray first comes within a quarter of the radius of the middle of a strand. Null if there is none. */
function meet(
  { roots, offsets, vertexCount }: Strands,
  origin: Vector3,
  ray: Ray,
  radius: number,
): Vector3 | null {
  const reach = Math.max(radius / 4, 1e-6);
  let nearest = Infinity;
  let found: Vector3 | null = null;
  for (let v = 0; v < vertexCount; v++) {
    middle
      .fromArray(offsets, 3 * v)
      .multiplyScalar(0.5)
      .add(origin);
    middle.add(root.fromArray(roots, 3 * v));
    const along = ray.direction.dot(root.subVectors(middle, ray.origin));
    if (along < 0 || along >= nearest || ray.distanceSqToPoint(middle) > reach * reach) continue;
    nearest = along;
    found = middle.clone();
  }
  return found;
}

const middle = new Vector3();
const root = new Vector3();

/** Returns a uniform wind without gusts, m/s. */
export function createWind(velocity: Vector3): FurForceParams {
  const fields = fillParams(furForceKinds.wind.fields, { velocity: velocity.toArray(), gusts: 0 });
  return { force: 'wind', ...fields } as FurForceParams;
}
