/** The shortest text that counts as the beginning of a name. */
const leastBeginning = 3;

/**
 * The entry of `names` that `wanted` was meant to be (case ignored): one that differs by slips of the hand, about one in three
 * letters, else one that begins alike, as `mat` and `material` do. Null when no name is so near: a wrong suggestion is worse
 * than none.
 */
export function findNearestName(wanted: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 0.5;
  const all = [...names];
  for (const name of all) {
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    // No letter of a very short name would be left.
    if (distance < bestDistance && distance < Math.max(wanted.length, name.length)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best ?? all.find((name) => beginAlike(wanted.toLowerCase(), name.toLowerCase())) ?? null;
}

/** Whether the one begins with the other, which is long enough to mean something. */
function beginAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= leastBeginning && long.startsWith(short);
}

/** Insertions, deletions, replacements and swaps of neighbours that turn a into b (Damerau), over UTF-16 units. */
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

/** What to try instead of a name that is not among those known: the nearest, or all of them. Goes on in a sentence. */
export function hintAtName(wanted: string, known: readonly string[]): string {
  const named = known.filter((name) => name !== '');
  const suggestion = findNearestName(wanted, named);
  if (suggestion) return `did you mean "${suggestion}"?`;
  return named.length > 0 ? `there is ${named.join(', ')}` : 'there is none with a name';
}
