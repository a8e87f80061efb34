/** If a power of ten converts the height to a value between these two, in metres, the character is assumed to be a person. */
const shortestPerson = 1.2;
const tallestPerson = 2.3;
const usualPerson = 1.75;

export interface ScaleGuess {
  /** Metres per unit of the recording. */
  readonly scale: number;
  /** Description of the assumption, for the report. */
  readonly description: string;
}

/**
 * Guesses the unit of a recording, which BVH files do not state. If a power of ten of a metre gives the height of a person, this is the
 * unit. Otherwise the character is assumed to be 1.75 m tall.
 */
export function guessRecordingScale(height: number): ScaleGuess {
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
      description: `its units are assumed to be ${unit}: the character is ${metres.toFixed(2)} m tall; set "scale" or "height" if that is wrong`,
    };
  }
  const scale = usualPerson / height;
  return {
    scale,
    description:
      `its character measures ${Number(height.toPrecision(4))} units, which are unknown: its height is assumed to be ${usualPerson} m ` +
      `(scale ${Number(scale.toPrecision(4))}); set "scale" or "height" if that is wrong`,
  };
}
