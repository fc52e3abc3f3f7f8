/** How operators see something that modules declare. */
export interface Titled {
  readonly title: string;
  readonly isRetired: boolean;
}

/** What no module of this release declares any more is shown by its code. */
export function titledBy(titles: ReadonlyMap<string, string>): (name: string) => Titled {
  return (name) => {
    const title = titles.get(name);
    return title === undefined ? { title: `${name}（已停用）`, isRetired: true } : { title, isRetired: false };
  };
}
