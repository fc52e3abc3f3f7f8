import { useShellStore } from "./shell-store.ts";

export const OUTDATED = "系统已更新，请刷新页面";

/** Part of this release is gone from the server: a newer one is out. */
export function isChunkFailure(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return /dynamically imported module|Importing a module script failed|preload CSS/i.test(text);
}

/** A failed chunk load lights the banner (PF-R75); the page in question shows the same sentence in its place. */
export function watchForOutdated(): void {
  window.addEventListener("vite:preloadError", () => useShellStore.setState({ outdated: true }));
}
