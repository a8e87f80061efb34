import type { Shape } from '../../shape.ts';
import { buildShape } from '../../shapes/build-shape.ts';
import { createOutlineShape } from '../../shapes/outline-shape.ts';
import { createPlacement } from '../../shapes/placement.ts';

type Corners = readonly (readonly [number, number])[];

/**
 * Creates a shape of loops, filled by the even-odd rule, so that a loop in another is a hole. The centre of its bounds is at
 * `position`.
 */
export function flatShape(
  name: string,
  loops: readonly Corners[],
  position: readonly number[] = [0, 0, 0],
  rotation: readonly number[] = [0, 0, 0],
  depth = 0,
): Shape {
  const xs = loops.flatMap((loop) => loop.map(([x]) => x));
  const ys = loops.flatMap((loop) => loop.map(([, y]) => y));
  const local = createOutlineShape(
    {
      areas: [
        {
          name,
          loops: loops.map((loop) => Float64Array.from(loop.flat())),
          fillRule: 'evenodd',
          color: null,
        },
      ],
      bounds: {
        minX: Math.min(...xs),
        maxX: Math.max(...xs),
        minY: Math.min(...ys),
        maxY: Math.max(...ys),
      },
      warnings: [],
    },
    { name, scale: 1, depth, part: 'fill' },
  );
  if (!local) throw new Error(`${name} is empty`);
  return buildShape(local, createPlacement(position, rotation));
}

/** Returns the corners of a regular polygon. With 4 corners it is a square with horizontal edges. */
export function ring(corners: number, radius: number): [number, number][] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.5)) / corners - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** The letter S, made of straight strokes, of height 1. */
export const letterS: [number, number][] = [
  [0, 0],
  [0.6, 0],
  [0.6, 0.6],
  [0.2, 0.6],
  [0.2, 0.8],
  [0.6, 0.8],
  [0.6, 1],
  [0, 1],
  [0, 0.4],
  [0.4, 0.4],
  [0.4, 0.2],
  [0, 0.2],
];

export const letterI: [number, number][] = [
  [0, 0],
  [0.15, 0],
  [0.15, 1],
  [0, 1],
];
