import type { GroundStateInspection } from '../scene/inspect-ground-state.ts';

/** The state of a ground in words, for a person. */
export function groundStateLines(inspection: GroundStateInspection): string[] {
  const { file, material, cell, datum, extent, startsFrom, terrain, changed, pressed, low, high } =
    inspection;
  const show = (metres: number) => Number(metres.toPrecision(4));
  const size = extent ? `${show(extent.columns * cell)} × ${show(extent.rows * cell)} m` : 'without an edge';
  const samples = terrain ? ` of ${terrain.columns} × ${terrain.rows} samples` : '';
  const masked = terrain && terrain.masked > 0 ? `, nothing known of ${terrain.masked}` : '';
  return [
    `${file}: state of a ground, ${material}, cells of ${show(cell)} m, ${size}`,
    `Started from ${startsFrom}${samples}${masked}; datum ${show(datum)} m.`,
    changed === 0
      ? 'Nothing has touched it.'
      : `${changed} columns changed, from ${show(low!)} to ${show(high!)} m; ${pressed} are pressed.`,
    ...(inspection.remembersCompaction ? ['It remembers what was compacted.'] : []),
    `As "terrain" of a ground with cells of ${show(cell)} m, a scene goes on from it.`,
  ];
}
