import { InputError } from '../../../input-error.ts';
import { type WorkTurns, workInTurns } from '../../../long-work.ts';
import { maxOf, minOf } from '../../../math/lists.ts';
import type { Outline } from '../../../motion/outline.ts';
import type { PointSet } from '../../../motion/point-set.ts';
import type { PrepareContext } from '../../prepare-context.ts';
import type { SurfaceRequest } from '../../system.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { createActorShape } from './actor-shape.ts';
import { buildShape, type LocalShape } from './build-shape.ts';
import { createHeightMapShape } from './height-map-shape.ts';
import { createMeshShape } from './mesh-shape.ts';
import { creatingOutlineShape } from './outline-shape.ts';
import { createPictureShape } from './picture-shape.ts';
import { createPlacement, type Placement } from './placement.ts';
import { createPointsShape } from './points-shape.ts';
import { RegionTooLarge } from './region-work.ts';
import { createBall, createBox, createCylinder, createDisc } from './solids.ts';

/** Maximum number of pixels of a height map. Each pixel becomes two triangles. */
const maxHeights = 2048 * 2048;

/**
 * Creates the shape that a scene describes. Files are read through the context. `path` is the shape's path in the scene. A shape on
 * a character's skin appends its request to `requests` unless it is there, so all shapes of a system must share one array.
 *
 * Throws an InputError for files that cannot be read, for values that contradict each other, and for an empty shape.
 */
export async function createShape(
  params: ShapeParams,
  context: PrepareContext,
  path: string,
  requests: SurfaceRequest[] = [],
): Promise<Shape> {
  const shape = await makeShape(params, context, path, requests);
  checkReach(shape, 'file' in params && params.file !== undefined ? `${path}.file` : path);
  return shape;
}

/** Maximum absolute coordinate of a shape, m. The limit is the same as for props. */
const maxCoordinate = 1e8;

function checkReach({ bounds, points }: Shape, path: string): void {
  const ends = [...bounds.min, ...bounds.max].map(Math.abs);
  const reach = maxOf(ends);
  const isThere = ends.every(Number.isFinite) && (points?.positions.every(Number.isFinite) ?? true);
  if (reach <= maxCoordinate && isThere) return;
  const found = isThere
    ? `${Number((reach / 1000).toPrecision(3))} km`
    : 'a coordinate that is NaN or infinite';
  throw InputError.at(
    path,
    `expected a shape within ${maxCoordinate / 1000} km of the origin, got ${found}: if the unit of its file is not the metre, set ` +
      'scale or height; otherwise check whether the file is damaged',
  );
}

async function makeShape(
  params: ShapeParams,
  context: PrepareContext,
  path: string,
  requests: SurfaceRequest[],
): Promise<Shape> {
  const { name } = params;
  switch (params.shape) {
    case 'ball':
      return buildShape(createBall(name, params.radius, params.part), placementOf(params));
    case 'box':
      checkBox(params.size, `${path}.size`);
      return buildShape(createBox(name, params.size, params.part), placementOf(params));
    case 'cylinder':
      return buildShape(createCylinder(name, params.radius, params.height, params.part), placementOf(params));
    case 'disc':
      return buildShape(createDisc(name, params.radius, params.depth), placementOf(params));
    case 'polygon': {
      const outline = outlinePolygon(params.corners, `${path}.corners`);
      return drawOutline({ ...params, scale: 1 }, outline, context, `${path}.corners`, 'corners');
    }
    case 'text': {
      const layout = { ...params, textPath: `${path}.text` };
      const outline = context.readText(params.text, params.font, layout, `${path}.font`);
      return drawOutline({ ...params, scale: params.height }, outline, context, `${path}.text`, 'text');
    }
    case 'drawing': {
      const outline = context.readDrawing(params.file, `${path}.file`);
      const { minY, maxY } = outline.bounds;
      const scale = maxY > minY ? params.height / (maxY - minY) : params.height;
      return drawOutline({ ...params, scale }, outline, context, `${path}.file`, 'a drawing');
    }
    case 'picture': {
      const picture = createPictureShape(context.readPicture(params.file, `${path}.file`), params);
      if (picture) return buildShape(picture, placementOf(params));
      throw InputError.at(
        `${path}.file`,
        `expected a picture with visible pixels, got ${params.file}, where no pixel reaches the threshold ` +
          `${params.threshold} by ${params.by}: the shape "${name}" is empty; lower its threshold, or choose another "by"`,
      );
    }
    case 'heightMap': {
      const picture = context.readPicture(params.file, `${path}.file`);
      const { width, height } = picture;
      if (width >= 2 && height >= 2 && width * height <= maxHeights) {
        return buildShape(createHeightMapShape(picture, params), placementOf(params));
      }
      throw InputError.at(
        `${path}.file`,
        `expected a picture of at least 2 × 2 and at most ${maxHeights} pixels (2048 × 2048), got ${width} × ${height}`,
      );
    }
    case 'mesh':
      return createMeshShape(params, await context.readTriangles(params.file, `${path}.file`), path);
    case 'points': {
      const points = pointsOf(params, context, path);
      return createPointsShape(name, points, params.scale, placementOf(params));
    }
    case 'actor':
      return createActorShape(params, context.actors, path, requests);
  }
}

function placementOf({
  position,
  rotation,
}: {
  readonly position: readonly number[];
  readonly rotation: readonly number[];
}): Placement {
  return createPlacement(position, rotation);
}

interface DrawnParams {
  readonly name: string;
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly depth: number;
  readonly part: 'fill' | 'outline';
  readonly scale: number;
}

async function drawOutline(
  params: DrawnParams,
  outline: Outline,
  turns: WorkTurns,
  path: string,
  what: string,
): Promise<Shape> {
  const local = await cutOutline(outline, params, turns, path, what);
  if (local) return buildShape(local, placementOf(params));
  const why = outline.warnings.length > 0 ? ` (${outline.warnings.join('; ')})` : '';
  throw InputError.at(
    path,
    `expected ${what} with an area, got none: the shape "${params.name}" is empty${why}`,
  );
}

async function cutOutline(
  outline: Outline,
  params: DrawnParams,
  turns: WorkTurns,
  path: string,
  what: string,
): Promise<LocalShape | null> {
  try {
    return await workInTurns(creatingOutlineShape(outline, params), turns);
  } catch (error) {
    if (!(error instanceof RegionTooLarge)) throw error;
    throw InputError.at(
      path,
      `expected ${what} with ${error.message}: simplify its paths, or divide it into several shapes`,
    );
  }
}

function checkBox(size: readonly number[], path: string): void {
  if (size.filter((length) => length === 0).length <= 1) return;
  throw InputError.at(
    path,
    `expected at most one side of 0, got ${size.join(' × ')}: make it thicker, or give points instead`,
  );
}

function outlinePolygon(corners: readonly number[] | undefined, path: string): Outline {
  const count = corners?.length ?? 0;
  if (!corners || count < 6 || count % 2 !== 0) {
    throw InputError.at(
      path,
      `expected x and y of at least three corners, got ${count === 0 ? 'none' : `${count} numbers`}`,
    );
  }
  const xs = corners.filter((_, k) => k % 2 === 0);
  const ys = corners.filter((_, k) => k % 2 === 1);
  const loops = [Float64Array.from(corners)];
  return {
    areas: [{ name: '', loops, fillRule: 'nonzero', color: null }],
    bounds: { minX: minOf(xs), minY: minOf(ys), maxX: maxOf(xs), maxY: maxOf(ys) },
    warnings: [],
  };
}

type PointsParams = Extract<ShapeParams, { shape: 'points' }>;

function pointsOf(
  { name, file, coordinates }: PointsParams,
  context: PrepareContext,
  path: string,
): PointSet {
  if ((file === undefined) === (coordinates === undefined)) {
    throw InputError.at(
      path,
      `expected a file or coordinates, got ${file === undefined ? 'neither' : 'both'}`,
    );
  }
  if (file !== undefined) return context.readPoints(file, `${path}.file`);
  const numbers = coordinates ?? [];
  if (numbers.length >= 3 && numbers.length % 3 === 0) {
    const positions = Float64Array.from(numbers);
    return { count: numbers.length / 3, positions, colors: null, normals: null, anchors: null };
  }
  throw InputError.at(
    `${path}.coordinates`,
    `expected x, y and z of each point, got ${numbers.length} numbers: the shape "${name}" is empty`,
  );
}
