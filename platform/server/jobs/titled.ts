/** How operators see something that modules declare. */
export interface Titled {
  readonly title: string;
  readonly isRetired: boolean;
}

/** What no module of this release declares is shown by its code: it is of another release, or retired. */
export function titledBy(titles: ReadonlyMap<string, string>, ofOthers: readonly string[]): (name: string) => Titled {
  return (name) => {
    const title = titles.get(name) ?? (ofOthers.includes(name) ? `${name}（其他版本）` : undefined);
    return title === undefined ? { title: `${name}（已停用）`, isRetired: true } : { title, isRetired: false };
  };
}
