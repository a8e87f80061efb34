import type { GroundStateInspection } from '../scene/inspect-ground-state.ts';

/** Describes the state of a ground, in lines for a terminal. */
export function groundStateLines(inspection: GroundStateInspection): string[] {
  const { file, material, cell, datum, extent, startsFrom, terrain, changed, pressed, low, high } =
    inspection;
  const area = inspection.changedArea;
  const show = (metres: number) => Number(metres.toPrecision(4));
  const size = extent
    ? `${show(extent.columns * cell)} × ${show(extent.rows * cell)} m`
    : 'without a boundary';
  const samples = terrain ? ` of ${terrain.columns} × ${terrain.rows} samples` : '';
  const masked = terrain && terrain.masked > 0 ? `, ${terrain.masked} of them masked` : '';
  return [
    `${file}: state of a ground, ${material}, cells of ${show(cell)} m, ${size}`,
    `Started from ${startsFrom}${samples}${masked}; datum ${show(datum)} m.`,
    changed === 0
      ? 'It is untouched.'
      : `${changed} columns changed, from ${show(low!)} to ${show(high!)} m; ${pressed} are pressed.`,
    ...(area
      ? [`They reach from ${area.min.map(show).join(', ')} to ${area.max.map(show).join(', ')} m (x, z).`]
      : []),
    ...(inspection.remembersCompaction ? ['It contains the compaction.'] : []),
    `Use it as "terrain" of a ground with cells of ${show(cell)} m to continue from it, or lay it on one, also several times: "stamps".`,
  ];
}
