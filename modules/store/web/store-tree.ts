import type { AnswerFrom, Matcher } from "@ops/platform/contract";
import type { listStaffStores } from "@ops/store/contract";

export type TreeStore = AnswerFrom<typeof listStaffStores>[number];

/** One line of the tree: a region, a city, or a store, which alone can be chosen. */
export interface StoreLine {
  readonly key: string;
  readonly title: string;
  /** What the field shows of a chosen store. */
  readonly name: string;
  readonly selectable: boolean;
  readonly children?: StoreLine[];
}

/** Puts stores below their cities and regions; with a search only those whose name or code has it. */
export function storeTree(stores: readonly TreeStore[], search: string, match: Matcher): StoreLine[] {
  const typed = search.trim();
  const found = stores.filter(
    ({ name, storeCode }) =>
      typed === "" || match(name, typed) || (storeCode ?? "").toLowerCase().includes(typed.toLowerCase()),
  );
  return groupsOf("", found, ({ regionOrgName }) => regionOrgName ?? "无大区").map(({ members, ...region }) => ({
    ...region,
    children: groupsOf(region.key, members, ({ cityName }) => cityName ?? "城市待补充").map(
      ({ members: below, ...city }) => ({ ...city, children: below.map(lineOf) }),
    ),
  }));
}

function groupsOf(above: string, stores: readonly TreeStore[], nameOf: (store: TreeStore) => string) {
  return [...Map.groupBy(stores, nameOf)].map(([name, members]) => {
    return { key: `${above}/${name}`, title: name, name, selectable: false, members };
  });
}

function lineOf({ id, name, quota, occupied, vacancy }: TreeStore): StoreLine {
  return { key: id, title: `${name}（编制${quota}，在岗${occupied}，缺编${vacancy}）`, name, selectable: true };
}

/** The keys of all regions and cities. */
export const groupKeys = (lines: readonly StoreLine[]): string[] =>
  lines.flatMap(({ key, children }) => (children ? [key, ...groupKeys(children)] : []));
