import { append } from '../../math/lists.ts';
import { maxPoses } from './contact/sweep.ts';
import { measureMemory, sumGround } from './flow/ledger.ts';
import { warnOfSettings } from './rules/settings.ts';
import { unitsPerMetre } from './rules/units.ts';
import { reportSpray, warnOfSpray } from './spray/report-spray.ts';
import { reportStamps, warnOfStamps } from './stamps/report-stamps.ts';
import type { GroundState } from './state.ts';
import type { EarlierGround } from './surface/earlier-ground.ts';
import type { PlacedTerrain } from './terrain/place-terrain.ts';

/** Values of the ground for `report.json`. Sums are decimal strings of integers: units of 2⁻²⁰ m times columns. */
export function reportGround(state: GroundState): Record<string, unknown> {
  const { totals, settings, kernel } = state;
  const { ledger, columnsChanged, columnsTouched } = sumGround(state);
  const memory = measureMemory(state);
  const warnings = warnOfSettings(settings);
  if (settings.stamped) append(warnings, warnOfStamps(settings.stamped.stamps, settings.material));
  if (totals.smallContacts > 0) {
    warnings.push(
      `${timesWords(totals.smallContacts)} a part smaller than a cell (${settings.cell} m) entered the ground between the ` +
        'columns and left no mark: use a smaller cell',
    );
  }
  if (totals.coarseSweeps > 0) {
    warnings.push(
      `${timesWords(totals.coarseSweeps)} something moved more than ${maxPoses} cells in a step, so its track may have gaps: ` +
        'mark the jump as a cut, or raise the rate',
    );
  }
  if (state.spray) append(warnings, warnOfSpray(state.spray));
  return {
    ledger: Object.fromEntries(Object.entries(ledger).map(([name, value]) => [name, `${value}`])),
    columnsChanged,
    columnsTouched,
    columnsAwakePeak: totals.columnsAwakePeak,
    passes: totals.passes,
    smallContacts: totals.smallContacts,
    stateBytes: memory.awakeBytes + memory.asleepBytes,
    scratchBytes: memory.scratchBytes,
    kernel: kernel.implementation,
    ...(state.spray && { spray: reportSpray(state.spray) }),
    ...(settings.terrain && { terrain: reportTerrain(settings.terrain) }),
    ...(settings.earlier && { earlier: reportEarlier(settings.earlier) }),
    ...(settings.stamped && { stamps: reportStamps(settings.stamped.stamps) }),
    warnings,
  };
}

/** The state that the ground starts from. World height of the datum in metres. */
function reportEarlier({
  material,
  datum,
  tileCount,
  origin,
  identity,
}: EarlierGround): Record<string, unknown> {
  return {
    material,
    datum: datum / unitsPerMetre,
    hasTerrain: origin.terrain !== null,
    tiles: tileCount,
    state: identity,
  };
}

/** Describes the initial surface of the ground. Lengths and world heights in metres. */
function reportTerrain({ grid, datum, maskedCount, fit }: PlacedTerrain): Record<string, unknown> {
  const { columns, rows, spacing, firstColumn, firstRow, cell, min, max } = grid;
  return {
    columns,
    rows,
    spacing,
    firstSample: [firstColumn * cell, firstRow * cell],
    datum: datum / unitsPerMetre,
    low: (min + datum) / unitsPerMetre,
    high: (max + datum) / unitsPerMetre,
    masked: maskedCount,
    ...(fit && { tileFit: fit }),
  };
}

function timesWords(count: number): string {
  return count === 1 ? 'Once' : `${count} times`;
}
