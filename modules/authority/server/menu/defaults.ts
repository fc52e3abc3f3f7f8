import { siteMap } from "@ops/platform/contract";

export interface DefaultMenu {
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly parentKey: string | null;
  readonly component: string | null;
  readonly sort: number;
  readonly kind: "GROUP" | "PAGE";
  readonly keepAlive: boolean;
}

/** The menu as the console ships it: a group per module, a page per list; details belong to their lists (AU-R38). */
export function defaultMenus(): DefaultMenu[] {
  return siteMap.flatMap((group, place) => {
    const pages = group.routes.filter((route) => route.parent === undefined);
    const folder = {
      key: group.key,
      title: group.title,
      path: `/${pages[0]?.path.split("/")[1] ?? group.key}`,
      parentKey: null,
      component: null,
      sort: (place + 1) * 10,
      kind: "GROUP",
      keepAlive: false,
    } as const;
    return [
      folder,
      ...pages.map((route, index) => ({
        key: `${group.key}.${route.path.split("/").at(-1)}`,
        title: route.title,
        path: route.path,
        parentKey: group.key,
        component: route.path,
        sort: (index + 1) * 10,
        kind: "PAGE" as const,
        keepAlive: route.cached ?? false,
      })),
    ];
  });
}

const declared = new Map(defaultMenus().map((menu) => [menu.key, menu]));

/** What 恢复默认 brings back: the declared fields, shown, open and enabled. */
export function defaultOf(key: string): (DefaultMenu & typeof untouched) | null {
  const menu = declared.get(key);
  return menu ? { ...menu, ...untouched } : null;
}

type Compared = Readonly<Record<keyof DefaultMenu | keyof typeof untouched, unknown>>;
const untouched = { isHidden: false, openStatus: "OPEN", status: "ENABLED" } as const;

/** Whether a node is as the release declares it; so is one that the release no longer knows. */
export function isDefault(menu: Compared): boolean {
  const initial = defaultOf(String(menu.key));
  if (!initial) return true;
  return JSON.stringify(pick(initial)) === JSON.stringify(pick(menu));
}

function pick(menu: Compared) {
  const { title, path, parentKey, component, sort, kind, keepAlive, isHidden, openStatus, status } = menu;
  return { title, path, parentKey, component, sort, kind, keepAlive, isHidden, openStatus, status };
}
