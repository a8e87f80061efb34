import { BoxGeometry, BufferAttribute, BufferGeometry, PlaneGeometry } from 'three';
import { clodPositions, clodReach, clodTriangles } from '../../systems/outputs/clod-shape.ts';
import { leafPositions, leafTriangles } from '../../systems/outputs/leaf-shape.ts';
import type { PointsLook } from '../../systems/outputs/points.ts';
import { type PointsKind, reaches } from './points-shading.ts';

/** How a look is drawn. */
export interface Look {
  readonly kind: PointsKind;
  /** Creates the shape of each particle: with a diameter of 1, centred at the origin. */
  createShape(): BufferGeometry;
  /** Maximum distance of the shape from its middle, for a diameter of 1. */
  readonly reach: number;
  /** Whether the rotation of a particle is visible. */
  readonly turns: boolean;
  /** Whether particles are transparent, so that the farthest must be drawn first. */
  readonly blends: boolean;
  readonly shadows: { readonly cast: boolean; readonly receive: boolean };
}

const solid = { turns: true, blends: false, shadows: { cast: true, receive: true } } as const;

export const looks: Readonly<Record<PointsLook, Look>> = {
  sphere: { ...solid, kind: 'sphere', createShape: createCard, reach: reaches.sphere, turns: false },
  cube: { ...solid, kind: 'solid', createShape: () => new BoxGeometry(), reach: Math.sqrt(0.75) },
  leaf: { ...solid, kind: 'solid', createShape: createLeaf, reach: 0.52 },
  clod: { ...solid, kind: 'solid', createShape: createClod, reach: clodReach },
  disc: { ...solid, kind: 'disc', createShape: () => new PlaneGeometry(), reach: 0.5 },
  smoke: {
    kind: 'smoke',
    createShape: createCard,
    reach: reaches.smoke,
    turns: false,
    blends: true,
    shadows: { cast: false, receive: false },
  },
  ember: {
    kind: 'ember',
    createShape: createCard,
    reach: reaches.ember,
    turns: false,
    // Emitted light can be added in any order.
    blends: false,
    shadows: { cast: false, receive: false },
  },
};

/** Creates a square from −1 to 1 that the shader rotates towards the camera. */
function createCard(): BufferGeometry {
  const card = new BufferGeometry();
  const corners = Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0);
  card.setAttribute('position', new BufferAttribute(corners, 3));
  // Shaders require this attribute even if they do not use it.
  card.setAttribute('normal', new BufferAttribute(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), 3));
  card.setIndex([0, 1, 2, 0, 2, 3]);
  return card;
}

/** Creates a leaf with two sides, each with its own normals. */
function createLeaf(): BufferGeometry {
  const leaf = new BufferGeometry();
  const count = leafPositions.length / 3;
  const positions = new Float32Array(2 * leafPositions.length);
  positions.set(leafPositions);
  positions.set(leafPositions, leafPositions.length);
  const indices: number[] = [];
  for (let k = 0; k < leafTriangles.length; k += 3) {
    const [a, b, c] = leafTriangles.subarray(k, k + 3);
    indices.push(a, b, c, count + a, count + c, count + b);
  }
  leaf.setAttribute('position', new BufferAttribute(positions, 3));
  leaf.setIndex(indices);
  leaf.computeVertexNormals();
  return leaf;
}

/** Creates a lump with flat facets. */
function createClod(): BufferGeometry {
  const clod = new BufferGeometry();
  const corners = Float32Array.from(
    { length: 3 * clodTriangles.length },
    (_, k) => clodPositions[3 * clodTriangles[Math.floor(k / 3)] + (k % 3)],
  );
  clod.setAttribute('position', new BufferAttribute(corners, 3));
  clod.setIndex(Array.from(clodTriangles, (_, k) => k));
  clod.computeVertexNormals();
  return clod;
}

/** Returns the look of a mesh that the user provides, scaled by the diameter of each particle. */
export function lookOf(geometry: BufferGeometry): Look {
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere!;
  return { ...looks.cube, createShape: () => geometry, reach: center.length() + radius };
}
