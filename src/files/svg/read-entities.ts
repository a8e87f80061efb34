import { InputError } from '../../input-error.ts';

/**
 * Maximum number of characters to which all references of a file may expand, because references in a few lines could expand to gigabytes.
 */
const maxExpanded = 10_000_000;
/** Maximum nesting depth of entities. */
const maxDepth = 20;

/**
 * The entities that a drawing declares in its DOCTYPE, such as the styles that Illustrator writes as `<!ENTITY st0
 * "fill:#000;">`.
 */
export class EntityTable {
  /** References that could not be resolved, as warnings. */
  readonly warnings: string[] = [];
  private readonly values = new Map<string, string>();
  private readonly external = new Set<string>();
  private expanded = 0;

  /** name: name of the file, for error messages. */
  constructor(
    text: string,
    private readonly name: string,
  ) {
    const subset = /<!DOCTYPE[^[>]*\[([\s\S]*?)\]\s*>/.exec(text)?.[1] ?? '';
    const declarations = subset
      .replace(/<!--[\s\S]*?-->/g, '')
      .matchAll(/<!ENTITY\s+([^\s%"'>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g);
    for (const [, entity, double, single, external] of declarations) {
      // If a name is declared several times, the first declaration is valid.
      if (this.values.has(entity) || this.external.has(entity)) continue;
      if (external) this.external.add(entity);
      else this.values.set(entity, double ?? single);
    }
  }

  /**
   * Expands a reference such as `&st0;`. A reference that is not declared, or that names another file, expands to
   * nothing, with a warning. Throws InputError for recursive entities and for entities that expand to too many
   * characters.
   */
  resolve(reference: string): string {
    return this.expand(reference.replace(/^&|;$/g, ''), []);
  }

  private expand(entity: string, within: readonly string[]): string {
    const value = this.values.get(entity);
    if (value === undefined) {
      const reason = this.external.has(entity) ? 'refers to another file' : 'is not declared';
      const warning = `"&${entity};" ${reason} and was left out`;
      if (!this.warnings.includes(warning)) this.warnings.push(warning);
      return '';
    }
    if (within.includes(entity) || within.length >= maxDepth) {
      throw this.fault(
        `entities that do not contain themselves, got "&${[...within, entity].join(';" in "&')};"`,
      );
    }
    const whole = value.replace(
      /&#x([\da-f]{1,6});|&#(\d{1,7});|&([^\s;&#]+);/gi,
      (_, hex, decimal, inner) => {
        if (inner) return predefined[inner] ?? this.expand(inner, [...within, entity]);
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      },
    );
    this.expanded += whole.length;
    if (this.expanded <= maxExpanded) return whole;
    throw this.fault(`entities that expand to at most ${maxExpanded} characters, got more`);
  }

  private fault(message: string): InputError {
    return InputError.at(this.name, `expected ${message}; export the drawing without entities`);
  }
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
