/** Number of height units in a metre: heights are int32 in units of 2⁻²⁰ m. */
export const unitsPerMetre = 2 ** 20;
