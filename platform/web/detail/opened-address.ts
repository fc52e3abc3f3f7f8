/** The words of the address that name a record and its tab. */
const wordsOf = (name: string) => ({ id: name, tab: name === "id" ? "tab" : `${name}Tab` });

export function readOpened(search: string, name: string): { id: string | null; tab: string | null } {
  const words = wordsOf(name);
  const asked = new URLSearchParams(search);
  const id = asked.get(words.id) || null;
  return { id, tab: id === null ? null : asked.get(words.tab) };
}

/** Everything else in the address stays. */
export function writeOpened(search: string, name: string, id: string | null, tab?: string): string {
  const words = wordsOf(name);
  const next = new URLSearchParams(search);
  next.delete(words.id);
  next.delete(words.tab);
  if (id) next.set(words.id, id);
  if (id && tab) next.set(words.tab, tab);
  const text = next.toString();
  return text && `?${text}`;
}
