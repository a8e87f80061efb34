/** What a set is made of: a number, all numbers from first to last by step, or another set by its name. */
export type SetItem =
  | number
  | string
  | { readonly first: number; readonly last: number; readonly step: number };

/** A set with all its numbers. */
export interface NumberSet {
  readonly name: string;
  readonly numbers: ReadonlySet<number>;
}

/**
 * Named sets of nodes or of elements, as an Abaqus input defines them bit by bit: before or after what they name. A name
 * is one whatever its case; the first way of writing it is kept.
 */
export class NumberSets {
  private readonly definitions = new Map<string, { readonly name: string; readonly items: SetItem[] }>();

  add(name: string, items: readonly SetItem[]): void {
    const key = name.toUpperCase();
    const definition = this.definitions.get(key) ?? { name, items: [] };
    this.definitions.set(key, definition);
    for (const item of items) definition.items.push(item);
  }

  /**
   * All sets by their names in capitals, in the order in which they were named first. known: the numbers there are, of which a range takes those within it; single numbers
   * are kept unseen. Names that are no sets, and sets that hold themselves, are told in `warnings`.
   */
  resolve(known: ReadonlySet<number>, warnings: string[]): Map<string, NumberSet> {
    const resolved = new Map<string, NumberSet>();
    const opened = new Set<string>();
    const open = (key: string): NumberSet | undefined => {
      const definition = this.definitions.get(key);
      const done = resolved.get(key);
      if (done || !definition) return done;
      const numbers = new Set<number>();
      opened.add(key);
      for (const item of definition.items) {
        if (typeof item === 'number') numbers.add(item);
        else if (typeof item !== 'string') addRange(numbers, item, known);
        else {
          const inner = opened.has(item.toUpperCase()) ? undefined : open(item.toUpperCase());
          if (!inner)
            warnings.push(
              `set ${JSON.stringify(definition.name)} names ${JSON.stringify(item)}, which is no set`,
            );
          for (const number of inner?.numbers ?? []) numbers.add(number);
        }
      }
      opened.delete(key);
      const set = { name: definition.name, numbers };
      resolved.set(key, set);
      return set;
    };
    return new Map([...this.definitions.keys()].map((key) => [key, open(key) as NumberSet]));
  }
}

/** A range may be far longer than there are numbers. */
function addRange(
  out: Set<number>,
  { first, last, step }: { first: number; last: number; step: number },
  known: ReadonlySet<number>,
): void {
  if ((last - first) / step <= known.size) {
    for (let number = first; number <= last; number += step) if (known.has(number)) out.add(number);
    return;
  }
  for (const number of known) {
    if (number >= first && number <= last && (number - first) % step === 0) out.add(number);
  }
}
