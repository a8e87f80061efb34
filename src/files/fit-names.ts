/**
 * Changes names so that they are valid in a file, and returns them in the same order. Characters other than letters, digits and underscores
 * become underscores, and the first character is not a digit. No name is in `taken`, and no two names are equal if case is ignored.
 */
export function fitNames(names: Iterable<string>, taken: Iterable<string> = []): string[] {
  const used = new Set(Array.from(taken, (name) => name.toLowerCase()));
  return Array.from(names, (name) => {
    const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
    let fitting = plain;
    for (let k = 2; used.has(fitting.toLowerCase()); k++) fitting = `${plain}_${k}`;
    used.add(fitting.toLowerCase());
    return fitting;
  });
}
