import { srgbByteOf } from '../files/srgb-byte.ts';
import { decodeSvg } from '../files/svg/decode-svg.ts';
import { readSvg } from '../files/svg/read-svg.ts';

/** Contents of a drawing. */
export interface DrawingInspection {
  readonly file: string;
  readonly areas: number;
  /** Distinct ids of the areas that have an id. */
  readonly names: readonly string[];
  /** Number of outlines (of areas and of their holes), and number of their corners after curves are divided into line segments. */
  readonly loops: number;
  readonly corners: number;
  /** Size of the whole drawing, in the units of the file. */
  readonly width: number;
  readonly height: number;
  /** Distinct colours as `#rrggbb`, in the order in which they are drawn. Empty if the file has no colours. */
  readonly colors: readonly string[];
  readonly problems: readonly string[];
}

/** Inspects an SVG file. Throws InputError if the file cannot be read. */
export function inspectDrawing(bytes: Uint8Array, file: string): DrawingInspection {
  const { areas, bounds, warnings } = readSvg(decodeSvg(bytes, file), file);
  const loops = areas.flatMap((area) => area.loops);
  const colors = areas.flatMap(({ color }) => (color ? [hexOf(color)] : []));
  return {
    file,
    areas: areas.length,
    names: [...new Set(areas.map(({ name }) => name).filter((name) => name !== ''))],
    loops: loops.length,
    corners: loops.reduce((sum, loop) => sum + loop.length / 2, 0),
    width: bounds.maxX - bounds.minX,
    height: bounds.maxY - bounds.minY,
    colors: [...new Set(colors)],
    problems: areas.length > 0 ? warnings : ['it has no area that could be filled', ...warnings],
  };
}

/** Converts a linear colour to `#rrggbb`. */
function hexOf(color: readonly number[]): string {
  const bytes = color.slice(0, 3).map((value) => srgbByteOf(value).toString(16).padStart(2, '0'));
  return `#${bytes.join('')}`;
}
