import type { MeshCursor } from '../mesh-cursor.ts';

/** A keyword line of an Abaqus input, such as `*NSET, NSET=fixed, GENERATE`. */
export interface AbaqusKeyword {
  /** The keyword in capitals, with single spaces: `NSET`, `END PART`. */
  readonly name: string;
  /** Values of the parameters, by their names in capitals. '' for a parameter without a value. Quotes are removed. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A line with content: a keyword, or the values of a data line. */
export type AbaqusLine = AbaqusKeyword | readonly string[];

/**
 * Returns the next line that is neither empty nor a comment. Null at the end. A keyword line that ends with a comma continues on the next
 * line.
 */
export function nextAbaqusLine(cursor: MeshCursor): AbaqusLine | null {
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    let text = line.trim();
    if (text === '' || text.startsWith('**')) continue;
    if (!text.startsWith('*')) return text.split(',').map((value) => value.trim());
    while (text.endsWith(',')) {
      const more = cursor.line();
      if (more === null) break;
      if (!more.trim().startsWith('**')) text += more.trim();
    }
    return parseKeyword(text);
  }
  return null;
}

export function isKeyword(line: AbaqusLine): line is AbaqusKeyword {
  return 'parameters' in line;
}

function parseKeyword(text: string): AbaqusKeyword {
  const [name, ...rest] = text.slice(1).split(',');
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    const key = equals < 0 ? parameter : parameter.slice(0, equals);
    const value = equals < 0 ? '' : parameter.slice(equals + 1);
    parameters.set(key.trim().toUpperCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return { name: name.trim().replace(/\s+/g, ' ').toUpperCase(), parameters };
}
