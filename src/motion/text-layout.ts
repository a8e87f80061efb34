/** Spacing of letters and lines of a text. */
export interface TextLayout {
  readonly align: 'left' | 'center' | 'right';
  /** Additional space between letters, as a fraction of the em; and the line distance, as a fraction of the font's own. */
  readonly letterSpacing: number;
  readonly lineSpacing: number;
  /** Location of the text in the scene, for faults: `systems[0].shapes[1].text`. */
  readonly textPath: string;
}
