/** An entry of a set: a number, a range of numbers (from first to last with a step), or the name of another set. */
export type SetItem =
  | number
  | string
  | { readonly first: number; readonly last: number; readonly step: number };

/** A set, with all its numbers listed. */
export interface NumberSet {
  readonly name: string;
  readonly numbers: ReadonlySet<number>;
}

/**
 * Named sets of nodes or of elements, which an Abaqus input can define in several parts, before or after their members.
 * Names ignore case; the first spelling is kept.
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
   * Returns all sets by their names in capitals, in the order in which they were first named. known: numbers that exist. A range includes
   * only existing numbers; single numbers are not checked. `warnings` reports names that are not sets, and sets that contain themselves.
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

/** Adds a range. The range may be far longer than the list of existing numbers. */
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
