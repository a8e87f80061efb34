import { InputError } from '../../../input-error.ts';
import type { Outline } from '../../../motion/outline.ts';
import type { PrepareContext, SurfaceRequest } from '../../system.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { buildShape, type LocalShape } from './build-shape.ts';
import { createOutlineShape } from './outline-shape.ts';
import { createPlacement, type Placement } from './placement.ts';
import { createBall, createBox, createCylinder, createDisc } from './solids.ts';

/**
 * The shape that a scene describes; files are read through the context. `path` is its place in the scene. A shape on a
 * character's skin finds its request in `requests`, or appends it: the same array for all shapes of a system.
 *
 * Errors: InputError for files that cannot be read, values that do not go together, and for a shape without any place.
 */
export async function createShape(
  params: ShapeParams,
  context: PrepareContext,
  path: string,
  requests: SurfaceRequest[] = [],
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
      return drawOutline({ ...params, scale: 1 }, outline, `${path}.corners`, 'corners');
    }
    case 'text': {
      const layout = { ...params, textPath: `${path}.text` };
      const outline = context.readText(params.text, params.font, layout, `${path}.font`);
      return drawOutline({ ...params, scale: params.height }, outline, `${path}.text`, 'words');
    }
  }
  throw InputError.at(`${path}.shape`, `"${params.shape}" cannot be made yet (${requests.length})`);
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

function drawOutline(params: DrawnParams, outline: Outline, path: string, what: string): Shape {
  const local: LocalShape | null = createOutlineShape(outline, params);
  if (local) return buildShape(local, placementOf(params));
  throw InputError.at(path, `expected ${what} with an area, got none: the shape "${params.name}" is empty`);
}

function checkBox(size: readonly number[], path: string): void {
  if (size.filter((length) => length === 0).length <= 1) return;
  throw InputError.at(
    path,
    `expected at most one size of 0, got ${size.join(' × ')}: make it thicker, or give points instead`,
  );
}

function outlinePolygon(corners: readonly number[] | undefined, path: string): Outline {
  const count = corners?.length ?? 0;
  if (!corners || count < 6 || count % 2 !== 0) {
    throw InputError.at(
      path,
      `expected x and y of at least three corners, one after the other, got ${count === 0 ? 'none' : `${count} numbers`}`,
    );
  }
  const xs = corners.filter((_, k) => k % 2 === 0);
  const ys = corners.filter((_, k) => k % 2 === 1);
  const loops = [Float64Array.from(corners)];
  return {
    areas: [{ name: '', loops, fillRule: 'nonzero', color: null }],
    bounds: { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) },
    warnings: [],
  };
}
