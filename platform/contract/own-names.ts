/** Names that every object answers to, whether it was given them or not: no code, key or value for looking up is called so. */
const inherited: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/** The same as a pattern of what may be typed into a column. */
export const NOT_INHERITED = new RegExp(`^(?!(?:${[...inherited].join("|")})$)`);

/** What a record holds under a name that came from outside; null for what it only inherits. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}
