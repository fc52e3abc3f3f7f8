/** Names that every object answers to, whether it was given them or not: no code, key or value for looking up is called so. */
const inherited: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/** The same names as a pattern for texts that may be typed into a column. */
export const NOT_INHERITED = new RegExp(`^(?!(?:${[...inherited].join("|")})$)`);

/** Reads a property by a name from outside; null for inherited properties. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}
