/** How near a text comes to what was typed, both in lower case: 0 is the same, 1 begins with it, 2 contains it. */
export function nearness(text: string, typed: string): number {
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  return text.includes(typed) ? 2 : Number.POSITIVE_INFINITY;
}

const WAYS = 3;

/** How far a choice is from what was typed: a text that comes later counts only where none before has it. */
export function distanceOf(texts: readonly string[], typed: string): number {
  const sought = typed.trim().toLowerCase();
  return Math.min(...texts.map((text, at) => nearness(text.toLowerCase(), sought) + at * WAYS));
}
