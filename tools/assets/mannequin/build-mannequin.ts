/** Meshes the mannequin: body, uppers and soles as closed surfaces with normals and skin weights. */

import { buildSurface, type Surface, toSingle } from '../shapes/build-surface.ts';
import type { LevelSet } from '../shapes/level-set.ts';
import type { CharacterPart, Look, SkinWeights } from '../shapes/write-character.ts';
import { type Build, createBody } from './body.ts';
import { shoeBounds, soleLevelSet, upperLevelSet } from './shoe.ts';
import { weighBody, weighShoe } from './skin-weights.ts';

export interface MannequinPart extends CharacterPart {
  readonly name: 'body' | 'shorts' | 'upper' | 'sole';
}

const looks: Record<MannequinPart['name'], Look> = {
  body: { color: [0.62, 0.36, 0.22], roughness: 0.85 },
  // The shorts are double-sided, since the cloth folds between the thighs.
  shorts: { color: [0.035, 0.04, 0.05], roughness: 0.9, doubleSided: true },
  upper: { color: [0.045, 0.17, 0.32], roughness: 0.7 },
  sole: { color: [0.72, 0.7, 0.64], roughness: 0.9 },
};

/** For each part (for each shoe): cell size of the grid, metres, and number of triangles to keep. */
export interface MannequinDetail {
  readonly bodyCell: number;
  readonly shoeCell: number;
  readonly soleCell: number;
  readonly bodyTriangles: number;
  readonly shortsTriangles: number;
  readonly upperTriangles: number;
  readonly soleTriangles: number;
}

export const fullDetail: MannequinDetail = {
  bodyCell: 0.0075,
  shoeCell: 0.0035,
  soleCell: 0.0025,
  bodyTriangles: 11000,
  shortsTriangles: 2400,
  upperTriangles: 1500,
  soleTriangles: 3600,
};

/** The skin is finer, so that its flesh bends smoothly: about as many vertices as the man of James & Pai 2002 (17 953). */
export const heavyDetail: MannequinDetail = {
  ...fullDetail,
  bodyTriangles: 26000,
  shortsTriangles: 5600,
};

/** Coarse parts, for a crowd. */
export const crowdDetail: MannequinDetail = {
  bodyCell: 0.012,
  shoeCell: 0.0045,
  soleCell: 0.0035,
  bodyTriangles: 3200,
  shortsTriangles: 700,
  upperTriangles: 300,
  soleTriangles: 300,
};

/** Creates the mannequin in its rest pose. The right shoe is the mirror image of the left. */
export async function buildMannequin(
  detail: MannequinDetail,
  build: Build = 'runner',
): Promise<MannequinPart[]> {
  const shape = createBody(build);
  const body = await buildSurface(shape.skin, shape.boxes.skin, detail.bodyCell, detail.bodyTriangles);
  const shorts = await buildSurface(
    shape.shorts,
    shape.boxes.shorts,
    detail.bodyCell,
    detail.shortsTriangles,
  );
  const shoe = async (set: LevelSet, cell: number, triangles: number, width: number) => {
    const left = await buildSurface(set, shoeBounds, cell, triangles);
    const right = mirror(left);
    return join(left, weighShoe(left.positions, 'L', width), right, weighShoe(right.positions, 'R', width));
  };
  return [
    { name: 'body', look: looks.body, ...toSingle(body), skin: weighBody(body.positions, shape.bones) },
    {
      name: 'shorts',
      look: looks.shorts,
      ...toSingle(shorts),
      skin: weighBody(shorts.positions, shape.bones),
    },
    {
      name: 'upper',
      look: looks.upper,
      ...(await shoe(upperLevelSet, detail.shoeCell, detail.upperTriangles, 0.03)),
    },
    {
      name: 'sole',
      look: looks.sole,
      ...(await shoe(soleLevelSet, detail.soleCell, detail.soleTriangles, 0.012)),
    },
  ];
}

function mirror(surface: Surface): Surface {
  const flip = (values: Float64Array) => values.map((value, i) => (i % 3 === 0 ? -value : value));
  const indices = surface.indices.slice();
  for (let t = 0; t < indices.length; t += 3) {
    indices[t + 1] = surface.indices[t + 2];
    indices[t + 2] = surface.indices[t + 1];
  }
  return { positions: flip(surface.positions), normals: flip(surface.normals), indices };
}

function join(left: Surface, leftSkin: SkinWeights, right: Surface, rightSkin: SkinWeights) {
  const offset = left.positions.length / 3;
  return {
    positions: Float32Array.from([...left.positions, ...right.positions]),
    normals: Float32Array.from([...left.normals, ...right.normals]),
    indices: Uint32Array.from([...left.indices, ...right.indices.map((index) => index + offset)]),
    skin: {
      joints: Uint8Array.from([...leftSkin.joints, ...rightSkin.joints]),
      weights: Uint8Array.from([...leftSkin.weights, ...rightSkin.weights]),
    },
  };
}
