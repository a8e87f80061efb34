import type { FleshSelection } from '../systems/flesh/measure-selection.ts';
import { count } from './inspection-text.ts';

/** Maximum number of surfaces that are listed. The others are summarized in one line. */
const maxLines = 8;

/** Lists the surfaces that a part of flesh moves, with the fraction of each surface that moves, largest first. */
export function selectionLines({ bone, areaFraction, surfaces }: FleshSelection): string[] {
  const sorted = surfaces.toSorted((a, b) => b.movingFraction - a.movingFraction);
  const rest = sorted.slice(maxLines);
  return [
    `Carried by "${bone}", it moves ${percent(areaFraction)} of the surface of the character:`,
    ...sorted
      .slice(0, maxLines)
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
