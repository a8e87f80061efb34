/** Returns the name, or the name with the first free number: `Foot`, `Foot (2)`. Adds the result to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
  taken.add(unique);
  return unique;
}
