import { useShellStore } from "./shell-store.ts";

export const OUTDATED = "系统已更新，请刷新页面";

/** Part of this release is gone from the server: a newer one is out. */
export function isChunkFailure(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return /dynamically imported module|Importing a module script failed|preload CSS/i.test(text);
}

/** Explains why a part of the console is missing. Without a network nobody can tell whether there is a new release. */
export function explainLoss(): string {
  return navigator.onLine ? OUTDATED : "网络已断开，请稍后重试";
}

/** Shows the banner after a failed load of a file (PF-R75). The missing part shows the same sentence. */
export function watchForOutdated(): void {
  window.addEventListener("vite:preloadError", () => {
    if (navigator.onLine) useShellStore.setState({ outdated: true });
  });
}
