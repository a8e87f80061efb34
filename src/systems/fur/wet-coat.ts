import type { BladeCoat, BladeKind } from '../../coats/blades/blade-coat.ts';
import type { FurColors } from '../../coats/blades/shade-fur.ts';
import { InputError } from '../../input-error.ts';

/** Number of blades that stick together in one lock, if the coat has no clumps of its own. */
const bladesPerLock = 14;
/** Fraction of the locks that remain in a soaked coat: water joins them to fewer, thicker ones. */
const soakedLocks = 0.4;
/** Fraction by which the tips of a lock move towards one point when soaked: 0 is not at all, 1 is to the point. */
const soakedPull = 0.9;
/** Factor of the reflected light when soaked. Water fills the gaps at the surface, which reflects less (Lekner & Dorf 1988). */
const soakedAlbedo = 0.5;
/** Fraction of the gap between the gloss of dry fur and the maximum that is closed when soaked. A film of water is smooth. */
const soakedGloss = 0.7;

/**
 * Returns the coat when wet: tips draw together into locks, blades lean less individually, and the undercoat is shorter. Roots,
 * lengths and tones of the long blades do not change. wetness: 0 (dry) to 1 (soaked). Throws an `InputError` for other values.
 */
export function wetCoat(coat: BladeCoat, wetness: number): BladeCoat {
  checkWetness(wetness);
  if (wetness === 0) return coat;
  const dryCount = coat.clumps?.count ?? Math.min(4096, coat.blades.count / bladesPerLock);
  const count = Math.max(1, Math.round(dryCount * (1 - (1 - soakedLocks) * wetness)));
  const pull = coat.clumps?.pull ?? 0;
  const undercoat = coat.undercoat;
  const sunk = 1 - 0.4 * wetness;
  const held = 1 - 0.8 * wetness;
  const hold = (kind: BladeKind): BladeKind => ({
    ...kind,
    lean: [kind.lean[0] * held, kind.lean[1] * held],
  });
  return {
    ...coat,
    blades: hold(coat.blades),
    clumps: {
      count,
      pull: pull + Math.max(0, soakedPull - pull) * wetness,
      taper: coat.clumps?.taper ?? 0,
      variation: coat.clumps?.variation ?? 0,
    },
    undercoat: undercoat && {
      ...hold(undercoat),
      length: [undercoat.length[0] * sunk, undercoat.length[1] * sunk],
    },
  };
}

/** Returns the colours when wet: darker, shinier, with less variation. Throws an `InputError` for a wetness that is not 0 to 1. */
export function wetColors(colors: FurColors, wetness: number): FurColors {
  checkWetness(wetness);
  const scale = 1 - (1 - soakedAlbedo) * wetness;
  const darken = (color: FurColors['root']) =>
    [color[0] * scale, color[1] * scale, color[2] * scale] as const;
  return {
    ...colors,
    root: darken(colors.root),
    tip: darken(colors.tip),
    gloss: colors.gloss + (1 - colors.gloss) * soakedGloss * wetness,
    spread: colors.spread * (1 - 0.4 * wetness),
  };
}

function checkWetness(wetness: number): void {
  if (wetness >= 0 && wetness <= 1) return;
  throw InputError.at('wetness', `expected a number from 0 to 1, got ${wetness}`);
}
