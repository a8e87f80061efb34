/** Returns a member of a value of unknown type. Undefined if the value is not an object, or has no such member. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
