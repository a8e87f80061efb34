import type { DrawingInspection } from '../scene/inspect-drawing.ts';
import type { FontInspection } from '../scene/inspect-font.ts';
import type { PictureInspection } from '../scene/inspect-picture.ts';
import type { PointsInspection } from '../scene/inspect-points.ts';
import { count, problemLines, short } from './inspection-text.ts';

/** Maximum number of names or colours in one list. If there are more, the list ends with the number of the others. */
const maxListed = 12;

/** Describes the contents of a drawing, in lines for a terminal. */
export function drawingLines(drawing: DrawingInspection): string[] {
  const { file, areas, names, loops, corners, width, height, colors, problems } = drawing;
  return [
    `${file}: drawing, ${count(areas, 'area')} with ${count(loops, 'outline')} of ${count(corners, 'corner')}`,
    `Total size ${short(width)} × ${short(height)} units.`,
    colors.length > 0 ? `Colours: ${listed(colors)}` : 'It has no colours: particles keep their own.',
    ...(names.length > 0 ? [`Named: ${listed(names)}`] : []),
    '',
    ...problemLines(problems),
  ];
}

/** Describes the contents of a font, in lines for a terminal. */
export function fontLines(font: FontInspection): string[] {
  const { file, fullName, outlines, glyphCount, isKerned, ligatureCount, missing, problems } = font;
  return [
    `${file}: font ${fullName || 'without a name'}, ${count(glyphCount, 'glyph')} with ${outlines} outlines`,
    `${isKerned ? 'Kerned' : 'Not kerned'}, ${count(ligatureCount, 'Latin ligature')}.`,
    missing.length === 0
      ? 'It has all characters of ASCII.'
      : `${missing.length} of the 95 characters of ASCII are missing.`,
    '',
    ...problemLines(problems),
  ];
}

/** Describes the contents of a picture, in lines for a terminal. */
export function pictureLines(picture: PictureInspection): string[] {
  const { file, format, width, height, clear, sheer, brightness, problems } = picture;
  return [
    `${file}: ${format} picture, ${width} × ${height} pixels`,
    `${percent(clear)} of its pixels are transparent, ${percent(sheer)} partly. Mean brightness of the visible pixels: ${percent(brightness)} (linear light).`,
    '',
    ...problemLines(problems),
  ];
}

/** Describes the points of a PLY file, in lines for a terminal. */
export function pointsLines(points: PointsInspection): string[] {
  const { file, points: own, faces, properties, hasColors, hasNormals, min, max, problems } = points;
  const extents = [0, 1, 2].map((axis) => short(max[axis] - min[axis])).join(' × ');
  const reach = [0, 1, 2].map((axis) => `${short(min[axis])} … ${short(max[axis])}`).join(', ');
  return [
    `${file}: ${count(own, 'point')}${faces > 0 ? `, which are the corners of ${count(faces, 'face')}` : ''}, ` +
      `${hasColors ? 'with' : 'without'} colours, ${hasNormals ? 'with' : 'without'} normals`,
    `Extents ${extents} units (x y z: ${reach}).`,
    `Properties of each: ${properties.join(', ')}`,
    '',
    ...problemLines(problems),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxListed;
  return `${names.slice(0, maxListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function percent(fraction: number): string {
  return `${short(100 * fraction)} %`;
}
