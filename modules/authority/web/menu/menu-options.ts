import { DEEPEST_MENU, type Menu, menuPageRoutes } from "@ops/authority/contract";
import { siteMap } from "@ops/platform/contract";
import { type MenuRow, rowsOf } from "./menu-rows.ts";

/** Lists possible parents. The empty value is the first level, where only groups may be. */
export function parentOptions(nodes: readonly Menu[], kind: Menu["kind"] | undefined, own: string | null) {
  const first = { value: "", label: "一级菜单" };
  const groups = groupsIn(rowsOf(nodes), own).map(({ key, title, level }) => ({
    value: key,
    label: `${"　".repeat(level - 1)}${title}`,
  }));
  return kind === "GROUP" ? [first, ...groups] : groups;
}

/** Lists groups, without the node itself and everything below it. */
function groupsIn(rows: readonly MenuRow[], own: string | null): MenuRow[] {
  return rows
    .filter(({ kind, key, level }) => kind === "GROUP" && key !== own && level < DEEPEST_MENU)
    .flatMap((row) => [row, ...groupsIn(row.children ?? [], own)]);
}

/** Lists the routes of the console by module, free ones first. A route that another item has cannot be chosen. */
export function routeOptions(nodes: readonly Menu[], own: string | null) {
  const taken = new Map(
    nodes.filter(({ key, kind }) => key !== own && kind === "PAGE").map((node) => [node.path, node]),
  );
  const option = ({ path, title }: { path: string; title: string }) => {
    const by = taken.get(path);
    const label = by ? `${title} ${path}（已用于「${by.title}」）` : `${title} ${path}`;
    return { value: path, label, disabled: by !== undefined };
  };
  const modules = siteMap.map(({ title, routes }) => ({
    label: title,
    options: routes.filter((route) => menuPageRoutes.includes(route)).map(option),
  }));
  const inModules = new Set(modules.flatMap(({ options }) => options.map(({ value }) => value)));
  const others = menuPageRoutes.filter(({ path }) => !inModules.has(path)).map(option);
  const groups = [...modules, { label: "其他", options: others }].map(({ label, options }) => ({
    label,
    options: options.toSorted((one, other) => Number(one.disabled) - Number(other.disabled)),
  }));
  const isFull = ({ options }: { options: readonly { disabled: boolean }[] }) =>
    options.every(({ disabled }) => disabled);
  return groups
    .filter(({ options }) => options.length > 0)
    .toSorted((one, other) => Number(isFull(one)) - Number(isFull(other)));
}
