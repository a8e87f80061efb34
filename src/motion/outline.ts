/** Filled areas in a plane: letters, or a drawing. Curves are already divided into straight segments. */
export interface Outline {
  readonly areas: readonly OutlineArea[];
  /** Minimum and maximum x and y over all areas; 0 0 0 0 if there are none. */
  readonly bounds: {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  };
  /** Warnings about parts that were skipped. */
  readonly warnings: readonly string[];
}

/** One area with its holes. If areas overlap, areas later in the list cover earlier ones. */
export interface OutlineArea {
  /** Name of the area in the file: a letter, the id of a path; '' if it has none. */
  readonly name: string;
  /** Closed loops, x y x y …, y upward; the last corner is joined to the first. */
  readonly loops: readonly Float64Array[];
  readonly fillRule: 'nonzero' | 'evenodd';
  /** Red, green, blue (linear light, 0..1) and opacity; null if the file does not define them. */
  readonly color: readonly [number, number, number, number] | null;
}
