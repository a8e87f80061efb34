/** Spacing of letters and lines of a text. */
export interface TextLayout {
  readonly align: 'left' | 'center' | 'right';
  /**
   * letterSpacing: additional space between letters, as a fraction of the em. lineSpacing: distance of lines, as a fraction of the font's
   * own line distance.
   */
  readonly letterSpacing: number;
  readonly lineSpacing: number;
  /** Location of the text in the scene, for error messages: `systems[0].shapes[1].text`. */
  readonly textPath: string;
}
