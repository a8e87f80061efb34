import type { MaterialName } from '../rules/materials.ts';
import type { StampTotals } from './stamp-grounds.ts';

/** Values of each stamp for `report.json`. Sums are decimal strings of integers: units of 2⁻²⁰ m times columns. */
export function reportStamps(stamps: readonly StampTotals[]): Record<string, unknown>[] {
  return stamps.map(({ raised, lowered, ...rest }) => ({
    ...rest,
    raised: `${raised}`,
    lowered: `${lowered}`,
  }));
}

export function warnOfStamps(stamps: readonly StampTotals[], own: MaterialName): string[] {
  return stamps.flatMap(({ file, material, columns, leftOut }, k) => {
    const warnings: string[] = [];
    if (material !== own) {
      warnings.push(
        `stamps[${k}]: ${file} was ${material}, and this is ${own}: slopes too steep for it flow when something comes near`,
      );
    }
    if (leftOut > 0) {
      warnings.push(
        `stamps[${k}]: ${leftOut} of the ${columns} changed columns of ${file} are outside of the ground or on a stone, and are left out`,
      );
    }
    return warnings;
  });
}
