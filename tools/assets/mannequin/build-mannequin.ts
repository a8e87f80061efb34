/** Meshes the mannequin: body, uppers and soles as closed surfaces with normals and skin weights. */

import { type Box, buildSurface, type Surface, toSingle } from '../shapes/build-surface.ts';
import { type LevelSet, smoothStep } from '../shapes/level-set.ts';
import type { CharacterPart, SkinWeights } from '../shapes/write-character.ts';
import { createBody } from './body.ts';
import { type LookName, type Person, runner } from './outfits.ts';
import { shoeBounds, soleLevelSet, upperLevelSet } from './shoe.ts';
import { crown } from './skeleton.ts';
import { weighBody, weighShoe } from './skin-weights.ts';

export interface MannequinPart extends CharacterPart {
  readonly name: LookName;
}

/** For each part (for each shoe): cell size of the grid, metres, and number of triangles to keep. */
export interface MannequinDetail {
  readonly bodyCell: number;
  readonly shoeCell: number;
  readonly soleCell: number;
  readonly bodyTriangles: number;
  readonly shortsTriangles: number;
  readonly upperTriangles: number;
  readonly soleTriangles: number;
  readonly shirtTriangles: number;
  readonly hairTriangles: number;
  readonly hatTriangles: number;
}

export const fullDetail: MannequinDetail = {
  bodyCell: 0.0075,
  shoeCell: 0.0035,
  soleCell: 0.0025,
  bodyTriangles: 11000,
  shortsTriangles: 2400,
  upperTriangles: 1500,
  soleTriangles: 3600,
  shirtTriangles: 3200,
  hairTriangles: 700,
  hatTriangles: 700,
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
  shirtTriangles: 1100,
  hairTriangles: 260,
  hatTriangles: 320,
};

/**
 * Creates a mannequin in its rest pose: body, shorts, uppers and soles, then the clothes and hair that it wears. The right shoe is the mirror
 * image of the left.
 */
export async function buildMannequin(
  detail: MannequinDetail,
  person: Person = runner,
): Promise<MannequinPart[]> {
  const { looks } = person;
  const shape = createBody(person.build, person.outfit);
  const { boxes } = shape;
  const worn = async (name: LookName, set: LevelSet, box: Box, triangles: number, cell = detail.bodyCell) => {
    const surface = await buildSurface(set, box, cell, triangles);
    return {
      name,
      look: looks[name],
      ...toSingle(surface),
      skin: weighBody(surface.positions, shape.bones),
    };
  };
  const shoe = async (set: LevelSet, cell: number, triangles: number, width: number) => {
    const left = await buildSurface(set, shoeBounds, cell, triangles);
    const right = mirror(left);
    return join(left, weighShoe(left.positions, 'L', width), right, weighShoe(right.positions, 'R', width));
  };
  const parts: MannequinPart[] = [
    await worn('body', shape.skin, boxes.skin, detail.bodyTriangles),
    await worn('shorts', shape.shorts, boxes.shorts, detail.shortsTriangles),
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
  if (shape.shirt) parts.push(await worn('shirt', shape.shirt, boxes.shirt, detail.shirtTriangles));
  // Edges of hair and hats are thinner than the cells of the body.
  const fine = 0.6 * detail.bodyCell;
  if (shape.hair) {
    const hair = await worn('hair', shape.hair, boxes.hair, detail.hairTriangles, fine);
    raiseTop(hair.positions, crown);
    parts.push(hair);
  }
  if (shape.hat) parts.push(await worn('hat', shape.hat, boxes.hat, detail.hatTriangles, fine));
  return parts;
}

/** Moves the uppermost 5 cm of a surface, so that its highest vertex is exactly at `top`. */
function raiseTop(positions: Float32Array, top: number): void {
  let highest = -Infinity;
  for (let k = 1; k < positions.length; k += 3) highest = Math.max(highest, positions[k]);
  for (let k = 1; k < positions.length; k += 3) {
    const y = positions[k];
    positions[k] = y === highest ? top : y + (top - highest) * smoothStep(highest - 0.05, highest, y);
  }
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
