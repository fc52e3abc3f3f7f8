const MOST = 8;
const keyOf = (userId: string) => `recent-pages:${userId}`;

/** List pages this user opened last, newest first. */
export function recentPages(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
  } catch {
    return []; // written by hand or by an older release
  }
}

export function noteVisit(userId: string, path: string): void {
  const paths = [path, ...recentPages(userId).filter((one) => one !== path)].slice(0, MOST);
  localStorage.setItem(keyOf(userId), JSON.stringify(paths));
}
