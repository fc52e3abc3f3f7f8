/** 32 random hex digits; `crypto.randomUUID` is missing on plain-http hosts. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Makes one key per intention: the same input keeps its key until an answer has come, so that a repetition after a lost
 * answer does not act twice (PF-R83).
 */
export function intentKeys() {
  let open: { content: string; key: string } | null = null;
  return {
    keyFor(input: unknown): string {
      const content = JSON.stringify(input) ?? "";
      if (open?.content !== content) open = { content, key: randomKey() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
  };
}
