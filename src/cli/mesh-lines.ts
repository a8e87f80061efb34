import type { MeshInspection, WheelInspection } from '../scene/inspect-mesh.ts';
import { count, problemLines, rangeWords, short } from './inspection-words.ts';

/** What the file of a surface holds, in words for a terminal. */
export function meshLines(inspection: MeshInspection): string[] {
  const { file, format, triangles, vertices, pieces, isClosed, min, max, area, volume } = inspection;
  const { hasTexcoords, hasColors, up, wheel, problems } = inspection;
  const extents = [0, 1, 2].map((axis) => short(max[axis] - min[axis])).join(' × ');
  const reach = [0, 1, 2].map((axis) => rangeWords(min[axis], max[axis])).join(', ');
  const extras = [hasTexcoords && 'texture coordinates', hasColors && 'colours'].filter(Boolean);
  return [
    `${file}: ${format}, ${count(triangles, 'triangle')}, ${count(vertices, 'vertex', 'vertices')}, ${count(pieces, 'piece')}` +
      `${extras.length > 0 ? `, with ${extras.join(' and ')}` : ''}`,
    `Extents ${extents} units (x y z: ${reach}); as metres where the scene gives no scale.`,
    isClosed
      ? `Closed: area ${short(area)} units², volume ${short(volume ?? 0)} units³.`
      : `Not closed: area ${short(area)} units², no volume.`,
    wheel ? wheelLine(wheel) : upLine(up, format),
    '',
    ...problemLines(problems),
  ];
}

function upLine(up: MeshInspection['up'], format: string): string {
  if (up === 'z') return 'It seems to stand on a flat bottom with z up: give "up": "z".';
  if (up === 'y') return 'It seems to stand on a flat bottom with y up, as scenes have it.';
  const isCad = format.startsWith('STL');
  return `Its shape does not tell which way is up${isCad ? ' (STL from CAD mostly has z up: then give "up": "z")' : ''}.`;
}

function wheelLine({ axle, radius, width }: WheelInspection): string {
  const axis = axle.indexOf(1);
  const words = axis >= 0 ? 'xyz'[axis] : axle.map(short).join(', ');
  return `Round, like a wheel: axle ${words}, radius ${short(radius)}, width ${short(width)} units ("roll": true lets it roll).`;
}
