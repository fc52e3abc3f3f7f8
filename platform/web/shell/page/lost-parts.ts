/** What must be reset after each failure to load a part, before it can be loaded again. */
const lost = new Map<unknown, () => void>();

export function noteLostPart(failure: unknown, forget: () => void): void {
  lost.set(failure, forget);
}

export function isLostPart(thrown: unknown): boolean {
  return lost.has(thrown);
}

/** Lets the part be loaded again by the component that shows it. */
export function forgetLostPart(failure: unknown): void {
  lost.get(failure)?.();
  lost.delete(failure);
}
