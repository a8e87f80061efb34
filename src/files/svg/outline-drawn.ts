import type { OutlineArea } from '../../motion/outline.ts';
import { CornerCount } from './corner-count.ts';
import { type Matrix, scaleOf } from './matrix.ts';
import { flattenSubpath, type Subpath, transformPath } from './path.ts';
import { outlineStroke } from './stroke.ts';
import type { Drawn, Paint } from './svg-walk.ts';

/**
 * Converts drawn elements to areas with straight edges: for each element the area of its fill, then that of its stroke. size: longer side
 * of the page, user units; 0 if it is not known. Throws Error if the areas have too many corners (`CornerCount`).
 */
export function outlineDrawn(drawn: readonly Drawn[], size: number): OutlineArea[] {
  const placed = drawn.map(({ path, matrix }) => transformPath(path, matrix));
  const tolerance = (size > 0 ? size : measureHandles(placed)) / 4000;
  const count = new CornerCount();
  const isColored = drawn.some(({ fill, stroke }) => fill?.color || stroke);
  const colorOf = ({ color, opacity }: Paint): OutlineArea['color'] => {
    const [red, green, blue, own] = color ?? [0, 0, 0, 1];
    return isColored || opacity < 1 ? [red, green, blue, own * opacity] : null;
  };
  return drawn.flatMap(({ name, path, matrix, fill, fillRule, stroke }, k) => {
    const areas: OutlineArea[] = [];
    if (fill) {
      const loops = placed[k].map((subpath) => flattenSubpath(subpath, tolerance, count));
      addArea(areas, { name, loops, fillRule, color: colorOf(fill) });
    }
    if (stroke) {
      const fine = tolerance / (scaleOf(matrix) || 1);
      const loops = path.flatMap((subpath) =>
        outlineStroke(flattenSubpath(subpath, fine, count), subpath.isClosed, stroke, fine, count),
      );
      const moved = loops.map((loop) => moveCorners(loop, matrix));
      addArea(areas, { name, loops: moved, fillRule: 'nonzero', color: colorOf(stroke.paint) });
    }
    return areas;
  });
}

function addArea(
  areas: OutlineArea[],
  area: Omit<OutlineArea, 'loops'> & { readonly loops: readonly (readonly number[])[] },
): void {
  const loops = area.loops.filter((loop) => loop.length >= 6).map((loop) => Float64Array.from(loop));
  if (loops.length > 0) areas.push({ ...area, loops });
}

function moveCorners(corners: readonly number[], [a, b, c, d, e, f]: Matrix): number[] {
  return corners.map((value, k) =>
    k % 2 === 0 ? a * value + c * corners[k + 1] + e : b * corners[k - 1] + d * value + f,
  );
}

/** Returns the longer side of the bounding box of all end points and control points. */
function measureHandles(paths: readonly (readonly Subpath[])[]): number {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { startX, startY, pieces } of paths.flat()) {
    const values = [startX, startY, ...pieces.flat()];
    for (let k = 0; k < values.length; k += 2) {
      minX = Math.min(minX, values[k]);
      maxX = Math.max(maxX, values[k]);
      minY = Math.min(minY, values[k + 1]);
      maxY = Math.max(maxY, values[k + 1]);
    }
  }
  return Math.max(maxX - minX, maxY - minY, 0);
}
