/** Minimum length of a text that counts as the beginning of a name. */
const minBeginning = 3;

/**
 * Returns the entry of `names` that was probably meant by `wanted`; case is ignored. It differs by typing errors in at most about one of
 * three letters. Otherwise one name is the beginning of the other, as `mat` of `material`. Returns null if no name is near enough: a
 * wrong suggestion is worse than none.
 */
export function findNearestName(wanted: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 0.5;
  const all = [...names];
  for (const name of all) {
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    // At the maximum distance, the names have no letter in common.
    if (distance < bestDistance && distance < Math.max(wanted.length, name.length)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best ?? all.find((name) => beginAlike(wanted.toLowerCase(), name.toLowerCase())) ?? null;
}

/** Returns whether one name begins with the other, which must have the minimum length. */
function beginAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= minBeginning && long.startsWith(short);
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours that change a to b (Damerau distance), in UTF-16 units.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? before[j - 2] + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replace, swap, row[j] + 1, next[j - 1] + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length];
}

/** Suggests a name instead of an unknown one: the nearest known name, or the list of all. The text continues a sentence. */
export function hintAtName(wanted: string, known: readonly string[]): string {
  const named = known.filter((name) => name !== '');
  const suggestion = findNearestName(wanted, named);
  if (suggestion) return `did you mean "${suggestion}"?`;
  return named.length > 0 ? `known are ${named.join(', ')}` : 'none of them has a name';
}
