import type { DrawingInspection } from '../scene/inspect-drawing.ts';
import type { FontInspection } from '../scene/inspect-font.ts';
import type { PictureInspection } from '../scene/inspect-picture.ts';
import type { PointsInspection } from '../scene/inspect-points.ts';
import { count, problemLines, short } from './inspection-words.ts';

/** Names and colours of one list at most: the rest are counted. */
const mostListed = 12;

/** What a drawing holds, in words for a terminal. */
export function drawingLines(drawing: DrawingInspection): string[] {
  const { file, areas, names, loops, corners, width, height, colors, problems } = drawing;
  return [
    `${file}: drawing, ${count(areas, 'area')} with ${count(loops, 'outline')} of ${count(corners, 'corner')}`,
    `All of it is ${short(width)} × ${short(height)} units.`,
    colors.length > 0 ? `Colours: ${listed(colors)}` : 'It names no colour: particles keep their own.',
    ...(names.length > 0 ? [`Named: ${listed(names)}`] : []),
    '',
    ...problemLines(problems),
  ];
}

/** What a font holds, in words for a terminal. */
export function fontLines(font: FontInspection): string[] {
  const { file, fullName, outlines, glyphCount, isKerned, ligatureCount, missing, problems } = font;
  return [
    `${file}: font ${fullName || 'without a name'}, ${count(glyphCount, 'glyph')} with ${outlines} outlines`,
    `${isKerned ? 'Kerned' : 'Not kerned'}, ${count(ligatureCount, 'Latin ligature')}.`,
    missing.length === 0
      ? 'It has all of ASCII.'
      : `It lacks ${missing.length} of the 95 characters of ASCII.`,
    '',
    ...problemLines(problems),
  ];
}

/** What a picture holds, in words for a terminal. */
export function pictureLines(picture: PictureInspection): string[] {
  const { file, format, width, height, clear, sheer, brightness, problems } = picture;
  return [
    `${file}: ${format} picture, ${width} × ${height} pixels`,
    `${percent(clear)} of it is transparent, ${percent(sheer)} in part; what shows is ${percent(brightness)} bright (linear light).`,
    '',
    ...problemLines(problems),
  ];
}

/** What a PLY file holds as points, in words for a terminal. */
export function pointsLines(points: PointsInspection): string[] {
  const { file, points: own, faces, properties, hasColors, hasNormals, min, max, problems } = points;
  const extents = [0, 1, 2].map((axis) => short(max[axis] - min[axis])).join(' × ');
  const reach = [0, 1, 2].map((axis) => `${short(min[axis])} … ${short(max[axis])}`).join(', ');
  return [
    `${file}: ${count(own, 'point')}${faces > 0 ? `, which are the corners of ${count(faces, 'face')}` : ''}, ` +
      `${hasColors ? 'with' : 'without'} colours, ${hasNormals ? 'with' : 'without'} normals`,
    `Extents ${extents} units (x y z: ${reach}).`,
    `Each has: ${properties.join(', ')}`,
    '',
    ...problemLines(problems),
  ];
}

function listed(words: readonly string[]): string {
  const rest = words.length - mostListed;
  return `${words.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function percent(share: number): string {
  return `${short(100 * share)} %`;
}
