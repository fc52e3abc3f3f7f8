/** Tells how near a text is to the typed one, both in lower case: 0 equal, 1 begins with it, 2 contains it. */
export function nearness(text: string, typed: string): number {
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  return text.includes(typed) ? 2 : Number.POSITIVE_INFINITY;
}

const WAYS = 3;

/** Tells how far a choice is from the typed text. A later text counts only if no earlier one matches. */
export function distanceOf(texts: readonly string[], typed: string): number {
  const sought = typed.trim().toLowerCase();
  return Math.min(...texts.map((text, at) => nearness(text.toLowerCase(), sought) + at * WAYS));
}
