import type { FleshSelection } from '../systems/flesh/measure-selection.ts';
import { count } from './inspection-words.ts';

/** More surfaces are summed up in one line. */
const mostLines = 8;

/** Which surfaces a part of flesh moves, and how much of each, for a person; the surface with most of it first. */
export function selectionLines({ bone, areaFraction, surfaces }: FleshSelection): string[] {
  const sorted = surfaces.toSorted((a, b) => b.movingFraction - a.movingFraction);
  const rest = sorted.slice(mostLines);
  return [
    `Carried by "${bone}", it moves ${percent(areaFraction)} of the figure's surface:`,
    ...sorted
      .slice(0, mostLines)
      .map(
        (one) =>
          `  "${one.name}": ${one.vertices} of ${count(one.vertexCount, 'vertex', 'vertices')}, ${count(one.triangles, 'triangle')}, ` +
          `${percent(one.areaFraction)} of its area`,
      ),
    ...(rest.length > 0
      ? [`  and ${rest.reduce((sum, one) => sum + one.vertices, 0)} vertices of ${rest.length} more surfaces`]
      : []),
  ];
}

function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(3))} %`;
}
