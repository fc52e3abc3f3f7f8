/** Tells whether the same text was already shown less than `windowMs` ago (PF-R78). */
export function repeatFilter(windowMs: number, now: () => number = Date.now) {
  const last = new Map<string, number>();
  return (text: string): boolean => {
    const at = now();
    for (const [known, time] of last) if (at - time >= windowMs) last.delete(known);
    if (last.has(text)) return true;
    last.set(text, at);
    return false;
  };
}
