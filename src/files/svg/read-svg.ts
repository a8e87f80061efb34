import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { InputError } from '../../input-error.ts';
import type { Outline, OutlineArea } from '../../motion/outline.ts';
import { measureAreas } from '../measure-areas.ts';
import { outlineDrawn } from './outline-drawn.ts';
import { EntityTable } from './read-entities.ts';
import { SvgWalk } from './svg-walk.ts';

/**
 * Reads what an SVG file fills: paths and basic shapes, in groups, with transforms, `use`, fill rules, colours from
 * attributes, `style` and simple <style> sheets, also through entities that the file declares; strokes become areas of their own. y is upward, the unit is the file's,
 * curves are off by at most 1/4000 of the drawing. Words, pictures, clipping, masks and filters are passed over with a
 * warning. Areas are null in colour where the file names no colour at all; else black where it says nothing.
 *
 * Errors: InputError with the line for what is no XML, is no <svg>, or holds path data or transforms that cannot be read.
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
    // Nesting of many thousands ends in a RangeError.
    const { line, message } = error as { line?: number; message: string };
    throw InputError.at(
      line === undefined ? name : `${name} line ${line}`,
      `expected an SVG file, got what cannot be read (${message.split(/\n| \(line/)[0]}); export it again`,
    );
  }
  if (root && /^(svg:)?svg$/.test(root.name)) return root;
  throw InputError.at(name, `expected an SVG file, got <${root?.name ?? ''}>`);
}
