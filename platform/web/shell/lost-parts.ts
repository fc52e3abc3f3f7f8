/** What each failure to load a part of the console has to forget before the part can be asked for again. */
const lost = new Map<unknown, () => void>();

export function noteLostPart(failure: unknown, forget: () => void): void {
  lost.set(failure, forget);
}

export function isLostPart(thrown: unknown): boolean {
  return lost.has(thrown);
}

/** After this the part is asked for anew by whoever shows it. */
export function forgetLostPart(failure: unknown): void {
  lost.get(failure)?.();
  lost.delete(failure);
}
