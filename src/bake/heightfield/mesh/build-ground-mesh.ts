import { GlbPatch } from '../../../files/glb-patch.ts';
import { InputError } from '../../../input-error.ts';
import { type ColumnRectangle, nameMaterial } from '../../../systems/outputs/heightfield.ts';
import { addMovingTiles, type GroundClip, type MovingTile } from './add-moving-tile.ts';
import { appearanceOf } from './ground-appearance.ts';
import { addGroundPrimitive } from './ground-primitive.ts';
import { type GroundRegion, meshTile, tileOf, wholeRegion } from './ground-region.ts';
import {
  buildGroundPart,
  type GroundPart,
  type HeightSource,
  joinParts,
  readBlock,
} from './ground-vertices.ts';

/** The GLB of a ground, and the rectangle of columns that it covers. */
export interface GroundMesh {
  /** A GLB, metres, Y up. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rectangle: ColumnRectangle;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** Maximum number of vertices of a ground mesh: 4 194 304, which gives a GLB of 200 MB. */
export const groundMeshLimit = 2 ** 22;

/**
 * Creates the ground's surface in a rectangle of columns as a GLB: one mesh under one node. Each column that has ground is a vertex.
 *
 * Throws an `InputError` if the rectangle has more than `groundMeshLimit` columns.
 */
export function buildGroundMesh(source: HeightSource, rectangle: ColumnRectangle): GroundMesh {
  const { columns, rows } = rectangle;
  if (columns < 2 || rows < 2) {
    throw InputError.at(source.name, `expected a ground of at least 2 × 2 columns, got ${columns} × ${rows}`);
  }
  if (columns * rows > groundMeshLimit) {
    throw InputError.at(
      source.name,
      `expected at most ${groundMeshLimit} columns for a mesh, got ${columns} × ${rows} = ${columns * rows}; ` +
        'write the touched part only, make the cell larger, or use the height maps',
    );
  }
  return buildGroundFile(source, wholeRegion(rectangle));
}

/**
 * Creates the ground as a GLB. The part that does not change is one mesh under one node. Below this node, every moving tile is a node with
 * its own mesh. All tiles move in one clip, which has the name of the ground. Without moving tiles the result is that of `buildGroundMesh`.
 *
 * Normals are computed from central differences. If there is ground beyond the boundary of the region, its columns are also used. The
 * texture coordinates point at the centres of the pixels of the height maps of the region's rectangle. The node is at the first column of
 * the rectangle and at the datum, so that 32-bit positions are exact far from the origin too.
 *
 * Throws an `InputError` if the region contains no ground.
 */
export function buildGroundFile(
  source: HeightSource,
  { rectangle, blocks }: GroundRegion,
  tiles: readonly MovingTile[] = [],
  clip?: GroundClip,
): GroundMesh {
  const { cell, datum, name, material: kind, look } = source;
  const primitives = gatherPrimitives(buildStillParts(source, { rectangle, blocks }, cellsOf(tiles)));
  const parts = [...primitives, ...tiles.map(({ part }) => part)];
  if (parts.length === 0) {
    throw InputError.at(
      name,
      `expected ground in what is written, got ${rectangle.columns} × ${rectangle.rows} columns without any`,
    );
  }
  const glb = GlbPatch.create();
  const material = glb.add('materials', {
    name: nameMaterial(source),
    pbrMetallicRoughness: appearanceOf(kind, look),
  });
  const { i0, j0, columns, rows } = rectangle;
  const children = clip ? addMovingTiles(glb, tiles, material, clip) : [];
  const node = glb.add('nodes', {
    name,
    ...(primitives.length > 0 && {
      mesh: glb.add('meshes', {
        name,
        primitives: primitives.map((part) => addGroundPrimitive(glb, part, material)),
      }),
    }),
    translation: [i0 * cell, datum, j0 * cell],
    ...(children.length > 0 && { children }),
    extras: { aftermotion: { cell, datum, rectangle: { i0, j0, columns, rows } } },
  });
  glb.json.scene = glb.add('scenes', { name, nodes: [node] });
  return {
    bytes: glb.toGlb(),
    rectangle,
    vertexCount: parts.reduce((sum, { positions }) => sum + positions.length / 3, 0),
    triangleCount: parts.reduce((sum, { indices }) => sum + indices.length / 3, 0),
  };
}

/** Returns the part of each block whose cells do not move. Blocks without such cells are left out. */
export function buildStillParts(
  source: HeightSource,
  { rectangle, blocks }: GroundRegion,
  moves: (i: number, j: number) => boolean,
): GroundPart[] {
  return blocks
    .map((block) => {
      const takes = (index: number) =>
        !moves(block.i0 + (index % block.columns), block.j0 + Math.floor(index / block.columns));
      return buildGroundPart(source, readBlock(source, block), rectangle, takes);
    })
    .filter(({ indices }) => indices.length > 0);
}

/** Returns a function that states whether the cell at a column belongs to one of the tiles. */
export function cellsOf(
  tiles: readonly Pick<MovingTile, 'a' | 'b' | 'cells'>[],
): (i: number, j: number) => boolean {
  const moving = new Map(tiles.map((tile) => [`${tile.a} ${tile.b}`, tile.cells]));
  return (i, j) => {
    const cells = moving.get(`${tileOf(i)} ${tileOf(j)}`);
    return !!cells?.[(j - tileOf(j) * meshTile) * meshTile + i - tileOf(i) * meshTile];
  };
}

/** Joins the parts into as few primitives as 16-bit indices allow. */
export function gatherPrimitives(parts: readonly GroundPart[]): GroundPart[] {
  const gathered: GroundPart[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const vertices = part.positions.length / 3;
    if (size + vertices >= 65535) {
      gathered.push([]);
      size = 0;
    }
    gathered[gathered.length - 1].push(part);
    size += vertices;
  }
  return gathered.map(joinParts);
}
