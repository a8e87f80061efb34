import { boundsOfPoints } from '../../geometry/bounds.ts';
import { BoxTree } from '../../geometry/box-tree.ts';
import { cornersOf } from '../../geometry/surface-tree.ts';
import { boxesOfTriangles } from '../../geometry/triangle-tree.ts';
import { WindingNumber } from '../../geometry/winding-number.ts';
import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
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

/** The volume is measured on a grid with this number of points along the longest side of the body. */
const pointsAlong = 48;

/**
 * Estimates a mass in kg from the volume that surfaces enclose, with the density of a body. What is inside of several surfaces, such as a body in its clothes,
 * counts once. Throws InputError if they enclose nothing.
 */
export function measureMass(surfaces: readonly PosedTriangles[], path: string): number {
  const mass = bodyDensity * enclosedVolume(surfaces);
  if (mass > 0) return mass;
  throw InputError.at(
    `${path}.mass`,
    'expected a mass, since the surfaces of the actor enclose no volume from which it could be estimated',
  );
}

/** Returns the volume of the points with a winding number above 1/2 or below −1/2: inside, also if there are small holes. */
function enclosedVolume(surfaces: readonly PosedTriangles[]): number {
  const vertexCount = surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const positions = new Float64Array(3 * vertexCount);
  const indices: number[] = [];
  let first = 0;
  for (const surface of surfaces) {
    positions.set(surface.positions, 3 * first);
    for (let k = 0; k < surface.indices.length; k++) indices.push(first + surface.indices[k]);
    first += surface.positions.length / 3;
  }
  if (indices.length === 0) return 0;
  const tree = new BoxTree(boxesOfTriangles(positions, indices));
  const winding = new WindingNumber(tree, cornersOf(positions, indices, tree.order));
  const { min, max } = boundsOfPoints(positions);
  const sides = max.map((high, axis) => high - min[axis]);
  const cell = maxOf(sides) / pointsAlong;
  if (!(cell > 0)) return 0;
  let count = 0;
  // The grid is displaced by less than a cell, since surfaces often lie on round numbers.
  for (let x = min[0] + 0.37 * cell; x < max[0]; x += cell) {
    for (let y = min[1] + 0.41 * cell; y < max[1]; y += cell) {
      for (let z = min[2] + 0.43 * cell; z < max[2]; z += cell)
        if (Math.abs(winding.at(x, y, z)) > 0.5) count++;
    }
  }
  return count * cell * cell * cell;
}
