import { randomKey } from "../call/idempotency.ts";

/**
 * The router numbers the entries of the history that it makes, and holds a move back by that number. An entry that came from a
 * typed address has none, so what a page holds would be lost without a question: it gets its number before the router looks.
 * To be called before the router is made, since listeners of a window are told in their order; give `look` to the router.
 */
export function numberTypedAddresses(): { look(): void } {
  let last = { index: indexNow() ?? 0, address: window.location.href };
  const look = () => {
    last = { index: indexNow() ?? last.index, address: window.location.href };
  };
  window.addEventListener("popstate", () => {
    // the address of the page itself takes the place of its entry, any other follows it
    const idx = window.location.href === last.address ? last.index : last.index + 1;
    if (indexNow() === null) window.history.replaceState({ usr: null, key: randomKey(), idx }, "");
    look();
  });
  return { look };
}

function indexNow(): number | null {
  const state: unknown = window.history.state;
  const index: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "idx") : null;
  return typeof index === "number" ? index : null;
}
