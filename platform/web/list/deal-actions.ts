export interface DealtActions<A> {
  readonly shown: A[];
  /** Under 更多, what is dangerous at the end. */
  readonly more: A[];
}

/** Which actions stand as buttons, the first ones of those that do no harm; a dangerous one only where it is the only one. */
export function dealActions<A extends { readonly danger?: boolean }>(
  actions: readonly A[],
  most: number,
): DealtActions<A> {
  const harmless = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  if (actions.length === 1) return { shown: [...actions], more: [] };
  return { shown: harmless.slice(0, most), more: [...harmless.slice(most), ...dangerous] };
}
