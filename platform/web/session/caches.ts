const drops = new Set<() => void>();

/** What remembers answers of the server names how to forget them: at sign-out and when the organisation changes. */
export function dropWithSession(drop: () => void): void {
  drops.add(drop);
}

export function dropCaches(): void {
  for (const drop of drops) drop();
}
