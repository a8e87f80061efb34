import { srgbByteOf } from '../files/srgb-byte.ts';
import { decodeSvg } from '../files/svg/decode-svg.ts';
import { readSvg } from '../files/svg/read-svg.ts';

/** What a drawing holds. */
export interface DrawingInspection {
  readonly file: string;
  readonly areas: number;
  /** Ids of areas that have one, each once. */
  readonly names: readonly string[];
  /** Closed lines around areas and around their holes, and their corners once curves are straight pieces. */
  readonly loops: number;
  readonly corners: number;
  /** Of all that is drawn, in the file's units. */
  readonly width: number;
  readonly height: number;
  /** Colours as `#rrggbb`, each once, in the order in which they are drawn; none where the file names none. */
  readonly colors: readonly string[];
  readonly problems: readonly string[];
}

/** Looks an SVG file over. Throws InputError for one that cannot be read. */
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
    problems: areas.length > 0 ? warnings : ['nothing in it has an area to fill', ...warnings],
  };
}

/** `#rrggbb` of linear light. */
function hexOf(color: readonly number[]): string {
  const bytes = color.slice(0, 3).map((value) => srgbByteOf(value).toString(16).padStart(2, '0'));
  return `#${bytes.join('')}`;
}
