/** Between these, in metres, a power of ten gives a person. */
const shortestPerson = 1.2;
const tallestPerson = 2.3;
const usualPerson = 1.75;

export interface ScaleGuess {
  /** Metres to a unit of the take. */
  readonly scale: number;
  /** What was taken to be so, for the report. */
  readonly words: string;
}

/** Takes do not say what their unit is: a power of ten of a metre where that gives a person's height, else such that it is 1.75 m. */
export function guessTakeScale(height: number): ScaleGuess {
  for (const [scale, unit] of [
    [1, 'metres'],
    [0.1, 'decimetres'],
    [0.01, 'centimetres'],
    [0.001, 'millimetres'],
  ] as const) {
    const metres = height * scale;
    if (metres < shortestPerson || metres > tallestPerson) continue;
    return {
      scale,
      words: `its units are taken as ${unit}: the figure is ${metres.toFixed(2)} m tall; say "scale" or "height" where that is wrong`,
    };
  }
  const scale = usualPerson / height;
  return {
    scale,
    words:
      `its figure measures ${Number(height.toPrecision(4))} units, which are not known: it is taken as ${usualPerson} m tall ` +
      `(scale ${Number(scale.toPrecision(4))}); say "scale" or "height" where that is wrong`,
  };
}
