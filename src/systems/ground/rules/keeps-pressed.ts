import type { GroundParams } from '../params.ts';

/** Returns whether the inside slope applies beside pressed columns until they are buried, so that what was pressed is stored. */
export function keepsPressed({ paper, insideSlopeRule }: GroundParams): boolean {
  return paper === 'off' && insideSlopeRule === 'pressed';
}

/** Returns whether a pair of columns is an inside pair only if its lower column is in contact. */
export function countsOnlyLower({ paper, insideSlopeRule }: GroundParams): boolean {
  return paper === '1998' || (paper === 'off' && insideSlopeRule === 'neighbor');
}
