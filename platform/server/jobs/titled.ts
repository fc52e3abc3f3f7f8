/** How operators see something that modules declare. */
export interface Titled {
  readonly title: string;
  readonly isRetired: boolean;
}

/** What no module of this release declares is shown by its code: it is of a newer release, or retired. */
export function titledBy(titles: ReadonlyMap<string, string>, newer: readonly string[]): (name: string) => Titled {
  return (name) => {
    const title = titles.get(name) ?? (newer.includes(name) ? `${name}（新版本）` : undefined);
    return title === undefined ? { title: `${name}（已停用）`, isRetired: true } : { title, isRetired: false };
  };
}
