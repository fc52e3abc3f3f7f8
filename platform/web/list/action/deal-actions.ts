export interface DealtActions<A> {
  readonly shown: A[];
  /** The actions under 更多, dangerous ones last. */
  readonly more: A[];
}

/**
 * Decides which actions are buttons: the first harmless ones. A dangerous one is a button only if it is the only
 * action.
 */
export function dealActions<A extends { readonly danger?: boolean }>(
  actions: readonly A[],
  most: number,
): DealtActions<A> {
  const harmless = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  if (actions.length === 1) return { shown: [...actions], more: [] };
  return { shown: harmless.slice(0, most), more: [...harmless.slice(most), ...dangerous] };
}
