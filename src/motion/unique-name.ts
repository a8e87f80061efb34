/** Returns the name. If it is taken, the first free number is appended: `Foot (2)`. Adds the result to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
  taken.add(unique);
  return unique;
}
