import { siteMap } from "@ops/platform/contract";

interface DefaultMenu {
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
