import type { MeshInspection, WheelInspection } from '../scene/inspect-mesh.ts';
import { count, formatRange, problemLines, short } from './inspection-text.ts';

/** Describes the contents of a mesh file, in lines for a terminal. */
export function meshLines(inspection: MeshInspection): string[] {
  const { file, format, triangles, vertices, pieces, isClosed, min, max, area, volume } = inspection;
  const { hasTexcoords, hasColors, up, wheel, problems } = inspection;
  const extents = [0, 1, 2].map((axis) => short(max[axis] - min[axis])).join(' × ');
  const reach = [0, 1, 2].map((axis) => formatRange(min[axis], max[axis])).join(', ');
  const extras = [hasTexcoords && 'texture coordinates', hasColors && 'colours'].filter(Boolean);
  return [
    `${file}: ${format}, ${count(triangles, 'triangle')}, ${count(vertices, 'vertex', 'vertices')}, ${count(pieces, 'piece')}` +
      `${extras.length > 0 ? `, with ${extras.join(' and ')}` : ''}`,
    `Extents ${extents} units (x y z: ${reach}); a unit is 1 m if the scene has no scale.`,
    isClosed
      ? `Closed: area ${short(area)} units², volume ${short(volume ?? 0)} units³.`
      : `Not closed: area ${short(area)} units², no volume.`,
    wheel ? wheelLine(wheel) : upLine(up, format),
    '',
    ...problemLines(problems),
  ];
}

function upLine(up: MeshInspection['up'], format: string): string {
  if (up === 'z') return 'It seems to stand on a flat bottom with z up: set "up": "z".';
  if (up === 'y') return 'It seems to stand on a flat bottom with y up, as in scenes.';
  const isCad = format.startsWith('STL');
  return `The up axis cannot be found from its shape${isCad ? ' (STL from CAD usually has z up: then set "up": "z")' : ''}.`;
}

function wheelLine({ axle, radius, width }: WheelInspection): string {
  const axis = axle.indexOf(1);
  const direction = axis >= 0 ? 'xyz'[axis] : axle.map(short).join(', ');
  return `Round, like a wheel: axle ${direction}, radius ${short(radius)}, width ${short(width)} units ("roll": true makes it roll).`;
}
