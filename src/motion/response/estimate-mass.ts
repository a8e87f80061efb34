import { InputError } from '../../input-error.ts';
import { deformSurface } from '../deform-surface.ts';
import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { PosedTriangles } from './lower-envelope.ts';

/** Mean density of people and animals, kg / m³: nearly that of water. */
const bodyDensity = 985;

/**
 * Estimates the mass in kg of a character from the volume that its surfaces enclose in the rest pose. `scale`: metres per rig unit. `path`: of the
 * actor in its scene. See `measureMass`.
 */
export function estimateMass(rig: Rig, scale: number, path: string): number {
  const pose = new Pose(rig);
  pose.updateWorld();
  const surfaces = rig.surfaces.map((surface) => {
    const positions = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, positions);
    return { positions: positions.map((value) => value * scale), indices: surface.indices };
  });
  return measureMass(surfaces, path);
}

/**
 * Estimates a mass in kg from the volume that surfaces enclose, with the density of a body. Holes, and surfaces inside of each other, make the
 * estimate worse. Throws InputError if they enclose nothing.
 */
export function measureMass(surfaces: readonly PosedTriangles[], path: string): number {
  const volume = surfaces.reduce((sum, surface) => sum + Math.abs(enclosedVolume(surface)), 0);
  if (volume > 0) return bodyDensity * volume;
  throw InputError.at(
    `${path}.mass`,
    'expected a mass, since the surfaces of the actor enclose no volume from which it could be estimated',
  );
}

/** Returns the volume that triangles enclose: the sum of the tetrahedra that they form with their first corner. */
function enclosedVolume({ positions, indices }: PosedTriangles): number {
  const [x, y, z] = positions;
  let sum = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const [ax, ay, az] = [positions[a] - x, positions[a + 1] - y, positions[a + 2] - z];
    const [bx, by, bz] = [positions[b] - x, positions[b + 1] - y, positions[b + 2] - z];
    const [cx, cy, cz] = [positions[c] - x, positions[c + 1] - y, positions[c + 2] - z];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
