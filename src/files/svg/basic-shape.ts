import type { XmlElement } from '@rgrove/parse-xml';
import { parseLength } from './length.ts';
import { PathBuilder, parsePath, type Subpath } from './path.ts';
import { localName } from './style.ts';

/** Lengths to which percentages refer. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export const basicShapes: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);

/** Returns the path of a <path>, <rect> or other basic shape, in its own coordinates. Throws SyntaxError for invalid path data. */
export function pathOf(element: XmlElement, { width, height }: Viewport): Subpath[] {
  const { attributes } = element;
  const diagonal = Math.sqrt((width * width + height * height) / 2);
  const wholes = { x: width, y: height, r: diagonal };
  const length = (name: string, along: keyof typeof wholes, absent = 0): number => {
    const value = parseLength(attributes[name] ?? '', wholes[along]);
    return Number.isFinite(value) ? value : absent;
  };
  const builder = new PathBuilder();
  switch (localName(element)) {
    case 'path':
      return attributes.d?.trim() && attributes.d.trim() !== 'none' ? parsePath(attributes.d) : [];
    case 'rect': {
      const sides = [length('width', 'x'), length('height', 'y')] as const;
      const rx = length('rx', 'x', Number.NaN);
      const ry = length('ry', 'y', Number.NaN);
      return rectangle(length('x', 'x'), length('y', 'y'), sides, rx, ry);
    }
    case 'circle': {
      const r = length('r', 'r');
      return r > 0 ? builder.ellipse(length('cx', 'x'), length('cy', 'y'), r, r).finish() : [];
    }
    case 'ellipse': {
      const rx = length('rx', 'x', length('ry', 'y'));
      const ry = length('ry', 'y', rx);
      return rx > 0 && ry > 0 ? builder.ellipse(length('cx', 'x'), length('cy', 'y'), rx, ry).finish() : [];
    }
    case 'line':
      return builder
        .moveTo(length('x1', 'x'), length('y1', 'y'))
        .lineTo(length('x2', 'x'), length('y2', 'y'))
        .finish();
    default: {
      const numbers = (attributes.points ?? '').match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? [];
      for (let k = 0; k + 1 < numbers.length; k += 2) {
        const [x, y] = [Number(numbers[k]), Number(numbers[k + 1])];
        if (k === 0) builder.moveTo(x, y);
        else builder.lineTo(x, y);
      }
      return localName(element) === 'polygon' ? builder.close().finish() : builder.finish();
    }
  }
}

/** A missing radius is NaN. It gets the value of the other radius, or 0 if both are missing. */
function rectangle(
  x: number,
  y: number,
  [width, height]: readonly [number, number],
  givenX: number,
  givenY: number,
): Subpath[] {
  if (!(width > 0 && height > 0)) return [];
  const known = (first: number, second: number) => (first >= 0 ? first : second >= 0 ? second : 0);
  const rx = Math.min(known(givenX, givenY), width / 2);
  const ry = Math.min(known(givenY, givenX), height / 2);
  const builder = new PathBuilder();
  const [right, bottom] = [x + width, y + height];
  if (rx === 0 || ry === 0) {
    return builder.moveTo(x, y).lineTo(right, y).lineTo(right, bottom).lineTo(x, bottom).close().finish();
  }
  return builder
    .moveTo(x + rx, y)
    .lineTo(right - rx, y)
    .arcTo(rx, ry, 0, false, true, right, y + ry)
    .lineTo(right, bottom - ry)
    .arcTo(rx, ry, 0, false, true, right - rx, bottom)
    .lineTo(x + rx, bottom)
    .arcTo(rx, ry, 0, false, true, x, bottom - ry)
    .lineTo(x, y + ry)
    .arcTo(rx, ry, 0, false, true, x + rx, y)
    .close()
    .finish();
}
