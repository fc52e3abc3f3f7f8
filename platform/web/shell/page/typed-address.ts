import { randomKey } from "../../call/idempotency.ts";

/**
 * Numbers history entries from typed addresses. The router numbers the entries that it makes, and blocks a navigation
 * by that number. An entry from a typed address has none, so unsaved content would be lost without a question. This
 * must be called before the router is made, because listeners of a window are called in their order; give `look` to the
 * router.
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
