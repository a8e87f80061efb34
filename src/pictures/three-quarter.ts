import { clamp } from '../math/clamp.ts';
import { maxOf } from '../math/lists.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { type ColumnGrid, readColumnGrid } from './column-grid.ts';
import { groundLook } from './ground-look.ts';
import { clipRectangle, rectangleOver } from './ground-view.ts';
import { renderPerspective } from './perspective/render-perspective.ts';
import type { Picture } from './picture.ts';
import { figureBounds, type PosedMesh, type PosedMeshBounds } from './posed-mesh.ts';

/** Maximum number of ground samples near the characters, and of the initial ground around them. */
const nearSamples = 160_000;
const farSamples = 20_000;
/** Distance up to which the ground around the characters is drawn, in their sizes. */
const farReach = 14;
/** Vertical field of view, radians. */
const fieldOfView = 0.5;

/**
 * Draws the characters and their prints from behind and from the right: the three-quarter view of a contact sheet. Null if there is no
 * character.
 *
 * ahead: horizontal displacement of the characters over the bake, x and z, metres. If they do not move, they are seen along +X.
 */
export function drawThreeQuarter(
  ground: HeightfieldOutput,
  figures: readonly PosedMesh[],
  ahead: readonly [number, number],
  width: number,
  height: number,
): Picture | null {
  const group = nearestGroup(figures);
  const bounds = figureBounds(group);
  if (!bounds) return null;
  const { min, max } = bounds;
  const size = maxOf([max[1] - min[1], 0.7 * (max[0] - min[0]), 0.7 * (max[2] - min[2])], 0.05);
  const length = Math.sqrt(ahead[0] ** 2 + ahead[1] ** 2);
  const [dx, dz] = length > 0.2 * size ? [ahead[0] / length, ahead[1] / length] : [1, 0];
  const [x, z] = [(min[0] + max[0]) / 2, (min[2] + max[2]) / 2];
  // Along the motion, up, and to the right of it, in sizes of the characters.
  const at = (along: number, up: number, right: number) =>
    [x + size * (along * dx - right * dz), min[1] + size * up, z + size * (along * dz + right * dx)] as const;
  const read = (reach: number, samples: number, isInitial: boolean) => {
    const [middleX, , middleZ] = at(-1.2, 0, 0);
    const around = rectangleOver(
      middleX - reach,
      middleX + reach,
      middleZ - reach,
      middleZ + reach,
      ground.cell,
    );
    return readColumnGrid(ground, clipRectangle(around, ground.extent), samples, isInitial);
  };
  return renderPerspective({
    ground: read(2.8 * size, nearSamples, false),
    surroundings: extendGrid(read(farReach * size, farSamples, true), farReach * size),
    material: ground.material,
    look: ground.look,
    figures: group,
    camera: { position: at(-2.7, 1.15, 2.3), target: at(-0.62, 0.4, 0.05), fieldOfView },
    // From behind and from the left: the back is lit, and prints have shadows on the side that the camera sees.
    toSun: [0.75 * dz - 0.6 * dx, 0.62, -0.75 * dx - 0.6 * dz],
    exposure: groundLook(ground.material).exposure,
    width,
    height,
    samples: 1,
    refine: 1,
  });
}

/** Extends a grid on all sides by the heights of its edge. Otherwise a ground of limited size would end with a step. */
function extendGrid({ columns, rows, x, z, step, initial, factor }: ColumnGrid, reach: number): ColumnGrid {
  const more = Math.min(200, Math.ceil(reach / step));
  const [wide, deep] = [columns + 2 * more, rows + 2 * more];
  const heights = Float32Array.from({ length: wide * deep }, (_, k) => {
    const i = clamp((k % wide) - more, 0, columns - 1);
    const j = clamp(Math.floor(k / wide) - more, 0, rows - 1);
    return initial[j * columns + i];
  });
  const none = new Float32Array(heights.length);
  return {
    columns: wide,
    rows: deep,
    factor,
    x: x - more * step,
    z: z - more * step,
    step,
    initial: heights,
    change: none,
    pressed: none,
  };
}

/** Returns the meshes that are near the first one. Characters that are far apart would be too small in one picture. */
function nearestGroup(figures: readonly PosedMesh[]): PosedMesh[] {
  const boxes = figures.map((figure) => figureBounds([figure]));
  const main = boxes.find((box) => box !== null);
  if (!main) return [];
  const size = ({ min, max }: PosedMeshBounds) => Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const reach = 3 * maxOf(boxes.flatMap((box) => (box && distance(box, main) === 0 ? size(box) : [])));
  return figures.filter((_, k) => boxes[k] && distance(boxes[k], main) < reach);
}

/** Returns the horizontal distance of two boxes. 0 if they overlap. */
function distance(a: PosedMeshBounds, b: PosedMeshBounds): number {
  const [x, z] = [0, 2].map((axis) => Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]));
  return Math.max(x, z);
}
