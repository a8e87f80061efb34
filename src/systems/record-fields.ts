/** Gives a class of records properties that read and write entries of one of its typed arrays. indices: the entry of each property. */
export function defineFields(
  prototype: object,
  array: string,
  indices: Readonly<Record<string, number>>,
): void {
  for (const [name, index] of Object.entries(indices)) {
    Object.defineProperty(prototype, name, {
      get(this: Record<string, number[]>) {
        return this[array][index];
      },
      set(this: Record<string, number[]>, value: number) {
        this[array][index] = value;
      },
    });
  }
}
