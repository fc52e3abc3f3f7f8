import { useShellStore } from "./shell-store.ts";

export const OUTDATED = "系统已更新，请刷新页面";

/** Part of this release is gone from the server: a newer one is out. */
export function isChunkFailure(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return /dynamically imported module|Importing a module script failed|preload CSS/i.test(text);
}

/** Why a part of the console is not there: without a network nobody knows of a new release. */
export function lostText(): string {
  return navigator.onLine ? OUTDATED : "网络已断开，请稍后重试";
}

/** A failed chunk load lights the banner (PF-R75); the part in question shows the same sentence in its place. */
export function watchForOutdated(): void {
  window.addEventListener("vite:preloadError", () => {
    if (navigator.onLine) useShellStore.setState({ outdated: true });
  });
}
