/** Filled areas in a plane: letters, or a drawing. Curves are already straight pieces. */
export interface Outline {
  readonly areas: readonly OutlineArea[];
  /** Smallest and largest x and y over all areas; 0 0 0 0 where there is none. */
  readonly bounds: {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  };
  /** Odd things that were read past. */
  readonly warnings: readonly string[];
}

/** One area with its holes. Where areas overlap, a later one covers those before. */
export interface OutlineArea {
  /** What it is called in its file: a letter, the id of a path; '' where it has no name. */
  readonly name: string;
  /** Closed loops, x y x y …, y upward; the last corner is joined to the first. */
  readonly loops: readonly Float64Array[];
  readonly fillRule: 'nonzero' | 'evenodd';
  /** Red, green, blue (linear light, 0..1) and opacity; null where the file says nothing. */
  readonly color: readonly [number, number, number, number] | null;
}
