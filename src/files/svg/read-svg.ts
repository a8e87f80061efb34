import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { InputError } from '../../input-error.ts';
import type { Outline, OutlineArea } from '../../motion/outline.ts';
import { measureAreas } from '../measure-areas.ts';
import { outlineDrawn } from './outline-drawn.ts';
import { EntityTable } from './read-entities.ts';
import { SvgWalk } from './svg-walk.ts';

/**
 * Reads the filled areas of an SVG file. Supports paths and basic shapes, groups, transforms, `use`, fill rules, entities that the file
 * declares, and colours from attributes, `style` and simple <style> sheets. Strokes become separate areas. y is upward, lengths are in the
 * file's user units, flattened curves deviate by at most 1/4000 of the drawing's size. Text, pictures, clipping, masks and filters are
 * skipped with a warning.
 *
 * The colour of an area is null if the file specifies no colour at all. Otherwise, areas without a specified colour are black.
 *
 * Throws InputError with the line for invalid XML, for a root element other than <svg>, and for invalid path data or transforms.
 */
export function readSvg(text: string, name: string): Outline {
  const entities = new EntityTable(text, name);
  const root = parseRoot(text, name, entities);
  const walk = new SvgWalk(root, text, name);
  walk.visitRoot();
  const areas = outlineOf(walk, name);
  if (!areas.every(({ loops }) => loops.every((loop) => loop.every(Number.isFinite)))) {
    throw InputError.at(name, 'expected a drawing of finite size, got numbers that are too large');
  }
  return { areas, bounds: measureAreas(areas), warnings: [...entities.warnings, ...walk.warnings] };
}

function outlineOf({ drawn, size }: SvgWalk, name: string): OutlineArea[] {
  try {
    return outlineDrawn(drawn, size);
  } catch (error) {
    throw InputError.at(
      name,
      `expected a drawing of ${(error as Error).message}: simplify its paths, or make several drawings of it`,
    );
  }
}

function parseRoot(text: string, name: string, entities: EntityTable): XmlElement {
  let root: XmlElement | null;
  try {
    const options = {
      resolveUndefinedEntity: (reference: string) => entities.resolve(reference),
      includeOffsets: true,
    };
    root = parseXml(text.replace(/^\s+(?=<)/, ''), options).root;
  } catch (error) {
    if (error instanceof InputError) throw error;
    // If elements are nested many thousands deep, the parser throws a RangeError (stack overflow).
    const { line, message } = error as { line?: number; message: string };
    throw InputError.at(
      line === undefined ? name : `${name} line ${line}`,
      `expected an SVG file, got invalid data (${message.split(/\n| \(line/)[0]}); export it again`,
    );
  }
  if (root && /^(svg:)?svg$/.test(root.name)) return root;
  throw InputError.at(name, `expected an SVG file, got <${root?.name ?? ''}>`);
}
