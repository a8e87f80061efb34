/** How words stand beside and below each other. */
export interface TextLayout {
  readonly align: 'left' | 'center' | 'right';
  /** Added between letters, as a share of the em; and the distance of lines, as a share of the font's own. */
  readonly letterSpacing: number;
  readonly lineSpacing: number;
  /** Where the scene names the text, for faults: `systems[0].shapes[1].text`. */
  readonly textPath: string;
}
