/** Nothing may stand further from the datum, metres: int32 heights leave room for differences and sentinels. */
export const maxHeight = 1023;

/** Column indices stay below this, so that they can be told apart after a multiplication by the cell. */
export const maxColumn = 2 ** 30;
